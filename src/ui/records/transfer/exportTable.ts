import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { exportToFile, type ExportReport } from '../../../records/transfer/exportFile';
import { firstUnknownColumn } from '../../../records/transfer/exportRows';
import { TransferError } from '../../../records/transfer/transferError';
import { plainText } from '../../messages/plainText';
import { isCancelled } from '../../platform/command';
import type { CommandArgument } from '../../platform/commandArgument';
import { confirmOverwrite } from '../../platform/confirm';
import { showMessage, withProgress } from '../../platform/dialogs';
import { waitText } from '../../platform/progress';
import { askExport, requireFile, type ExportChoice } from './askExport';
import { exportSource, scriptedExport, type ExportSource } from './exportSource';
import type { TransferDependencies } from './transferDependencies';
import { transferMessages, withTransferErrors } from './transferMessages';

/**
 * Exports records of a table to a file.
 * @returns the number of exported records
 * @throws UiError, ApiError, vscode.CancellationError; then the file is unchanged
 */
export function runExport(dependencies: TransferDependencies, argument: CommandArgument): Promise<number> {
  return withTransferErrors(async () => {
    const scripted = scriptedExport(argument);
    if (scripted !== undefined) requireFile(scripted.uri);
    const source = await exportSource(dependencies, argument);
    if (scripted === undefined) return writeExport(source, await askExport(source));
    const { uri, format, where, keys } = scripted;
    const query = { table: source.table, where, keys };
    const unknown = firstUnknownColumn(query);
    if (unknown !== undefined) throw new TransferError('unknownTarget', plainText(unknown, 60));
    await confirmOverwrite('hydrogen.table.export', argument, uri);
    return writeExport(source, { uri, format, query });
  });
}

async function writeExport({ service, table }: ExportSource, choice: ExportChoice): Promise<number> {
  const { query, format, uri } = choice;
  const title = vscode.l10n.t('Exporting {0}…', plainText(table.name, 60));
  const report = await withProgress(title, async (signal, show) => {
    const onProgress = (count: number, total?: number) =>
      show(total === undefined ? String(count) : `${count} / ${total}`);
    const onWait = (seconds: number) => show(waitText(seconds));
    const cancellable = { ...service, context: { ...service.context, signal } };
    try {
      return await exportToFile(uri.fsPath, query, { service: cancellable, signal, onWait, format, onProgress });
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) throw error;
      void showMessage('information', vscode.l10n.t('The export was cancelled. No file was written.'));
      throw new vscode.CancellationError();
    }
  });
  void offerToOpen(choice, report);
  return report.rows;
}

async function offerToOpen({ format, uri }: ExportChoice, report: ExportReport): Promise<void> {
  const { rows, total } = report;
  const lines = [
    ...transferMessages.exported(plainText(uri.path.split('/').at(-1) ?? '', 80), report),
    ...(format === 'csv' || format === 'tsv'
      ? [vscode.l10n.t('Texts that a spreadsheet would evaluate are in double quotes.')]
      : []),
  ];
  const open = vscode.l10n.t('Open');
  const chosen = await showMessage(
    total !== undefined && rows < total ? 'warning' : 'information',
    joinSentences(lines),
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}
