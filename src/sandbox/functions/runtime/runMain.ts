import { format } from 'node:util';
import { createBaaS } from './baas/baas';
import type { Transport } from './baas/transport';

export interface ThrownError {
  message: string;
  stack: string;
  type: string;
}

/** The end of a run: the JSON text of its result, or its error. */
export interface RunEnd {
  data?: string;
  error?: ThrownError;
  timedOut?: boolean;
  /** Bytes. */
  memory: number;
}

type Callback = (error: unknown, data?: unknown) => void;
type Main = (event: unknown, callback: Callback) => unknown;

const longestLog = 1024 * 1024;
const longestData = 8 * 1024 * 1024;
const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;

/**
 * Loads a function, calls its `main` with the event, and reports the end once. As in the service, a returned `undefined` does
 * not end a run.
 */
export function runMain(load: () => unknown, event: unknown, report: (end: RunEnd) => void): void {
  let hasEnded = false;
  const end = (result: Omit<RunEnd, 'memory'>): void => {
    if (hasEnded) return;
    hasEnded = true;
    report({ ...result, memory: process.memoryUsage().heapUsed });
  };
  const finish: Callback = (error, data) => {
    if (error !== null && error !== undefined) return end({ error: describeError(error) });
    end(serialize(data));
  };
  const fail = (error: unknown): void => end({ error: describeError(error) });
  const succeed = (data: unknown): void => void (data === undefined || finish(null, data));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  process.on('beforeExit', () => end({ timedOut: true, error: noCallbackError }));
  try {
    const main = mainOf(load());
    const returned = main(event, finish);
    if (isThenable(returned)) returned.then(succeed, fail);
    else if (main.length < 2) succeed(returned);
  } catch (error) {
    fail(error);
  }
}

const noCallbackError: ThrownError = {
  type: 'TimeoutError',
  message: 'The function ended without calling back or returning a value: the service waits until its time limit.',
  stack: '',
};

/** Sets the global `BaaS`. */
export function installBaaS(transport: Transport): void {
  (globalThis as { BaaS?: unknown }).BaaS = createBaaS(transport);
}

/** Passes each line of the console to `write`, as the service formats it, until the log is full. */
export function installConsole(write: (line: string) => void, alsoPrints: boolean): void {
  let length = 0;
  for (const level of levels) {
    // eslint-disable-next-line no-console
    const original = console[level].bind(console) as (...args: unknown[]) => void;
    // eslint-disable-next-line no-console
    console[level] = (...args: unknown[]): void => {
      if (alsoPrints) original(...args);
      if (length >= longestLog) return;
      const line = `${new Date().toISOString()} ${level.toUpperCase()} ${format(...args)}\n`;
      length += line.length;
      write(length < longestLog ? line : `${line.slice(0, 10_000)}\nThe log is cut here: it is longer than 1 MB.\n`);
    };
  }
}

function mainOf(loaded: unknown): Main {
  const { main } = (loaded ?? {}) as { main?: unknown };
  const candidate = main ?? loaded;
  if (typeof candidate === 'function') return candidate as Main;
  throw new TypeError('exports.main is not a function');
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Converts the result to JSON. As in the service, a cycle or a BigInt is an error. */
function serialize(data: unknown): Omit<RunEnd, 'memory'> {
  try {
    // The result is undefined for a function or a symbol, but the type of `stringify` does not include that.
    const text = (JSON.stringify(data ?? null) as string | undefined) ?? 'null';
    if (text.length <= longestData) return { data: text };
    throw new RangeError('The result is larger than 8 MB.');
  } catch (error) {
    return { error: describeError(error) };
  }
}

export function describeError(error: unknown): ThrownError {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { message, stack = '', name = 'Error' } = error as Error;
    return { message: String(message), stack: String(stack), type: String(name) };
  }
  return { message: typeof error === 'string' ? error : format(error), stack: '', type: 'Error' };
}
