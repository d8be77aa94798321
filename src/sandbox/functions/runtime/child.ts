import { createRequire } from 'node:module';
import { Transport, type RunAddress } from './baas/transport';
import { describeError, installBaaS, installConsole, runMain, type RunEnd } from './runMain';

/** The data that the sandbox sends to start a run. */
export interface RunStart {
  file: string;
  event: object;
  /** Milliseconds. */
  timeLimit: number;
  /** Whether a debugger may stop the run. */
  debugging: boolean;
}

const tick = 100;

/** Runs a function from a file of the workspace in this process, with or without a debugger. */
export function runInProcess(): void {
  run().catch(stop);
}

async function run(): Promise<void> {
  const address = JSON.parse(process.env['HYDROGEN_RUN'] ?? '') as RunAddress;
  // Remove the token, because the function inherits the environment.
  delete process.env['HYDROGEN_RUN'];
  const transport = new Transport(address);
  const { file, event, timeLimit, debugging } = (await transport.call('GET', '/__function/start/')).data as RunStart;
  let log = '';
  const started = process.hrtime();
  const report = (end: RunEnd): void => {
    const [seconds, nanoseconds] = process.hrtime(started);
    const body = { ...end, log, milliseconds: seconds * 1000 + nanoseconds / 1e6 };
    transport.call('POST', '/__function/result/', { body }).then(() => process.exit(0), stop);
  };
  installConsole(line => void (debugging ? (log += line) : process.stdout.write(line)), debugging);
  installBaaS(transport);
  const isPaused = (): boolean => transport.isAsking;
  limitTime({ timeLimit, debugging, isPaused }, () => {
    const message = `The function took longer than ${timeLimit} ms.`;
    const error = { type: 'TimeoutError', message, stack: '' };
    report({ timedOut: true, error, memory: process.memoryUsage().heapUsed });
  });
  runMain(() => createRequire(file)(file) as unknown, event, report);
}

/** The time limit of a run, and the conditions under which time does not count. */
interface TimeLimit {
  timeLimit: number;
  debugging: boolean;
  isPaused: () => boolean;
}

/**
 * Calls `end` at the time limit. Under a debugger, a long gap between two ticks is a pause at a breakpoint, and counts
 * as two ticks at most.
 */
function limitTime({ timeLimit, debugging, isPaused }: TimeLimit, end: () => void): void {
  let elapsed = 0;
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (!isPaused()) elapsed += debugging ? Math.min(now - last, 2 * tick) : now - last;
    last = now;
    if (elapsed < timeLimit) return;
    clearInterval(timer);
    end();
  }, tick);
  // The timer must not keep the process alive: a function without pending work has ended.
  timer.unref();
}

function stop(error: unknown): never {
  process.stderr.write(`${describeError(error).message}\n`);
  process.exit(1);
}
