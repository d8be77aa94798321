import * as vscode from 'vscode';
import type { JsonDocuments } from '../documents/documents';
import type { ContentItemNode } from '../nodes/content';
import { isDocument, type TreeNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';
import { reading } from '../platform/progress';
import type { Lists } from './lists';
import { placeContent } from './search/foundContent';

export interface Shown {
  lists: Lists;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
  documents: JsonDocuments;
}

/** Opens what can be opened and shows it in the tree. */
export async function reveal({ lists, view, documents }: Shown, node: TreeNode): Promise<void> {
  if (node.kind === 'dataQuery') {
    await vscode.commands.executeCommand(`hydrogen.${node.query.kind === 'page' ? 'table' : 'record'}.open`, node);
    return;
  }
  if (!isDocument(node)) {
    lists.place(node);
    await view.reveal(node, { focus: true, expand: true });
    return;
  }
  // A click on a table opens its records as well; a floor above knows them.
  if (node.kind === 'dataTable') {
    // What could not be opened, the command has said already; its row may be gone, too.
    if ((await vscode.commands.executeCommand('hydrogen.table.open', node)) === undefined) return;
  } else await documents.open(node);
  const placed = node.kind === 'content' ? await inCategory(lists, node) : node;
  if (placed === undefined) return;
  lists.place(placed);
  // The document keeps the focus; the tree only shows where it comes from.
  await view.reveal(placed, { focus: false });
}

async function inCategory(lists: Lists, node: ContentItemNode): Promise<ContentItemNode | undefined> {
  if (node.parent?.kind === 'contentCategory') return node;
  const title = vscode.l10n.t('Looking for the category…');
  return withProgress(title, (signal, report) => placeContent(lists, node, reading(signal, report)));
}
