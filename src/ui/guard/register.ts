import * as vscode from 'vscode';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import { showStatus } from '../platform/dialogs';
import type { Guard } from './guard';
import { showUnlocked } from './guardStatus';

/** Registers the commands to unlock and lock an environment, and its status bar item. */
export function registerGuard(services: CommandServices & { guard: Guard }): vscode.Disposable {
  const { commands, guard } = services;
  return vscode.Disposable.from(
    showUnlocked(guard),
    commands.register('hydrogen.guard.unlock', async argument => guard.unlock(await commandTarget(services, argument))),
    commands.register('hydrogen.guard.lock', () => {
      if (guard.unlocked() === undefined) return;
      guard.lock();
      showStatus(vscode.l10n.t('Locked again'), 3000);
    }),
  );
}
