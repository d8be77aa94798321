import { Worker } from 'node:worker_threads';
import { responseWork, type ResponseWork } from './responseWork';

export interface WorkOrder {
  name: keyof ResponseWork;
  args: readonly unknown[];
}

type Result<Name extends keyof ResponseWork> = Awaited<ReturnType<ResponseWork[Name]>>;

/** Processes responses; large ones in a worker thread, so that the extension host stays responsive. */
export interface BackgroundWork {
  /**
   *
   * @param size characters or bytes of the body
   * @throws the reason of `signal` if it is aborted, which also ends the thread; the errors of the work
   */
  run<Name extends keyof ResponseWork>(
    name: Name,
    args: Parameters<ResponseWork[Name]>,
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<Name>>;
}

/** The size up to which work runs in the extension host, because it takes only milliseconds. */
export const largestDirect = 64_000;

/**
 *
 * @param workerFile the bundle of responseWorker.ts
 * @param onFailure gets the error of a thread without a result; the extension host then does the work
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
          // If a thread cannot start, the extension host does the work, so that no response is lost.
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
