import { Worker } from 'node:worker_threads';
import { responseWork, type ResponseWork } from './responseWork';

export interface WorkOrder {
  name: keyof ResponseWork;
  args: readonly unknown[];
}

type Result<Name extends keyof ResponseWork> = Awaited<ReturnType<ResponseWork[Name]>>;

/** Does the work on a response: in a thread of its own when it is large, so that the extension host goes on. */
export interface BackgroundWork {
  /**
   * @param size characters or bytes of the body
   * @throws the reason of `signal` when it is aborted, which also ends the thread; the errors of the work
   */
  run<Name extends keyof ResponseWork>(
    name: Name,
    args: Parameters<ResponseWork[Name]>,
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<Name>>;
}

/** Up to this size the work is done at once: it takes some milliseconds, whatever the response is made of. */
export const largestDirect = 64_000;

/**
 * @param workerFile the bundle of responseWorker.ts
 * @param onFailure told why a thread gave no result; the work is done here then
 */
export function createBackgroundWork(workerFile: string, onFailure: (error: unknown) => void): BackgroundWork {
  return {
    async run<Name extends keyof ResponseWork>(
      name: Name,
      args: Parameters<ResponseWork[Name]>,
      size: number,
      signal: AbortSignal | undefined,
    ): Promise<Result<Name>> {
      signal?.throwIfAborted();
      if (size > largestDirect) {
        try {
          return await inThread<Result<Name>>(workerFile, { name, args }, signal);
        } catch (error) {
          signal?.throwIfAborted();
          // A thread that cannot be started must not lose the response: the host waits instead.
          onFailure(error);
        }
      }
      const work = responseWork[name] as (...all: readonly unknown[]) => Result<Name> | Promise<Result<Name>>;
      return await work(...args);
    },
  };
}

async function inThread<T>(workerFile: string, order: WorkOrder, signal: AbortSignal | undefined): Promise<T> {
  const worker = new Worker(workerFile, { workerData: order });
  let cancel = (): void => undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      cancel = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', cancel);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without a result')));
    });
  } finally {
    signal?.removeEventListener('abort', cancel);
    void worker.terminate();
  }
}
