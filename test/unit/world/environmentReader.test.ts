import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'mocha';
import { ApiError } from '../../../src/api/errors';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { serverTimePath } from '../../../src/api/openApi/openApi';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import type { EnvironmentReader } from '../../../src/world/environmentReader';
import { paths } from '../../../src/world/survey';
import { withSource } from './source';

describe('the source of a world', () => {
  let sandbox: Sandbox;
  let application: SandboxApplication;
  const seen: string[] = [];
  let stop: () => void;

  before(async () => {
    sandbox = await startSandbox({ categories: 5, scale: 5 });
    application = sandbox.applications[0] as SandboxApplication;
    stop = sandbox.onRequest(({ method, path }) => {
      if (!path.startsWith('/api/')) seen.push(`${method} ${path}`);
    });
  });
  beforeEach(() => void seen.splice(0));
  after(async () => {
    stop();
    await sandbox.close();
  });

  it('counts the check of a rejected token and the repetition', async () => {
    sandbox.fail({ kind: 'status', status: 401, path: paths.tables, times: 1 });
    sandbox.fail({ kind: 'status', status: 401, path: serverTimePath, times: 1 });
    const counted: number[] = [];
    await withSource(
      application,
      async source => {
        await source.page(paths.tables, { limit: '1' });
        assert.equal(source.requestCount, seen.length);
        assert.deepEqual(counted, [1, 2, 3]);
      },
      { onRequest: count => counted.push(count) },
    );
    sandbox.clearFaults();
  });

  it('waits a minute at most when the clock is set back', async () => {
    const clock = Date.now;
    const stopping = new AbortController();
    const waits: number[] = [];
    const options = {
      rate: 1,
      signal: stopping.signal,
      onPace: (seconds: number) => {
        waits.push(seconds);
        stopping.abort();
      },
    };
    const reading = withSource(
      application,
      async source => {
        await source.page(paths.tables, { limit: '1' });
        Date.now = () => clock() - 3 * 3600_000;
        await source.page(paths.tables, { limit: '1' });
      },
      options,
    ).finally(() => (Date.now = clock));
    await assert.rejects(reading, { code: 'cancelled' });
    assert.ok(waits.length === 1 && waits.every(seconds => seconds > 50 && seconds <= 60), String(waits));
  });

  it('waits before the request that would exceed the rate, and stops there when it is cancelled', async () => {
    const stopping = new AbortController();
    const waits: number[] = [];
    await withSource(
      application,
      async source => {
        await source.page(paths.tables, { limit: '1' });
        await source.page(paths.tables, { limit: '1' });
        await assert.rejects(
          source.page(paths.tables, { limit: '1' }),
          (error: unknown) => error instanceof ApiError && error.code === 'cancelled',
        );
      },
      {
        rate: 2,
        signal: stopping.signal,
        onPace: seconds => {
          waits.push(seconds);
          stopping.abort();
        },
      },
    );
    assert.equal(seen.length, 2);
    assert(waits.length === 1 && waits[0] !== undefined && waits[0] > 50 && waits[0] <= 60);
  });

  it('ends a list without an end with an error', async () => {
    const fetch: Fetch = async url => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      const objects = Array.from({ length: 1000 }, (_, at) => ({ id: offset + at }));
      const text = JSON.stringify({ meta: { next: '/next' }, objects });
      return { status: 200, statusText: 'OK', headers: new Headers(), body: new Response(text).body };
    };
    let count = 0;
    const read = async (source: EnvironmentReader) => {
      const range = { size: 1000, missing: () => Infinity };
      for await (const { items } of source.pages(paths.records('7'), {}, range)) count += items.length;
    };
    await assert.rejects(withSource(application, read, { fetch }), { name: 'ApiError', code: 'endless' });
    assert.equal(count, 200_000);
  });
});
