import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { retryAfterOf, withRetryAfter, pause } from '../../../../src/api/http/retryAfter';

function tooMany(retryAfter?: number): ApiError {
  const rest = retryAfter === undefined ? {} : { retryAfter };
  return new ApiError('status', { method: 'GET', url: 'https://example.com', status: 429, ...rest });
}

describe('waiting as the service asks', () => {
  it('reads the seconds, has an own idea without them, and never waits for hours', () => {
    assert.equal(retryAfterOf(tooMany(3)), 3);
    assert.equal(retryAfterOf(tooMany()), 10);
    assert.equal(retryAfterOf(tooMany(86_400)), 300);
    assert.equal(retryAfterOf(new Error('other')), undefined);
  });

  it('calls again after the wait, and tells it', async () => {
    const told: number[] = [];
    let calls = 0;
    const call = async () => {
      calls++;
      if (calls < 3) throw tooMany(0);
      return 'answer';
    };
    assert.equal(await withRetryAfter(call, new AbortController().signal, seconds => told.push(seconds)), 'answer');
    assert.deepEqual(told, [0, 0]);
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

  it('passes other failures on at once', async () => {
    const call = () => Promise.reject(new Error('broken'));
    await assert.rejects(withRetryAfter(call, new AbortController().signal), { message: 'broken' });
  });
});
