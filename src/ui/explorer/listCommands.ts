import * as vscode from 'vscode';
import { isList, isNode, type ListNode } from '../nodes/node';
import type { CommandRunner } from '../platform/command';
import { withProgress } from '../platform/dialogs';
import { reading } from '../platform/progress';
import type { ApplicationsTree } from './applicationsTree';
import type { Lists } from './lists';

interface ListCommandDependencies {
  commands: CommandRunner;
  lists: Lists;
  tree: Pick<ApplicationsTree, 'refresh'>;
}

/** Registers the commands that refresh the tree or a row, and that load the next page or the rest of a list. */
export function registerListCommands({ commands, lists, tree }: ListCommandDependencies): vscode.Disposable[] {
  const loadAll = (node: ListNode) =>
    withProgress(vscode.l10n.t('Loading all…'), (signal, report) => lists.loadAll(node, reading(signal, report)));
  return [
    // Ignores the argument: VS Code passes the focused row, but a command in the view title refreshes the whole view.
    commands.register('hydrogen.view.refresh', () => tree.refresh()),
    commands.registerEach(
      'hydrogen.item.refresh',
      argument => {
        if (isNode(argument)) tree.refresh(argument);
      },
      isNode,
    ),
    commands.register('hydrogen.list.loadMore', async argument => {
      if (!isNode(argument) || argument.kind !== 'more' || !isList(argument.parent)) return;
      // A local filter needs the whole list.
      await (argument.searching ? loadAll(argument.parent) : lists.loadNextPage(argument.parent));
    }),
    commands.register('hydrogen.list.loadAll', async argument => {
      if (isNode(argument) && argument.kind === 'more' && isList(argument.parent)) await loadAll(argument.parent);
    }),
  ];
}
