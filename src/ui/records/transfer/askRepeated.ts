import * as vscode from 'vscode';
import { showModal } from '../../platform/dialogs';
import type { ChosenFile } from './chosenFile';

/** Asks about a file whose import is complete. @throws vscode.CancellationError */
export async function askAgain({ name }: ChosenFile, rows: number): Promise<'again' | 'report'> {
  const [report, again] = [vscode.l10n.t('Show Report'), vscode.l10n.t('Import Every Row Again')];
  const question = vscode.l10n.t('{0} was imported already.', name);
  const detail = vscode.l10n.t(
    'All {0} rows are done. If you import them again, the table has them twice, unless a unique index prevents it.',
    rows,
  );
  const chosen = await showModal('warning', question, detail, report, again);
  return chosen === again ? 'again' : 'report';
}

/**
 * Asks about an interrupted import.
 * @param left the number of rows that are left, or why the import cannot be continued
 * @throws vscode.CancellationError
 */
export async function askInterrupted(title: string, left: number | string): Promise<'continue' | 'again'> {
  const again = vscode.l10n.t('Import Every Row Again');
  const canContinue = typeof left === 'number';
  const state = canContinue
    ? vscode.l10n.t(
        'This import was interrupted. Rows left: {0}. Rows that are stored already are not sent again.',
        left,
      )
    : vscode.l10n.t('This import was interrupted and cannot be continued. {0}', left);
  const warning = vscode.l10n.t(
    'If you import every row again, the rows that are stored already stay, and the table has them twice, unless a unique index prevents it.',
  );
  // Enter presses the first button, which must not be the one that doubles rows.
  const safe = canContinue ? vscode.l10n.t('Continue') : vscode.l10n.t('Do Not Import');
  const chosen = await showModal('warning', title, `${state}\n\n${warning}`, safe, again);
  if (chosen === again) return 'again';
  if (!canContinue) throw new vscode.CancellationError();
  return 'continue';
}
