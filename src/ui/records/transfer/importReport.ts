import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import type { ImportStopped } from '../../../records/transfer/batch';
import type { ImportReport } from '../../../records/transfer/importFile';
import type { Journal } from '../../../records/transfer/journal';
import { saveRejectedRows } from '../../../records/transfer/rejectedRows';
import { systemCode, TransferError } from '../../../records/transfer/transferError';
import { recordName } from '../../../records/table/recordName';
import { idOf } from '../../../records/text/recordsText';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { showMessage, showModal, unlessCancelled } from '../../platform/dialogs';
import type { ImportPlan } from './askImport';
import { transferMessages } from './transferMessages';

/** Shows the result of a complete import. Writes the rejected rows to a file beside the imported file. */
export async function showReport(
  { chosen }: Pick<ImportPlan, 'chosen'>,
  report: ImportReport,
  journal: Journal,
): Promise<void> {
  const { rejected, altered, extra } = report;
  const lines = transferMessages.report(report, journal);
  let rejectedFile: string | undefined;
  if (rejected > 0) {
    try {
      rejectedFile = await saveRejectedRows(chosen.file, chosen.format, journal);
    } catch (error) {
      lines.push(rejectedFailure(error));
    }
  }
  const open = vscode.l10n.t('Open Rejected Rows');
  const isClean = rejected + altered + extra === 0;
  // Not awaited: the notification may stay open for a long time.
  void showMessage(
    isClean ? 'information' : 'warning',
    vscode.l10n.t('{0}: {1}', chosen.name, joinSentences(lines)),
    ...(rejectedFile === undefined ? [] : [open]),
  ).then(async pressed => {
    if (pressed === open && rejectedFile !== undefined)
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(rejectedFile));
  });
}

/**
 * Shows why an import stopped, and how many rows are done.
 * @param continueImport continues the import; the argument is the user's answer about rows whose result is unknown
 */
export async function showStop(
  { chosen, tableTarget, scan }: Pick<ImportPlan, 'chosen' | 'tableTarget' | 'scan'>,
  { done }: ImportReport,
  { reason, cause, similarRecords }: ImportStopped,
  continueImport: (unknown: 'stored' | 'missing' | undefined) => void,
): Promise<void> {
  const reasonText = cause === undefined ? '' : failureText(cause);
  if (reason === 'unknownBatch') {
    const [stored, missing] = [vscode.l10n.t('They Are Stored'), vscode.l10n.t('They Are Missing')];
    const records = similarRecords.map(
      record => `${idOf(record) ?? ''} ${plainText(recordName(record, tableTarget.table.columns) ?? '', 80)}`,
    );
    const question = vscode.l10n.t(
      'Are the rows of the last batch of {0} stored? Their response was lost.',
      chosen.name,
    );
    const hint =
      records.length === 0
        ? vscode.l10n.t('Look at the table before you answer.')
        : vscode.l10n.t('Look at the table before you answer. Similar records:');
    const detail = [reasonText, hint, ...records];
    const text = detail.join('\n').trim();
    const answer = await unlessCancelled(showModal('warning', question, text, stored, missing));
    if (answer !== undefined) return continueImport(answer === stored ? 'stored' : 'missing');
  }
  const button = vscode.l10n.t('Continue');
  const text = vscode.l10n.t(
    'The import of {0} stopped after {1} of {2} rows. Nothing is lost: import the file again to continue.',
    chosen.name,
    done,
    scan.rows,
  );
  if ((await showMessage('warning', joinSentences([reasonText, text]), button)) === button) continueImport(undefined);
}

function failureText(error: unknown): string {
  return error instanceof TransferError ? transferMessages.error(error) : errorMessage(error).text;
}

function rejectedFailure(error: unknown): string {
  return vscode.l10n.t(
    'The rejected rows could not be written ({0}). Import the file again to repeat that.',
    systemCode(error),
  );
}
