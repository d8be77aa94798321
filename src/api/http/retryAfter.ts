import { ApiError } from '../errors';

/** Where the service does not say how long to wait after 429. */
const usualWait = 10;
const longestWait = 300;

/** How many seconds the service wants to be left alone; `undefined` for any other failure. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  return Math.min(error.retryAfter ?? usualWait, longestWait);
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
 * Calls again whenever the service asked to wait, after that time. `waiting` is told the seconds, so that the wait can be seen.
 * @throws other errors of `call`; the service's 429 when the signal fires during a wait
 */
export async function withRetryAfter<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  waiting: (seconds: number) => void = () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = retryAfterOf(error);
      if (seconds === undefined) throw error;
      waiting(seconds);
      await pause(seconds, signal);
      if (signal.aborted) throw error;
    }
  }
}
