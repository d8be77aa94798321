import { AsyncLocalStorage } from 'node:async_hooks';
import type { Selection } from '../../applications/selection';

/** A command while it runs. */
export interface RunningCommand {
  /** The application and environment that it works on, if its argument names none. */
  target?: Selection | undefined;
}

const running = new AsyncLocalStorage<RunningCommand>();

/** Runs a command. All functions that it calls and awaits see it as `runningCommand`. */
export function duringCommand<T>(command: RunningCommand, work: () => T): T {
  return running.run(command, work);
}

export function runningCommand(): RunningCommand | undefined {
  return running.getStore();
}
