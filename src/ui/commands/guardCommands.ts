import * as vscode from 'vscode';
import { selectedOr } from '../applications/commandTarget';
import type { Parts } from '../parts';
import { showStatus } from '../platform/dialogs';

export function registerGuardCommands(parts: Parts): vscode.Disposable[] {
  const { commands, guard } = parts;
  return [
    commands.register('hydrogen.guard.unlock', async argument => guard.unlock(await selectedOr(parts, argument))),
    commands.register('hydrogen.guard.lock', () => {
      if (guard.unlocked() === undefined) return;
      guard.lock();
      showStatus(vscode.l10n.t('Locked again'), 3000, 'lock');
    }),
  ];
}
