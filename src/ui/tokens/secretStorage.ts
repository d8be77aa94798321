import type * as vscode from 'vscode';
import { forgettableStore, type ForgettableStore } from '../../auth/forgettableStore';
import { listedStore } from '../../auth/listedStore';

/** True if deleting all secrets deletes this key; the running sandbox keeps its own. */
export function isForgettable(key: string): boolean {
  return !key.includes('/sandbox-');
}

/**
 * Adapts VS Code's SecretStorage to the core.
 * @param forgotten the file that names the last forgetting of all secrets
 * @param folder for the names of stored secrets, because old hosts and some browsers cannot list them
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
    // If the function is missing, the call rejects too.
    async () => (secrets as vscode.SecretStorage & { keys(): Thenable<string[]> }).keys(),
  );
  // The process of a window starts before its first secret is read.
  return forgettableStore(listed, { file: forgotten, startedAt: performance.timeOrigin, isOwn: isForgettable });
}
