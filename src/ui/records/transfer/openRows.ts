import * as vscode from 'vscode';
import type { JsonObject } from '../../../json/json';
import { insertionOf } from '../../../records/text/recordsEdit';
import { systemColumns } from '../../../records/table/schema';
import type { ImportScan } from '../../../records/transfer/importScan';
import type { Mapping } from '../../../records/transfer/mapping';
import { UiError } from '../../messages/uiError';
import { plainText } from '../../messages/plainText';
import { showMessage } from '../../platform/dialogs';
import { openDocument } from '../document/openDocument';
import { applyChanges } from '../grid/applyChanges';
import type { ChosenFile } from './chosenFile';
import type { TableTarget } from './exportSource';
import type { TransferDependencies } from './transferDependencies';
import { transferMessages } from './transferMessages';

/** The maximum number of rows that are opened in a document. A user would not check more rows there. */
const maximumRows = 200;
/** The maximum size in bytes of a file whose rows are opened in a document. */
const largestFile = 5_000_000;

const permissionColumns: ReadonlySet<string> = new Set(['read_perm', 'write_perm']);

/** Returns true if the rows fit into a document, and the file has no system columns or permissions. */
export function isSmall({ file }: ChosenFile, mapping: Mapping, { rows }: ImportScan): boolean {
  const targets = [...mapping.values()].filter(target => target !== undefined);
  const isOwn = targets.every(target => !systemColumns.has(target) && !permissionColumns.has(target));
  return rows <= maximumRows && file.size <= largestFile && isOwn;
}

/**
 * Opens the records of the table and adds the rows of a file as unsaved records, which the user checks and saves.
 * @returns the number of added rows
 */
export async function openRows(
  { records, texts }: Pick<TransferDependencies, 'records' | 'texts'>,
  { target, table }: TableTarget,
  { name }: ChosenFile,
  { preview, ignoredColumns }: ImportScan,
): Promise<number> {
  const { clientId, authUrl } = target.application;
  const environment = target.environment === undefined ? {} : { envId: target.environment.envId };
  const script = { clientId, authUrl, ...environment, table: table.id };
  const uri = await vscode.commands.executeCommand<vscode.Uri>('hydrogen.table.open', script);
  const document = openDocument(uri) ?? (await vscode.workspace.openTextDocument(uri));
  const added = preview.flatMap(({ record }): JsonObject[] => (record === undefined ? [] : [record]));
  await addRecords(records, document, added);
  const ignored = ignoredColumns.length === 0 ? '' : ` ${transferMessages.ignoredColumns(ignoredColumns)}`;
  const unreadable = preview.filter(({ record }) => record === undefined);
  if (unreadable.length === 0) {
    const text = vscode.l10n.t('Rows of {1} added as unsaved records: {0}. Check and save them.', added.length, name);
    void showMessage('information', text + ignored);
    return added.length;
  }
  const show = vscode.l10n.t('Show Problems');
  const text = vscode.l10n.t(
    'Rows of {1} added as unsaved records: {0}. Rows that cannot be read: {2}.',
    added.length,
    name,
    unreadable.length,
  );
  const lines = unreadable.map(row =>
    vscode.l10n.t('line {0}: {1}', row.source.line, plainText(transferMessages.problems(row.problems))),
  );
  void showMessage('warning', text + ignored, show).then(async chosen => {
    if (chosen === show) await texts.show(name, lines.join('\n'));
  });
  return added.length;
}

/** @throws UiError when the text is not a list of records, or when VS Code refuses the edit three times */
async function addRecords(
  records: TransferDependencies['records'],
  document: vscode.TextDocument,
  added: readonly JsonObject[],
): Promise<void> {
  for (let attempts = 3; attempts > 0; attempts--) {
    const model = records.document(document.uri);
    const isWhole = model !== undefined && model.records.broken === undefined;
    // VS Code refuses an edit that was made for an earlier text, for example while a revert reads the records again.
    if (isWhole && (await applyChanges(document, insertionOf(model, -1, added)))) return;
    if (document.isDirty && !isWhole) break;
    // The records could not be read before. They have been read now, but VS Code does not show them yet.
    if (!isWhole) await nextChange(document);
  }
  throw new UiError(vscode.l10n.t('The rows could not be added to the records. Repair or revert the document first.'));
}

/** Resolves when the text of a document changes, at the latest after five seconds. */
function nextChange(document: vscode.TextDocument): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(end, 5000);
    const subscription = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document) end();
    });
  });
}
