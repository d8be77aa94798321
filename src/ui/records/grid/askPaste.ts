import * as vscode from 'vscode';
import { readPasted } from '../../../records/document/pastedTable';
import { showModal } from '../../platform/dialogs';
import { plainText } from '../../messages/plainText';
import type { GridContent } from './gridContent';
import type { Paste } from './gridPaste';

/**
 * Asks what to do if the first pasted line contains unknown column names.
 * @returns the message with the answer
 * @throws vscode.CancellationError
 */
export async function askPaste({ columns }: Pick<GridContent, 'columns'>, message: Paste): Promise<Paste> {
  const { unknown } = readPasted(message.text, new Set(columns.map(({ name }) => name)));
  if (unknown.length === 0) return message;
  const question =
    unknown.length === 1
      ? vscode.l10n.t('The first line names a column that is not in the table.')
      : vscode.l10n.t('The first line names {0} columns that are not in the table.', unknown.length);
  const names = unknown.slice(0, 20).map(name => plainText(name, 60));
  const leaving = vscode.l10n.t('Leave Them Out');
  const byPosition = vscode.l10n.t('Paste by Position');
  const detail = vscode.l10n.t(
    '{0}\n\n“Leave Them Out” pastes the other columns by their names. “Paste by Position” takes the first line as a record and begins at the selected cell.',
    names.join(', '),
  );
  const chosen = await showModal('warning', question, detail, leaving, byPosition);
  return { ...message, isByPosition: chosen === byPosition };
}
