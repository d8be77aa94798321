import * as vscode from 'vscode';
import type { Selection } from '../applications/selection';
import type { Parts } from './parts';
import { plainText } from './plainText';
import {
  applicationNode,
  environmentChildren,
  environmentNode,
  type ContentCategoryNode,
  type ContentGroupNode,
  type TreeNode,
} from './tree/node';

interface CategoryPick extends vscode.QuickPickItem {
  node: ContentCategoryNode;
}

/**
 * All categories of the environment, to any depth, in a quick pick that fills while it is read. The tree's lists are
 * used, so nothing is read twice.
 * @throws vscode.CancellationError when nothing is picked; the first error when nothing could be read
 */
export async function pickCategory({ tree }: Pick<Parts, 'tree'>, target: Selection): Promise<ContentCategoryNode> {
  const root = environmentNode(applicationNode(target.application), target.environment);
  const pick = vscode.window.createQuickPick<CategoryPick>();
  pick.title = vscode.l10n.t('Content Categories');
  pick.placeholder = vscode.l10n.t('Name or ID');
  pick.matchOnDescription = true;
  pick.busy = true;
  const closed = new AbortController();
  let firstError: unknown;
  const read = async () => {
    const [library] = environmentChildren(root);
    const waiting: TreeNode[] = await tree.getChildren(library);
    const found: CategoryPick[] = [];
    for (let node = waiting.shift(); node !== undefined && !closed.signal.aborted; node = waiting.shift()) {
      if (node.kind === 'error') {
        firstError ??= node.error;
        continue;
      }
      if (node.kind === 'contentCategory') {
        found.push({ label: plainText(node.category.name ?? node.category.id), description: pathOf(node), node });
      }
      if (mayHaveChildren(node)) {
        waiting.push(...(await tree.loadAll(node, closed.signal)));
        pick.items = found;
      }
    }
    pick.items = found;
    pick.busy = false;
  };
  try {
    return await new Promise((resolve, reject) => {
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems[0];
        if (chosen !== undefined) resolve(chosen.node);
      });
      pick.onDidHide(() => reject(new vscode.CancellationError()));
      pick.show();
      read().then(() => {
        if (pick.items.length > 0 || closed.signal.aborted) return;
        if (firstError instanceof Error) reject(firstError);
        else pick.placeholder = vscode.l10n.t('There are no content categories.');
      }, reject);
    });
  } finally {
    closed.abort();
    pick.dispose();
  }
}

function mayHaveChildren(node: TreeNode): node is ContentGroupNode | ContentCategoryNode {
  if (node.kind === 'contentGroup') return true;
  return node.kind === 'contentCategory' && !node.repeats && node.category.haveChildren !== false;
}

function pathOf(node: ContentCategoryNode): string {
  const names: string[] = [];
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (above.kind === 'contentGroup') names.unshift(above.group.name ?? above.group.id);
    if (above.kind === 'contentCategory') names.unshift(above.category.name ?? above.category.id);
  }
  return plainText(`${names.join(' › ')} · ${node.category.id}`);
}
