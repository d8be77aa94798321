import { ApiError } from '../errors';

/** Where the service does not say how long to wait after 429. */
const usualWait = 10;
const longestWait = 300;
/** `Retry-After: 0` must not become a loop without a pause. */
const shortestWait = 1;
/** So often in a row a call waits and tries again before it gives up. */
const mostWaits = 5;

/**
 * How many seconds to leave the service alone, from 1 to 300; `undefined` for a failure that is not about time. A write that
 * was refused with 503 is left to the person: a server in front may say so of one that was carried out.
 */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, method, retryAfter } = error;
  const isPause = status === 503 && method === 'GET' && retryAfter !== undefined;
  if (status !== 429 && !isPause) return undefined;
  return Math.min(Math.max(retryAfter ?? usualWait, shortestWait), longestWait);
}

/** Resolves after `seconds`, or as soon as the signal fires. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/**
 * Counts the waits of one reader. The function takes the failures of the last round and says how many seconds to wait;
 * `undefined` when none of them asks for it, which begins the count anew, or when it is time to give up.
 */
export function retryWaits(): (errors: readonly unknown[]) => number | undefined {
  let waits = 0;
  return errors => {
    const seconds = errors.map(retryAfterOf).find(wait => wait !== undefined);
    waits = seconds === undefined ? 0 : waits + 1;
    return waits > mostWaits ? undefined : seconds;
  };
}

/**
 * Calls again when the service asked to wait, after that time, five times at most. `waiting` is told the seconds, so that
 * the wait can be seen.
 * @throws other errors of `call`; the service's error when the signal fires during a wait, and after the last one
 */
export async function withRetryAfter<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  waiting: (seconds: number) => void = () => undefined,
): Promise<T> {
  const waitFor = retryWaits();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = waitFor([error]);
      if (seconds === undefined) throw error;
      waiting(seconds);
      await pause(seconds, signal);
      if (signal.aborted) throw error;
    }
  }
}
