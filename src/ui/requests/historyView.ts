import * as vscode from 'vscode';
import { byDay, type HistoryEntry } from '../../requests/history';
import type { CommandRunner } from '../command';
import { plainText } from '../plainText';
import { languageId } from './parsedDocument';
import type { History } from './history';

type HistoryNode = { day: string; entries: readonly HistoryEntry[] } | { entry: HistoryEntry };

/** What was sent, by day; an entry opens as a request document with its answer, to be sent again anywhere. */
export function registerHistoryView(history: History, commands: CommandRunner): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.TreeDataProvider<HistoryNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node !== undefined) return 'entry' in node ? [] : node.entries.map(entry => ({ entry }));
      const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' });
      return [...byDay(await history.entries(), at => format.format(at))].map(([day, entries]) => ({ day, entries }));
    },
    getTreeItem(node) {
      if ('day' in node) {
        const item = new vscode.TreeItem(node.day, vscode.TreeItemCollapsibleState.Expanded);
        item.id = node.day;
        return item;
      }
      return entryItem(node.entry);
    },
  };
  const view = vscode.window.createTreeView('hydrogen.history', { treeDataProvider: provider, canSelectMany: true });
  const entryOf = (argument: unknown) => (argument as { entry?: HistoryEntry } | undefined)?.entry;
  return vscode.Disposable.from(
    view,
    changed,
    history.onDidChange(() => changed.fire()),
    commands.register('hydrogen.history.open', async argument => {
      const entry = entryOf(argument);
      if (entry !== undefined) await openEntry(entry);
    }),
    commands.register('hydrogen.history.compare', async (argument, selected) => {
      const nodes = Array.isArray(selected) ? (selected as HistoryNode[]) : [argument as HistoryNode];
      const [left, right] = nodes.map(entryOf).filter(entry => entry !== undefined);
      if (left !== undefined && right !== undefined) await compareEntries(left, right);
    }),
    commands.register('hydrogen.history.clear', async () => {
      const clear = vscode.l10n.t('Clear');
      const chosen = await vscode.window.showWarningMessage(
        vscode.l10n.t('Clear the history of requests?'),
        { modal: true },
        clear,
      );
      if (chosen === clear) await history.clear();
    }),
  );
}

function entryItem(entry: HistoryEntry): vscode.TreeItem {
  const { label, at, status, failure, environment, application, milliseconds } = entry;
  const item = new vscode.TreeItem(plainText(label));
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at);
  const outcome = status === undefined ? (failure ?? '') : String(status);
  const where = environment === undefined ? '' : plainText(environment.name);
  item.id = entry.id;
  item.description = [outcome, where, time].filter(part => part !== '').join(' · ');
  const failed = status === undefined || status >= 400;
  item.iconPath = new vscode.ThemeIcon(
    failed ? 'error' : 'pass',
    new vscode.ThemeColor(failed ? 'list.errorForeground' : 'testing.iconPassed'),
  );
  item.tooltip = `${plainText(application.name)} · ${where}\n${outcome} · ${milliseconds ?? 0} ms`;
  item.contextValue = 'historyEntry';
  item.accessibilityInformation = { label: `${plainText(label)}, ${item.description}` };
  item.command = {
    command: 'hydrogen.history.open',
    title: vscode.l10n.t('Open Request'),
    arguments: [{ entry }],
  };
  return item;
}

async function openEntry(entry: HistoryEntry): Promise<void> {
  const environment = entry.environment === undefined ? '' : `# @environment ${entry.environment.name}\n`;
  const content = `### ${entry.label.replace(/\s+/g, ' ')}\n${environment}${entry.request}`;
  const request = await vscode.workspace.openTextDocument({ language: languageId, content });
  await vscode.window.showTextDocument(request, { preview: true });
  if (entry.response === undefined) return;
  const response = await vscode.workspace.openTextDocument({
    language: 'hydrogen-response',
    content: answerOf(entry),
  });
  const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true };
  await vscode.window.showTextDocument(response, beside);
}

async function compareEntries(left: HistoryEntry, right: HistoryEntry): Promise<void> {
  const open = async (entry: HistoryEntry) =>
    (await vscode.workspace.openTextDocument({ language: 'hydrogen-response', content: answerOf(entry) })).uri;
  const title = `${left.label} ↔ ${right.label}`;
  await vscode.commands.executeCommand('vscode.diff', await open(left), await open(right), title);
}

function answerOf({ status, headers = [], response = '' }: HistoryEntry): string {
  const lines = [`HTTP ${status ?? ''}`.trimEnd(), ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\n')}\n\n${response}\n`;
}
