import * as vscode from 'vscode';
import type { CsvRow } from './csv';
import { isCancelled, type CommandRunner } from '../../platform/command';
import { fileName } from '../../messages/fileName';
import { proposedFile, showMessage, withProgress } from '../../platform/dialogs';
import { writeExport } from './exportFile';
import type { Lists } from '../lists';
import { readWithoutCache } from '../readPages';
import { plainText } from '../../messages/plainText';
import { reading } from '../../platform/progress';
import { showSave } from '../../platform/prompts';
import { nodeLabel } from '../../nodes/nodeLabel';
import { isList, isNode, kindOf, type ListNode, type TreeNode } from '../../nodes/node';
import { chosenList } from '../chosenNodes';

interface ExportDependencies {
  commands: CommandRunner;
  lists: Lists;
  view: Pick<vscode.TreeView<TreeNode>, 'selection'>;
}

export function registerExportCommands({ commands, lists, view }: ExportDependencies): vscode.Disposable[] {
  return [
    commands.registerEach(
      'hydrogen.list.export',
      async argument => {
        const node = chosenList(view, argument);
        if (node !== undefined) await exportList(lists, node);
      },
      row => isNode(row) && isList(row),
    ),
  ];
}

async function exportList(lists: Lists, node: ListNode): Promise<void> {
  const name = plainText(nodeLabel(node), 80);
  const uri = await showSave({
    title: vscode.l10n.t('Export {0} as .json or .csv', name),
    saveLabel: vscode.l10n.t('Export'),
    filters: { JSON: ['json'], CSV: ['csv'] },
    defaultUri: proposedFile(`${fileName(nodeLabel(node))}.json`),
  });
  const format = uri.path.toLowerCase().endsWith('.csv') ? 'csv' : 'json';
  const count = await withProgress(vscode.l10n.t('Exporting {0}…', name), async (signal, report) => {
    try {
      return await writeExport(uri, format, rowsOf(readWithoutCache(lists, node, reading(signal, report)), signal));
    } catch (error) {
      if (!isCancelled(error)) throw error;
      void showMessage('information', vscode.l10n.t('The export was cancelled. No file was written.'));
      throw error;
    }
  });
  const open = vscode.l10n.t('Open');
  const masked = node.kind === 'orders' ? vscode.l10n.t('Personal and payment data are masked.') : '';
  const done = vscode.l10n.t('Items exported: {0}. {1}', count, masked).trim();
  void showMessage('information', done, open).then(async chosen => {
    if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
  });
}

async function* rowsOf(pages: AsyncIterable<readonly TreeNode[]>, signal: AbortSignal): AsyncGenerator<CsvRow[]> {
  for await (const page of pages) {
    // A partial list must not look complete.
    if (signal.aborted) throw new vscode.CancellationError();
    yield page.map(node => kindOf(node).raw?.(node)).filter(row => row !== undefined);
  }
  if (signal.aborted) throw new vscode.CancellationError();
}
