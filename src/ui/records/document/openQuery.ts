import * as vscode from 'vscode';
import { addressQuery, type DataAddress } from '../../../records/table/query';
import { grid } from '../../platform/schemes';
import { tabUri } from '../../platform/tabUri';
import { openDocument } from './openDocument';
import { recordsUri } from './recordAddress';
import type { RecordFiles } from './recordFiles';

/**
 * Opens another query of the same table in the same kind of editor, text or grid. Closes the previous document unless
 * it has unsaved changes. Reads the same query again: after all records of a page were deleted, the next ones are there.
 * @throws errors of `RecordFiles.refresh`; then nothing was opened
 */
export async function openQuery(
  files: Pick<RecordFiles, 'refresh' | 'document' | 'serviceOf'>,
  document: vscode.TextDocument,
  address: DataAddress,
): Promise<void> {
  if (addressQuery(address) === document.uri.query) return files.refresh(document.uri);
  const table = files.document(document.uri)?.table;
  // Builds the same URI as opening from the tree, so that both open the same document.
  const uri =
    table === undefined
      ? document.uri.with({ query: addressQuery(address) })
      : recordsUri((await files.serviceOf(address)).target, table, { ...address, id: undefined });
  if (openDocument(uri)?.isDirty !== true) await files.refresh(uri, { table, keepsNumber: true });
  const left = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isText = left?.input instanceof vscode.TabInputText;
  await vscode.commands.executeCommand('vscode.openWith', uri, isText ? 'default' : grid, {
    preview: left?.isPreview ?? true,
  });
  // The previous tab is already closed if it was a preview that the new editor replaced.
  if (left === undefined || !vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(left))) return;
  if (!document.isDirty && tabUri(left)?.toString() === document.uri.toString()) {
    await vscode.window.tabGroups.close(left);
  }
}
