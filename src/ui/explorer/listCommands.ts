import * as vscode from 'vscode';
import { plainText } from '../messages/plainText';
import { isList, isNode, kindOf, type ListNode, type TreeNode } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import type { CommandRunner } from '../platform/command';
import { withProgress } from '../platform/dialogs';
import { reading } from '../platform/progress';
import { showInput } from '../platform/prompts';
import type { ApplicationsTree } from './applicationsTree';
import { chosenList } from './chosenNodes';
import type { Lists } from './lists';

interface ListCommandDependencies {
  commands: CommandRunner;
  lists: Lists;
  tree: Pick<ApplicationsTree, 'refresh'>;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal' | 'selection'>;
}

/**
 * Registers the commands that refresh the tree or a row, that load the next page or the rest of a list, and that filter a
 * list. A filter belongs to one list and one window.
 */
export function registerListCommands({ commands, lists, tree, view }: ListCommandDependencies): vscode.Disposable[] {
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
    commands.registerEach(
      'hydrogen.list.filter',
      async argument => {
        const node = chosenList(view, argument);
        if (node === undefined) return;
        await filter(lists, node);
        await view.reveal(node, { expand: true, focus: true });
      },
      isListRow,
    ),
    commands.registerEach(
      'hydrogen.list.clearFilter',
      argument => {
        const node = chosenList(view, argument);
        if (node !== undefined) lists.setFilter(node, undefined);
      },
      isListRow,
    ),
  ];
}

function isListRow(row: unknown): boolean {
  return isNode(row) && isList(row);
}

async function filter(lists: Lists, node: ListNode): Promise<void> {
  const name = plainText(nodeLabel(node), 80);
  // The service can filter only contents. Other lists must be read to the end.
  const searched =
    kindOf(node)
      .sections?.(node, '')
      .some(section => section.searched === true) === true;
  const value = await showInput({
    title: vscode.l10n.t('Filter {0}', name),
    prompt: promptOf(node, searched),
    value: lists.filter(node) ?? '',
  });
  const text = value.trim();
  if (text !== '' && !searched) await readAll(lists, node, name);
  lists.setFilter(node, text === '' ? undefined : text);
}

function promptOf({ kind }: ListNode, searched: boolean): string {
  if (searched) return vscode.l10n.t('Part of the title. Leave it empty to show everything.');
  return kind === 'orders'
    ? vscode.l10n.t('Part of the name, number, amount, status or day. Leave it empty to show everything.')
    : vscode.l10n.t('Part of the name or ID. Leave it empty to show everything.');
}

async function readAll(lists: Lists, node: ListNode, name: string): Promise<void> {
  await lists.loadFirstPage(node);
  if (!lists.cached(node).some(({ kind }) => kind === 'more')) return;
  await withProgress(vscode.l10n.t('Reading {0} to filter it…', name), async (signal, report) => {
    await lists.loadAll(node, reading(signal, report));
    if (signal.aborted) throw new vscode.CancellationError();
  });
}
