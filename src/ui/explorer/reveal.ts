import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { reading } from '../platform/progress';
import type { ContentItemNode, TreeNode } from '../nodes/node';
import { placeContent } from './foundContent';
import { withProgress } from '../platform/dialogs';

type Needs = Pick<Parts, 'tree' | 'view' | 'documents'>;

/** Opens what can be opened and shows it in the tree. */
export async function show(parts: Needs, node: TreeNode): Promise<void> {
  if (node.kind !== 'content' && node.kind !== 'contentCategory') {
    parts.tree.place(node);
    await parts.view.reveal(node, { focus: true, expand: true });
    return;
  }
  await parts.documents.open(node);
  const placed = node.kind === 'content' ? await inCategory(parts, node) : node;
  if (placed === undefined) return;
  parts.tree.place(placed);
  // The document keeps the focus; the tree only shows where it comes from.
  await parts.view.reveal(placed, { focus: false });
}

async function inCategory({ tree }: Needs, node: ContentItemNode): Promise<ContentItemNode | undefined> {
  if (node.parent?.kind === 'contentCategory') return node;
  const title = vscode.l10n.t('Looking for the category…');
  return withProgress(title, (signal, report) => placeContent(tree, node, reading(signal, report)));
}
