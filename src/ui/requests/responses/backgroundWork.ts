import { Worker } from 'node:worker_threads';
import { responseWork, type ResponseWork } from './responseWork';

export interface WorkTask {
  name: keyof ResponseWork;
  args: readonly unknown[];
}

type WorkResult<Name extends keyof ResponseWork> = Awaited<ReturnType<ResponseWork[Name]>>;

/**
 * Keeps the space for new objects small: they soon become garbage, and the memory of a large space is not used again.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** The largest size that is processed in the extension host, because it takes only milliseconds. */
export const largestDirect = 64_000;

/** Processes responses; large ones in a worker thread, so that the extension host stays responsive. */
export class BackgroundWork {
  readonly #files: ThreadLane;
  readonly #responses: ThreadLane;
  readonly #onFailure: (error: unknown) => void;

  /**
   * Starts no thread before the first large body arrives.
   * @param workerFile the bundle of responseWorker.ts
   * @param onFailure is called with the error if a thread fails; the extension host then does the work
   */
  constructor(workerFile: string, onFailure: (error: unknown) => void) {
    this.#files = new ThreadLane(workerFile);
    this.#responses = new ThreadLane(workerFile);
    this.#onFailure = onFailure;
  }

  /**
   * Processes a body.
   * @param size the size of the body in characters or bytes
   * @throws the reason of `signal` if it is aborted, which also ends the thread; the errors of the work
   */
  async run<Name extends keyof ResponseWork>(
    name: Name,
    args: Parameters<ResponseWork[Name]>,
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<WorkResult<Name>> {
    signal?.throwIfAborted();
    if (size > largestDirect) {
      try {
        const lane = name === 'fileText' || name === 'maskedFile' ? this.#files : this.#responses;
        return await lane.run<WorkResult<Name>>({ name, args }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // If the thread fails, the extension host does the work, so that no response is lost.
        this.#onFailure(error);
      }
    }
    const work = responseWork[name] as (...all: readonly unknown[]) => WorkResult<Name> | Promise<WorkResult<Name>>;
    return await work(...args);
  }
}

/** Runs one thread at a time, because each thread takes memory for a copy of its response. */
class ThreadLane {
  readonly #workerFile: string;
  #free: Promise<unknown> = Promise.resolve();

  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  run<T>(task: WorkTask, signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', cancel);
      this.#free = this.#free
        .then(() => (signal?.aborted === true ? undefined : this.#runThread(task, signal, resolve, reject)))
        .catch(reject)
        .finally(() => signal?.removeEventListener('abort', cancel));
    });
  }

  /** Starts a thread. Resolves when the thread has ended. */
  async #runThread<T>(
    task: WorkTask,
    signal: AbortSignal | undefined,
    resolve: (result: T) => void,
    reject: (error: unknown) => void,
  ): Promise<void> {
    const worker = new Worker(this.#workerFile, { ...withOwnBytes(task), resourceLimits });
    await new Promise<void>(end => {
      const cancel = () => end();
      const settle = (report: () => void) => {
        // A signal of the window outlasts the task, and its listener would keep the bytes of the task in memory.
        signal?.removeEventListener('abort', cancel);
        report();
        end();
      };
      worker.once('message', result => settle(() => resolve(result as T)));
      worker.once('error', error => settle(() => reject(error)));
      worker.once('exit', () => settle(() => reject(new Error('the thread ended without a result'))));
      signal?.addEventListener('abort', cancel);
    });
    await worker.terminate();
  }
}

/** Copies the bytes once and transfers the copy. If Node cloned them for the thread, it would copy them twice. */
function withOwnBytes({ name, args }: WorkTask): { workerData: WorkTask; transferList: ArrayBuffer[] } {
  const copies: ArrayBuffer[] = [];
  const copied = args.map(argument => {
    if (!(argument instanceof Uint8Array) || argument.buffer instanceof SharedArrayBuffer) return argument;
    const copy = new Uint8Array(argument);
    copies.push(copy.buffer);
    return copy;
  });
  return { workerData: { name, args: copied }, transferList: copies };
}
