import * as vscode from 'vscode';
import type { TreeNode } from '../../nodes/node';

/** Imports a file that is dropped on the row of a table. Other rows take nothing. */
export const tableDrop: vscode.TreeDragAndDropController<TreeNode> = {
  dropMimeTypes: ['text/uri-list'],
  dragMimeTypes: [],
  async handleDrop(row, transfer) {
    const list = await transfer.get('text/uri-list')?.asString();
    const [first] = (list ?? '').split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
    if (row?.kind !== 'dataTable' || first === undefined) return;
    // Not awaited: VS Code shows the drop as running until this ends, but the import has its own progress.
    void vscode.commands.executeCommand('hydrogen.table.import', { ...row, uri: vscode.Uri.parse(first) });
  },
};
