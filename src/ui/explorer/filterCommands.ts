import * as vscode from 'vscode';
import { chosenList } from './chosenNodes';
import type { Parts } from '../parts';
import { plainText } from '../platform/plainText';
import { reading } from '../platform/progress';
import { nodeName } from '../nodes/nodeLabel';
import type { ListNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';
import { showInput } from '../platform/prompts';

/** A filter belongs to one list and to the window. */
export function registerFilterCommands(parts: Parts): vscode.Disposable[] {
  const { commands, tree } = parts;
  return [
    commands.register('hydrogen.list.filter', async argument => {
      const node = chosenList(parts, argument);
      if (node !== undefined) await filter(parts, node);
    }),
    commands.register('hydrogen.list.clearFilter', argument => {
      const node = chosenList(parts, argument);
      if (node !== undefined) tree.filter(node, undefined);
    }),
  ];
}

async function filter({ tree, view }: Parts, node: ListNode): Promise<void> {
  const name = plainText(nodeName(node), 80);
  const value = await showInput({
    title: vscode.l10n.t('Filter {0}', name),
    prompt:
      node.kind === 'contentCategory'
        ? vscode.l10n.t('Part of the title. Empty shows everything.')
        : vscode.l10n.t('Part of the name or ID. Empty shows everything.'),
    value: tree.filterOf(node) ?? '',
  });
  if (value === undefined) throw new vscode.CancellationError();
  const text = value.trim();
  // The service searches contents; it has no search for the others, which are read to their end.
  const unread = node.kind !== 'contentCategory' && (await tree.getChildren(node)).some(({ kind }) => kind === 'more');
  if (text !== '' && unread) {
    await withProgress(vscode.l10n.t('Reading {0} to filter it…', name), async (signal, report) => {
      await tree.loadAll(node, reading(signal, report));
      if (signal.aborted) throw new vscode.CancellationError();
    });
  }
  tree.filter(node, text === '' ? undefined : text);
  await view.reveal(node, { expand: true, focus: true });
}
