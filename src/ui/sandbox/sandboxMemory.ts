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
export interface SandboxMemory {
  /** Stores the state after a short pause, once for all changes during that time. */
  scheduleSave(): void;
  saveNow(): Promise<void>;
  /** Deletes the stored state and stops storing. */
  forget(): Promise<void>;
  /** Stores pending changes now. */
  flush(): void;
}

export function sandboxMemory(memory: vscode.Memento, read: () => StoredSandbox, log: Log): SandboxMemory {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let isTooLarge = false;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveNow = async () => {
    stopWaiting();
    if (ended) return;
    const remembered = read();
    const length = JSON.stringify(remembered).length;
    const wasTooLarge = isTooLarge;
    isTooLarge = length > largest;
    if (!isTooLarge) return memory.update(key, remembered);
    if (!wasTooLarge) void offerFile();
    log.warn(`the sandbox holds ${length} characters: too many to keep; after a reload it has an earlier state`);
  };
  return {
    scheduleSave() {
      if (!ended) timer ??= setTimeout(() => void saveNow(), pause);
    },
    saveNow,
    async forget() {
      stopWaiting();
      ended = true;
      await memory.update(key, undefined);
    },
    flush() {
      if (timer !== undefined) void saveNow();
    },
  };
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
