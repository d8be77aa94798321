import type * as vscode from 'vscode';
import type { SandboxState } from '../../sandbox/sandbox';
import type { Log } from '../platform/log';

/** Kept in the window's state. Holds no credential: the sandbox knows its tokens by their hashes. */
export interface Remembered {
  /** What the stored credentials are bound to, because the port may change. */
  name: string;
  port: number;
  state: SandboxState;
}

const key = 'hydrogen.sandbox';
const pause = 300;
/** VS Code writes its whole state again with every change, so a sandbox full of records does not belong there. */
const largest = 5 * 1024 * 1024;

export function rememberedSandbox(memory: vscode.Memento): Remembered | undefined {
  return memory.get<Remembered>(key);
}

/** Writes down what a running sandbox holds. */
export interface SandboxMemory {
  /** Soon, and once for the changes that come together. */
  later(): void;
  now(): Promise<void>;
  /** Forgets everything, and writes nothing any more. */
  forget(): Promise<void>;
  /** Writes what is still waiting to be written. */
  flush(): void;
}

export function sandboxMemory(memory: vscode.Memento, read: () => Remembered, log: Log): SandboxMemory {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = async () => {
    stopWaiting();
    if (ended) return;
    const remembered = read();
    const length = JSON.stringify(remembered).length;
    if (length <= largest) return memory.update(key, remembered);
    log.warn(`the sandbox holds ${length} characters: too many to keep; after a reload it has an earlier state`);
  };
  return {
    later() {
      if (!ended) timer ??= setTimeout(() => void now(), pause);
    },
    now,
    async forget() {
      stopWaiting();
      ended = true;
      await memory.update(key, undefined);
    },
    flush() {
      if (timer !== undefined) void now();
    },
  };
}
