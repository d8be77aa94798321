import * as vscode from 'vscode';
import type { TreeNode } from '../../nodes/node';

/** Imports files that are dropped on a table in the tree. Other tree items ignore dropped files. */
export const tableDrop: vscode.TreeDragAndDropController<TreeNode> = {
  dropMimeTypes: ['text/uri-list'],
  dragMimeTypes: [],
  async handleDrop(row, transfer) {
    const list = await transfer.get('text/uri-list')?.asString();
    const files = (list ?? '').split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
    if (row?.kind !== 'dataTable') return;
    // Not awaited: VS Code would show progress until the imports end, but an import shows its own progress.
    void importFiles(row, files);
  },
};

/** Imports one file after another, because each import asks questions. Cancelling one stops the remaining ones. */
export async function importFiles(row: TreeNode, files: readonly string[]): Promise<void> {
  const rows = files.map(file => ({ ...row, uri: vscode.Uri.parse(file) }));
  if (rows.length > 0) await vscode.commands.executeCommand('hydrogen.table.import', rows[0], rows);
}
