import { ApiError } from '../api/errors';

/**
 * Waits for `operation` until `signal` fires. Then the operation continues, and its result is ignored.
 * @throws ApiError `cancelled`; errors of `operation`
 */
export async function abortable<T>(operation: Promise<T>, signal: AbortSignal | undefined, url: string): Promise<T> {
  if (signal === undefined) return operation;
  operation.catch(() => undefined);
  let stop: () => void = () => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => reject(cancellation(url));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([operation, cancelled]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function throwIfCancelled(signal: AbortSignal | undefined, url: string): void {
  if (signal?.aborted) throw cancellation(url);
}

function cancellation(url: string): ApiError {
  return new ApiError('cancelled', { method: 'POST', url });
}
