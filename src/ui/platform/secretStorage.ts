import type * as vscode from 'vscode';
import { listedStore, type ListedStore } from '../../auth/listedStore';

/**
 * VS Code's SecretStorage as the core sees it.
 * @param folder for the names of what is stored: older hosts cannot list them, and some in browsers refuse to
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
    // Where the function is missing, calling it rejects as well.
    async () => (secrets as vscode.SecretStorage & { keys(): Thenable<string[]> }).keys(),
  );
}
