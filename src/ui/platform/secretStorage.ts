import type * as vscode from 'vscode';
import { listedStore, type ListedStore } from '../../auth/listedStore';

/**
 * Adapts VS Code's SecretStorage to the core.
 * @param folder for the names of stored secrets, because old hosts and some browsers cannot list them
 */
export function createSecretStorage(secrets: vscode.SecretStorage, folder: string): ListedStore {
  return listedStore(
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
}
