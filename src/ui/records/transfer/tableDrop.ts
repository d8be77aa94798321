import * as vscode from 'vscode';
import type { TreeNode } from '../../nodes/node';

/** Imports the files that are dropped on the row of a table. Other rows take nothing. */
export const tableDrop: vscode.TreeDragAndDropController<TreeNode> = {
  dropMimeTypes: ['text/uri-list'],
  dragMimeTypes: [],
  async handleDrop(row, transfer) {
    const list = await transfer.get('text/uri-list')?.asString();
    const files = (list ?? '').split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
    if (row?.kind !== 'dataTable') return;
    // Not awaited: VS Code shows the drop as running until this ends, but an import has its own progress.
    void importEach(row, files);
  },
};

/** Imports one file after another, because each asks its own questions. Cancelling or failing stops the rest. */
async function importEach(row: TreeNode, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await vscode.commands.executeCommand('hydrogen.table.import', { ...row, uri: vscode.Uri.parse(file) });
  }
}
