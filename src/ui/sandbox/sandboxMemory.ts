import * as vscode from 'vscode';
import type { SandboxState } from '../../sandbox/sandbox';
import { showMessage } from '../platform/dialogs';
import type { Log } from '../platform/log';

/** The sandbox in the workspace state. Contains no credentials: the sandbox stores tokens as hashes. */
interface StoredSandbox {
  /** The name that stored credentials are bound to, because the port may change. */
  name: string;
  port: number;
  state: SandboxState;
}

const key = 'hydrogen.sandbox';
const pause = 300;
/**
 * The maximum length in characters. VS Code rewrites its whole state with every change, so large sandboxes are not
 * stored.
 */
const largest = 5 * 1024 * 1024;

export function rememberedSandbox(memory: vscode.Memento): StoredSandbox | undefined {
  return memory.get<StoredSandbox>(key);
}

/** Stores the state of the running sandbox. */
export class SandboxMemory {
  readonly #memory: vscode.Memento;
  readonly #read: () => StoredSandbox;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #isTooLarge = false;

  constructor(memory: vscode.Memento, read: () => StoredSandbox, log: Log) {
    this.#memory = memory;
    this.#read = read;
    this.#log = log;
  }

  /** Stores the state after a short pause, once for all changes during that time. */
  scheduleSave(): void {
    if (!this.#ended) this.#timer ??= setTimeout(() => void this.saveNow(), pause);
  }

  async saveNow(): Promise<void> {
    this.#stopWaiting();
    if (this.#ended) return;
    const remembered = this.#read();
    const length = JSON.stringify(remembered).length;
    const wasTooLarge = this.#isTooLarge;
    this.#isTooLarge = length > largest;
    if (!this.#isTooLarge) return this.#memory.update(key, remembered);
    if (!wasTooLarge) void offerFile();
    this.#log.warn(`the sandbox holds ${length} characters: too many to keep; after a reload it has an earlier state`);
  }

  /** Deletes the stored state and stops storing. */
  async forget(): Promise<void> {
    this.#stopWaiting();
    this.#ended = true;
    await this.#memory.update(key, undefined);
  }

  /** Stores pending changes now. */
  flush(): void {
    if (this.#timer !== undefined) void this.saveNow();
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Says that the state is not stored any more, and offers to save it to a file. */
async function offerFile(): Promise<void> {
  const save = vscode.l10n.t('Save the Sandbox’s State…');
  const text = vscode.l10n.t(
    'The sandbox holds more than 5 MB, so its latest changes are lost when the window is reloaded.',
  );
  if ((await showMessage('warning', text, save)) === save)
    await vscode.commands.executeCommand('hydrogen.sandbox.save');
}
