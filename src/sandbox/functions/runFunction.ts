import { Worker } from 'node:worker_threads';
import { workerProgram } from './workerProgram';

interface FunctionError {
  message: string;
  stack: string;
  type: string;
}

/** The result of one run. `error` is empty after a success; times in milliseconds, memory in bytes. */
export interface FunctionRun {
  code: 0 | 1;
  data: unknown;
  error: FunctionError | Record<string, never>;
  log: string;
  executionTime: number;
  memory: number;
  status: 'fulfilled' | 'execution_failed' | 'deadline_exceeded';
}

interface FunctionOptions {
  name: string;
  code: string;
  /** The argument of `main`. */
  event: object;
  /** Milliseconds. */
  timeLimit: number;
  /** Megabytes. */
  memoryLimit: number;
  /** Ends the run when the sandbox closes. */
  signal: AbortSignal;
}

const longestLog = 1024 * 1024;

interface WorkerMessage {
  log?: string;
  data?: string;
  error?: FunctionError;
  memory?: number;
}

/**
 * Runs the code of a cloud function in a worker thread and never throws: every failure is a result. The worker is stopped at
 * the limits of time and memory. It is not isolated: the code has all rights of this process.
 */
export async function runFunction({
  name,
  code,
  event,
  timeLimit,
  memoryLimit,
  signal,
}: FunctionOptions): Promise<FunctionRun> {
  const started = performance.now();
  const worker = new Worker(workerProgram, {
    eval: true,
    workerData: { name, code, event },
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 16 },
  });
  let log = '';
  const add = (text: string): void => void (log.length < longestLog && (log += text));
  worker.stdout.setEncoding('utf8').on('data', add);
  worker.stderr.setEncoding('utf8').on('data', add);

  const outcome = await new Promise<Pick<FunctionRun, 'status'> & WorkerMessage>(resolve => {
    const fail = (type: string, message: string, status: FunctionRun['status'] = 'execution_failed'): void =>
      resolve({ status, error: { type, message, stack: '' } });
    const timer = setTimeout(
      () => fail('TimeoutError', `The function took longer than ${timeLimit} ms.`, 'deadline_exceeded'),
      timeLimit,
    );
    const closed = (): void => fail('AbortError', 'The sandbox was closed.');
    signal.addEventListener('abort', closed);
    worker.on('message', (message: WorkerMessage) => {
      if (message.log !== undefined) add(message.log);
      else resolve({ status: message.error ? 'execution_failed' : 'fulfilled', ...message });
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(error.name, isMemory ? `The function took more than ${memoryLimit} MB of memory.` : error.message);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', closed);
      fail('Error', 'The function ended without calling back.');
    });
  });
  const executionTime = performance.now() - started;
  await worker.terminate();
  const { status, error, data, memory = 0 } = outcome;
  if (error) add(`${new Date().toISOString()} ERROR ${error.stack || error.message}\n`);
  return {
    code: error ? 1 : 0,
    data: error || data === undefined ? null : (JSON.parse(data) as unknown),
    error: error ?? {},
    log,
    executionTime,
    memory,
    status,
  };
}
