import * as vscode from 'vscode';
import { timeLeft } from '../../auth/timeLeft';
import { targetName } from '../nodes/environmentName';
import type { Guard } from './guard';
import { createStatusItem } from '../platform/dialogs';
import { timeLeftText } from '../messages/timeText';

/** Shows the unlocked environment and the remaining time. A click locks it. */
export function showUnlocked(guard: Guard): vscode.Disposable {
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
