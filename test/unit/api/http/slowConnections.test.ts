import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { send } from '../../../../src/api/http/send';
import { failure } from '../failure';
import { useNetwork, type Reply } from '../network';

/** Sends a part of a JSON text every few milliseconds. */
const dripping =
  (count: number, milliseconds: number): Reply =>
  response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[1');
    let left = count;
    const timer = setInterval(() => {
      if (left-- > 0) return void response.write(',1');
      clearInterval(timer);
      response.end(']');
    }, milliseconds);
    response.on('close', () => clearInterval(timer));
  };

describe('a call over a slow connection', () => {
  const network = useNetwork();
  const read = async (reply: Reply, timeoutMs: number) => {
    const { origin } = await network.server([reply]);
    return send({ method: 'GET', url: new URL('/a/', origin) }, network.context({ timeoutMs }));
  };

  it('may take longer than its time limit while its response arrives', async () => {
    const { body } = await read(dripping(40, 100), 3000);
    assert.equal((body as unknown[]).length, 41);
  });

  it('ends with timeout when its response arrives without end', async () => {
    assert.equal((await failure(read(dripping(Infinity, 10), 100))).code, 'timeout');
  });

  it('may take longer than its time limit while a large body is sent', async () => {
    const { origin } = await network.server([response => void response.end('{}')]);
    const json = JSON.stringify('x'.repeat(1_000_000));
    const request = { method: 'PUT', url: new URL('/a/', origin), json } as const;
    assert.equal((await send(request, network.context({ timeoutMs: 1 }))).status, 200);
  });
});
