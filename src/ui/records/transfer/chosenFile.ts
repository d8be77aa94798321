import * as vscode from 'vscode';
import { formatOf, type TransferFormat } from '../../../records/transfer/format';
import { inspectFile, type InputFile } from '../../../records/transfer/inputFile';
import { TransferError } from '../../../records/transfer/transferError';
import { plainText } from '../../messages/plainText';
import type { CommandArgument } from '../../platform/commandArgument';
import { proposedFile, withProgress } from '../../platform/dialogs';
import { showOpen } from '../../platform/prompts';
import { importUri } from './importArgument';
import { fileFolders, requireFile } from './askExport';

/** The file of an import. */
export interface ChosenFile {
  uri: vscode.Uri;
  /** The file name as shown to the user. */
  name: string;
  file: InputFile;
  format: TransferFormat;
}

/**
 * Inspects the file that the command's argument names, or a file that the user chooses.
 * @throws UiError, TransferError, vscode.CancellationError
 */
export async function chosenFile(argument: CommandArgument, title: string): Promise<ChosenFile> {
  const uri = requireFile(importUri(argument) ?? (await askFile(title)));
  const format = formatOf(uri.path);
  if (format === undefined) throw new TransferError('unknownFormat');
  const name = plainText(uri.path.split('/').at(-1) ?? '', 60);
  const file = await withProgress(vscode.l10n.t('Reading {0}…', name), signal => inspectFile(uri.fsPath, signal));
  return { uri, name, file, format };
}

async function askFile(title: string): Promise<vscode.Uri> {
  const [folder] = fileFolders();
  return showOpen({
    title,
    openLabel: vscode.l10n.t('Import'),
    filters: { 'CSV, TSV, JSON': ['csv', 'tsv', 'tab', 'json', 'jsonl', 'ndjson'] },
    defaultUri: folder?.uri ?? vscode.Uri.joinPath(proposedFile('.', []), '..'),
  });
}
