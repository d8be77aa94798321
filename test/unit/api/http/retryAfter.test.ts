import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { pause, retryAfterOf, retryWaits, withRetryAfter } from '../../../../src/api/http/retryAfter';

function tooMany(retryAfter?: number): ApiError {
  return new ApiError('status', { method: 'GET', url: 'https://example.com', status: 429, retryAfter });
}

function unavailable(method: string, retryAfter?: number): ApiError {
  return new ApiError('status', { method, url: 'https://example.com', status: 503, retryAfter });
}

describe('waiting at the request of the service', () => {
  it('reads the seconds, has a default without them, and never waits for hours', () => {
    assert.equal(retryAfterOf(tooMany(3)), 3);
    assert.equal(retryAfterOf(tooMany()), 10);
    assert.equal(retryAfterOf(tooMany(86_400)), 300);
    assert.equal(retryAfterOf(tooMany(0)), 1);
    assert.equal(retryAfterOf(new Error('other')), undefined);
  });

  it('waits after 503 when the service gives a time, and never repeats a write', () => {
    assert.equal(retryAfterOf(unavailable('GET', 3)), 3);
    assert.equal(retryAfterOf(unavailable('GET', 86_400)), 300);
    assert.equal(retryAfterOf(unavailable('GET', 0)), 1);
    assert.equal(retryAfterOf(unavailable('GET')), undefined);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal(retryAfterOf(unavailable(method, 3)), undefined);
    }
  });

  afterEach(() => mock.timers.reset());

  /** Makes every wait end immediately, and records the reported seconds. */
  const waits = () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const told: number[] = [];
    const waiting = (seconds: number) => {
      told.push(seconds);
      queueMicrotask(() => mock.timers.runAll());
    };
    return { told, waiting };
  };

  it('calls again after the wait of at least a second, and reports it', async () => {
    const { told, waiting } = waits();
    let calls = 0;
    const call = () => (++calls < 3 ? Promise.reject(tooMany(0)) : Promise.resolve('response'));
    assert.equal(await withRetryAfter(call, new AbortController().signal, waiting), 'response');
    assert.deepEqual(told, [1, 1]);
  });

  it('gives up after five waits', async () => {
    const { told, waiting } = waits();
    let calls = 0;
    const call = () => (++calls < 50 ? Promise.reject(tooMany(2)) : Promise.resolve('response'));
    await assert.rejects(withRetryAfter(call, new AbortController().signal, waiting), { status: 429 });
    assert.deepEqual([calls, told], [6, [2, 2, 2, 2, 2]]);
  });

  it('gives up on lists after five waits without a response between them', () => {
    const waitFor = retryWaits();
    const rounds = (count: number) => Array.from({ length: count }, () => waitFor([undefined, tooMany(3)]));
    assert.deepEqual(rounds(4), [3, 3, 3, 3]);
    assert.equal(waitFor([undefined, new Error('other')]), undefined);
    assert.deepEqual(rounds(6), [3, 3, 3, 3, 3, undefined]);
  });

  it('ends a wait as soon as it is cancelled', async () => {
    const abort = new AbortController();
    const call = () => Promise.reject(tooMany(300));
    await assert.rejects(
      withRetryAfter(call, abort.signal, () => abort.abort()),
      { status: 429 },
    );
    await pause(300, abort.signal);
  });

  it('rethrows other failures at once', async () => {
    const call = () => Promise.reject(new Error('broken'));
    await assert.rejects(withRetryAfter(call, new AbortController().signal), { message: 'broken' });
  });
});
