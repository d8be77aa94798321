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
    void importEach(row, files);
  },
};

/** Imports one file after another, because each import asks questions. A failed import does not stop the next one. */
async function importEach(row: TreeNode, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await vscode.commands.executeCommand('hydrogen.table.import', { ...row, uri: vscode.Uri.parse(file) });
  }
}
