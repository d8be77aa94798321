import * as vscode from 'vscode';
import { readOrder } from '../../api/webApi/order';
import { environmentName } from './environmentName';
import { ancestors, orderId, type TreeNode } from './node';

/** What a node is called: its name, else what it is with its ID. */
export function nodeName(node: TreeNode): string {
  switch (node.kind) {
    case 'application':
      return node.application.name;
    case 'environment':
      return environmentName(node.environment);
    case 'contentLibrary':
      return vscode.l10n.t('Content Library');
    case 'contentGroup':
      return node.group.name ?? vscode.l10n.t('Content group {0}', node.group.id);
    case 'contentCategory':
      return node.category.name ?? vscode.l10n.t('Content category {0}', node.category.id);
    case 'content':
      return node.content.title ?? vscode.l10n.t('Content {0}', node.content.id);
    case 'orders':
      return vscode.l10n.t('Orders');
    case 'order': {
      const { number, description } = readOrder(node.order);
      return description ?? number ?? vscode.l10n.t('Order');
    }
    case 'user':
      return vscode.l10n.t('User');
    case 'favourites':
      return vscode.l10n.t('Favourites');
    case 'favourite':
      return nodeName(node.target);
    case 'sandboxRequests':
      return vscode.l10n.t('Requests');
    case 'sandboxRequest':
      return `${node.request.method} ${node.request.path}`;
    case 'more':
    case 'error':
      return '';
  }
}

/** The ID the service knows a node by; `undefined` where there is none. */
export function nodeId(node: TreeNode): string | undefined {
  switch (node.kind) {
    case 'application':
      return node.application.clientId;
    case 'environment':
      return node.environment?.envId;
    case 'contentGroup':
      return node.group.id;
    case 'contentCategory':
      return node.category.id;
    case 'content':
      return node.content.id;
    case 'order':
      return orderId(node.order);
    case 'favourite':
      return nodeId(node.target);
    case 'favourites':
    case 'contentLibrary':
    case 'orders':
    case 'user':
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
      return undefined;
  }
}

/** The names from the application down to the node. The content library is left out: everything below it is content. */
export function nodePath(node: TreeNode): string[] {
  return ancestors(node)
    .filter(({ kind }) => kind !== 'contentLibrary' || node.kind === 'contentLibrary')
    .map(nodeName)
    .reverse();
}

/** Whether the text is in the name or the ID, whatever the case of its letters. */
export function isNamed(node: TreeNode, text: string): boolean {
  const wanted = text.toLowerCase();
  return nodeName(node).toLowerCase().includes(wanted) || (nodeId(node) ?? '').toLowerCase().includes(wanted);
}
