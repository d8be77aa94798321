import * as vscode from 'vscode';
import type { JsonDocuments } from '../documents/documents';
import type { ContentItemNode } from '../nodes/content';
import { isDocument, type TreeNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';
import { reading } from '../platform/progress';
import type { Lists } from './lists';
import { contentInCategory } from './search/foundContent';

export interface RevealServices {
  lists: Lists;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
  documents: JsonDocuments;
  /** Opens records or the code of a function. Reports failures itself and then resolves to `undefined`. */
  openEditor: (node: TreeNode) => Promise<unknown>;
}

/** Opens a node as a document, if it has one, and reveals it in the tree. */
export async function reveal({ lists, view, documents, openEditor }: RevealServices, node: TreeNode): Promise<void> {
  if (node.kind === 'dataQuery') {
    await openEditor(node);
    return;
  }
  if (node.kind === 'cloudFunction') {
    if ((await openEditor(node)) === undefined) return;
    lists.insert(node);
    await view.reveal(node, { focus: false });
    return;
  }
  if (!isDocument(node)) {
    lists.insert(node);
    await view.reveal(node, { focus: true, expand: true });
    return;
  }
  if (node.kind === 'dataTable') {
    // After a failure the row may have been removed.
    if ((await openEditor(node)) === undefined) return;
  } else await documents.open(node);
  const placed = node.kind === 'content' ? await inCategory(lists, node) : node;
  if (placed === undefined) return;
  lists.insert(placed);
  // The document keeps the focus; the tree only shows where it comes from.
  await view.reveal(placed, { focus: false });
}

async function inCategory(lists: Lists, node: ContentItemNode): Promise<ContentItemNode | undefined> {
  if (node.parent?.kind === 'contentCategory') return node;
  const title = vscode.l10n.t('Looking for the category…');
  return withProgress(title, (signal, report) => contentInCategory(lists, node, reading(signal, report)));
}
