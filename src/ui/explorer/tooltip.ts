import * as vscode from 'vscode';
import { maskedOrder } from '../../api/webApi/order';
import type { TreeNode } from '../nodes/node';

const longest = 3000;

/** The whole item as the service sent it, for the tooltip; made when somebody hovers. */
export function wholeItem(node: TreeNode): vscode.MarkdownString | undefined {
  const raw = rawOf(node);
  if (raw === undefined) return undefined;
  const json = JSON.stringify(raw, undefined, 2);
  return new vscode.MarkdownString().appendCodeblock(
    json.length > longest ? `${json.slice(0, longest)}…` : json,
    'json',
  );
}

/** The item of a list as the service sent it; personal data of orders is masked. */
export function rawOf(node: TreeNode): Record<string, unknown> | undefined {
  switch (node.kind) {
    case 'contentGroup':
      return node.raw ?? { ...node.group };
    case 'contentCategory':
      return node.category.raw;
    case 'content':
      return node.content.raw;
    case 'order':
      return maskedOrder(node.order);
    case 'application':
    case 'environment':
    case 'contentLibrary':
    case 'orders':
    case 'user':
    case 'favourites':
    case 'favourite':
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
      return undefined;
  }
}
