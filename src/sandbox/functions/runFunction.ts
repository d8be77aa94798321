import { Worker } from 'node:worker_threads';
import type { RunAddress } from './runtime/baas/transport';
import type { ThrownError, RunEnd } from './runtime/runMain';
import functionProgram from './runtime/functionProgram?program';

/** The result of one run. `error` is empty after a success; times in milliseconds, memory in bytes. */
export interface FunctionResult {
  code: 0 | 1;
  data: unknown;
  error: ThrownError | Record<string, never>;
  log: string;
  executionTime: number;
  memory: number;
  status: 'fulfilled' | 'execution_failed' | 'deadline_exceeded';
}

interface HostedFunction {
  name: string;
  code: string;
  /** The argument of `main`. */
  event: object;
  /** The address and token with which `BaaS` calls the sandbox. */
  address: RunAddress;
  /** Milliseconds. */
  timeLimit: number;
  /** Megabytes. */
  memoryLimit: number;
  /** Ends the run when the sandbox closes. */
  signal: AbortSignal;
}

const longestLog = 2 * 1024 * 1024;

interface WorkerMessage {
  log?: string;
  end?: RunEnd;
}

/**
 * Runs the code of a cloud function in a worker thread and never throws: every failure is a result. The worker is stopped at
 * the limits of time and memory. It is not isolated: the code has all rights of this process.
 */
export async function runFunction(hosted: HostedFunction): Promise<FunctionResult> {
  const { name, code, event, address, timeLimit, memoryLimit, signal } = hosted;
  const startTime = performance.now();
  const worker = new Worker(functionProgram, {
    eval: true,
    workerData: { name, code, event, address },
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 16 },
  });
  let log = '';
  const appendLog = (text: string): void => void (log.length < longestLog && (log += text));
  worker.stdout.setEncoding('utf8').on('data', appendLog);
  worker.stderr.setEncoding('utf8').on('data', appendLog);

  const end = await new Promise<RunEnd>(resolve => {
    const fail = (type: string, message: string, timedOut = false): void =>
      resolve({ timedOut, error: { type, message, stack: '' }, memory: 0 });
    const timer = setTimeout(
      () => fail('TimeoutError', `The function took longer than ${timeLimit} ms.`, true),
      timeLimit,
    );
    const failOnClose = (): void => fail('AbortError', 'The sandbox was closed.');
    signal.addEventListener('abort', failOnClose);
    worker.on('message', ({ log: line, end }: WorkerMessage) => {
      if (line !== undefined) appendLog(line);
      if (end !== undefined) resolve(end);
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(error.name, isMemory ? `The function took more than ${memoryLimit} MB of memory.` : error.message);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', failOnClose);
      fail('Error', 'The function ended without calling back.');
    });
  });
  const executionTime = performance.now() - startTime;
  await worker.terminate();
  return toFunctionResult(end, log, executionTime);
}

/** Creates the result of a run that has ended. */
export function toFunctionResult(
  { data, error, timedOut = false, memory }: RunEnd,
  log: string,
  time: number,
): FunctionResult {
  const errorLine = error && `${new Date().toISOString()} ERROR ${error.stack || error.message}\n`;
  return {
    code: error ? 1 : 0,
    data: error || data === undefined ? null : (JSON.parse(data) as unknown),
    error: error ?? {},
    log: `${log}${errorLine ?? ''}`,
    executionTime: time,
    memory,
    status: timedOut ? 'deadline_exceeded' : error ? 'execution_failed' : 'fulfilled',
  };
}
