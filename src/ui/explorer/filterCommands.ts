import * as vscode from 'vscode';
import { isList, isNode, kindOf, type ListNode, type TreeNode } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import type { CommandRunner } from '../platform/command';
import { plainText } from '../messages/plainText';
import { withProgress } from '../platform/dialogs';
import { reading } from '../platform/progress';
import { showInput } from '../platform/prompts';
import { chosenList } from './chosenNodes';
import type { Lists } from './lists';

interface FilterCommandDependencies {
  commands: CommandRunner;
  lists: Lists;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal' | 'selection'>;
}

/** Registers the filter commands. A filter belongs to one list and one window. */
export function registerFilterCommands({ commands, lists, view }: FilterCommandDependencies): vscode.Disposable[] {
  return [
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
