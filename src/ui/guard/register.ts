import * as vscode from 'vscode';
import { timeLeft } from '../../auth/timeLeft';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import { timeLeftText } from '../messages/timeText';
import { targetName } from '../nodes/environmentName';
import { createStatusItem, showStatus } from '../platform/dialogs';
import type { Guard } from './guard';

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

/** Shows the unlocked environment and the remaining time. A click locks it. */
function showUnlocked(guard: Guard): vscode.Disposable {
  const name = vscode.l10n.t('Hydrogen: Unlocked Environment');
  const item = createStatusItem('hydrogen.guard', 51, name, 'hydrogen.guard.lock');
  let timer: NodeJS.Timeout | undefined;
  const update = () => {
    clearTimeout(timer);
    const unlocked = guard.unlocked();
    if (unlocked === undefined) {
      item.hide();
      return;
    }
    const left = timeLeft(unlocked.until, Date.now());
    const targetLabel = targetName(unlocked.target, 40);
    item.show({
      text: vscode.l10n.t('{0} · unlocked · {1}', targetLabel, timeLeftText(left)),
      icon: 'unlock',
      label: vscode.l10n.t(
        'Hydrogen: {0} is unlocked for {1}. Press Enter to lock it.',
        targetLabel,
        timeLeftText(left),
      ),
      tooltip: vscode.l10n.t(
        '{0} is unlocked: requests that write are sent without asking. Click to lock.',
        targetLabel,
      ),
      background: new vscode.ThemeColor('statusBarItem.warningBackground'),
    });
    if (left.nextChangeAt !== undefined) timer = setTimeout(update, left.nextChangeAt - Date.now() + 50);
  };
  const subscription = guard.onDidChange(update);
  update();
  return vscode.Disposable.from(subscription, item, { dispose: () => clearTimeout(timer) });
}
