import * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import { commandTarget } from '../applications/commandTarget';
import type { SelectionStore } from '../applications/selectionStore';
import type { CommandRunner } from '../platform/command';
import { showStatus } from '../platform/dialogs';
import type { Guard } from './guard';
import { showUnlocked } from './guardStatus';

/** Registers the commands to unlock and lock an environment, and its status bar item. */
export function registerGuard({
  commands,
  applications,
  selection,
  guard,
}: {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  guard: Guard;
}): vscode.Disposable {
  return vscode.Disposable.from(
    showUnlocked(guard),
    commands.register('hydrogen.guard.unlock', async argument =>
      guard.unlock(await commandTarget({ applications, selection }, argument)),
    ),
    commands.register('hydrogen.guard.lock', () => {
      if (guard.unlocked() === undefined) return;
      guard.lock();
      showStatus(vscode.l10n.t('Locked again'), 3000);
    }),
  );
}
