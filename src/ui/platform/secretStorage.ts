import type * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';

/** VS Code's SecretStorage as the core sees it. */
export function createSecretStorage(secrets: vscode.SecretStorage): SecretStore {
  return {
    read: async key => secrets.get(key),
    write: async (key, value) => secrets.store(key, value),
    delete: async key => secrets.delete(key),
    onDidChange: listener => {
      const subscription = secrets.onDidChange(event => listener(event.key));
      return () => void subscription.dispose();
    },
  };
}
