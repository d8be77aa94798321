import * as vscode from 'vscode';
import type { ForgettableStore } from '../../auth/forgettableStore';
import type { SecretStore } from '../../auth/secretStore';
import { checkStore } from '../../auth/storeHealth';
import type { Log } from '../platform/log';
import { showMessage } from '../platform/dialogs';

const stateKey = 'hydrogen.storeHealth';

/**
 * Checks the store at its first use, and warns the user if it fails: it must return a value that was just written, and
 * still have the value of an earlier session. A write waits for the check; a read does not.
 */
export function checkedStore(store: ForgettableStore, state: vscode.Memento, log: Log): ForgettableStore {
  let checking: Promise<void> | undefined;
  const stateCopy = {
    read: async () => state.get<string>(stateKey),
    write: async (value: string) => state.update(stateKey, value),
  };
  const check = async () => {
    const health = await checkStore(store, stateCopy);
    // Checks again: another window may have written between the write and the read of the check.
    return health === 'failed' ? checkStore(store, stateCopy) : health;
  };
  const checkOnce = () => {
    checking ??= check().then(health => {
      log.info(`secret storage: ${health}`);
      if (health !== 'ok') void warn(health);
    });
    return checking;
  };
  return {
    ...store,
    async read(key) {
      void checkOnce();
      return store.read(key);
    },
    async write(key, value) {
      await checkOnce();
      await store.write(key, value);
    },
  };
}

/** Deletes the values of the check from the store and from `state`. */
export async function forgetHealth(store: SecretStore, state: vscode.Memento): Promise<void> {
  await store.delete('storeHealth');
  await state.update(stateKey, undefined);
}

async function warn(health: 'failed' | 'memoryOnly'): Promise<void> {
  const help = vscode.l10n.t('What to Do');
  const text =
    health === 'failed'
      ? vscode.l10n.t(
          'VS Code’s secret storage does not keep the values written to it, so credentials cannot be stored.',
        )
      : vscode.l10n.t('VS Code keeps secrets in memory only: your secrets will be gone when VS Code closes.');
  const chosen = await showMessage('warning', text, help);
  if (chosen !== help) return;
  const keyring = 'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
  await vscode.env.openExternal(vscode.Uri.parse(keyring));
}
