import type * as vscode from 'vscode';
import { forgettableStore, type ForgettableStore } from '../../auth/forgettableStore';
import { listedStore } from '../../auth/listedStore';

/** True if deleting all secrets also deletes this key. The secrets of the sandbox are kept, because it may run. */
export function isForgettable(key: string): boolean {
  return !key.includes('/sandbox-');
}

/**
 * Adapts VS Code's SecretStorage to the core.
 * @param folder for the keys of stored secrets, because old versions of VS Code and some browsers cannot list them
 * @param forgotten the file that records the last deletion of all secrets
 */
export function createSecretStorage(
  secrets: vscode.SecretStorage,
  folder: string,
  forgotten: string,
): ForgettableStore {
  const listed = listedStore(
    {
      read: async key => secrets.get(key),
      write: async (key, value) => secrets.store(key, value),
      delete: async key => secrets.delete(key),
      onDidChange: listener => {
        const subscription = secrets.onDidChange(event => listener(event.key));
        return () => void subscription.dispose();
      },
    },
    folder,
    // Async, so that a missing `keys` function causes a rejection.
    async () => (secrets as vscode.SecretStorage & { keys(): Thenable<string[]> }).keys(),
  );
  // Deletions before `startedAt` are ignored: this process starts before it reads its first secret.
  return forgettableStore(listed, { file: forgotten, startedAt: performance.timeOrigin, isOwn: isForgettable });
}
