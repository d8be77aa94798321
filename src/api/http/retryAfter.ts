import { ApiError } from '../errors';

/** Seconds to wait after a 429 without `Retry-After`. */
const usualWait = 10;
const longestWait = 300;
/** Seconds; `Retry-After: 0` must not cause a loop without a pause. */
const shortestWait = 1;
/** The maximum number of waits in a row. */
const maximumWaits = 5;

/**
 * Returns the seconds to wait before a retry, from 1 to 300; `undefined` if the call must not be repeated. A write that
 * got 503 is not repeated: a server in front may send 503 although the write was executed.
 */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, method, retryAfter } = error;
  const isPause = status === 503 && method === 'GET' && retryAfter !== undefined;
  if (status !== 429 && !isPause) return undefined;
  return Math.min(Math.max(retryAfter ?? usualWait, shortestWait), longestWait);
}

/** Resolves after `seconds`, or when the signal aborts. */
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
 * Counts the waits of one reader. The returned function takes the failures of the last round and returns the seconds to
 * wait. It returns `undefined` if no failure asks for a wait, which resets the count, or after too many waits.
 */
export function retryWaits(): (errors: readonly unknown[]) => number | undefined {
  let waits = 0;
  return errors => {
    const seconds = errors.map(retryAfterOf).find(wait => wait !== undefined);
    waits = seconds === undefined ? 0 : waits + 1;
    return waits > maximumWaits ? undefined : seconds;
  };
}

/**
 * Repeats a call after the wait that the service asks for, at most five times. Reports the seconds to `waiting`.
 * @throws other errors of `call`; the service's error if the signal aborts during a wait, and after the last wait
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
