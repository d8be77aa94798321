import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { debugRequest, debugRun, LostRun } from '../../../src/functions/debugRun';
import { emptyEvent, readRunEvent } from '../../../src/functions/runEvent';

const largeId = '12345678901234567890';

describe('the result of a run of a deployed function', () => {
  let body: object | string;
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());
  const run = () => {
    const { port } = server.address() as { port: number };
    const service = {
      target: { authUrl: `http://127.0.0.1:${port}` },
      context: { fetch },
      withToken: async <T>(call: (token: Secret) => Promise<T>) => call(new Secret('a-token')),
    };
    return debugRun(service, 'hello', debugRequest('hello', emptyEvent));
  };

  it('is known without its duration and memory', async () => {
    for (const missing of [null, 'unknown', undefined]) {
      body = { code: 0, data: { ok: true }, log: 'done', job_id: 7, execution_time: missing, mem_usage: missing };
      const { data, log, jobId, failed, executionTime, memory } = await run();
      assert.deepEqual([data, log, jobId, failed], [{ ok: true }, 'done', '7', false]);
      assert.deepEqual([executionTime, memory], [undefined, undefined]);
    }
  });

  it('keeps the digits of large integers', async () => {
    body = `{"code": 0, "data": {"id": ${largeId}}, "job_id": ${largeId}}`;
    const { data, jobId } = await run();
    assert.deepEqual([data, jobId], [{ id: BigInt(largeId) }, largeId]);
    const { body: sent } = debugRequest('hello', { ...emptyEvent, data });
    assert.match(sent ?? '', new RegExp(`"id":${largeId}}`));
    const event = readRunEvent(`{"data": {"id": ${largeId}}}`);
    assert(!('invalidField' in event));
    assert.match(debugRequest('hello', event).body ?? '', new RegExp(`"id":${largeId}}`));
  });

  it('is not known without a code', async () => {
    body = { data: {}, log: 'done' };
    await assert.rejects(run(), LostRun);
  });
});
