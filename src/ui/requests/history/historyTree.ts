import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { byDay, type HistoryEntry } from '../../../requests/history/history';
import { environmentName } from '../../nodes/environmentName';
import { errorLabel } from '../../platform/messages';
import { plainText } from '../../platform/plainText';
import type { History } from './history';

export type HistoryNode = { day: string; entries: readonly HistoryEntry[] } | { entry: HistoryEntry };

/** The entries of the history by day, the newest first. */
export interface HistoryTree extends vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  /** Reads the history again: another window may have added an entry. */
  refresh(): void;
}

export function createHistoryTree(history: History): HistoryTree {
  const changed = new vscode.EventEmitter<void>();
  const subscription = history.onDidChange(() => changed.fire());
  return {
    onDidChangeTreeData: changed.event,
    refresh: () => changed.fire(),
    async getChildren(node) {
      if (node !== undefined) return 'entry' in node ? [] : node.entries.map(entry => ({ entry }));
      const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' });
      return [...byDay(await history.entries(), at => format.format(at))].map(([day, entries]) => ({ day, entries }));
    },
    getTreeItem(node) {
      if ('entry' in node) return entryItem(node.entry);
      const item = new vscode.TreeItem(node.day, vscode.TreeItemCollapsibleState.Expanded);
      item.id = node.day;
      return item;
    },
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

function entryItem(entry: HistoryEntry): vscode.TreeItem {
  const { label, at, status, failure, environment, application, milliseconds } = entry;
  const item = new vscode.TreeItem(plainText(label));
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at);
  const outcome = status === undefined ? failureText(failure) : String(status);
  const where = environment === undefined ? '' : plainText(environmentName(environment));
  item.id = entry.id;
  item.description = [outcome, where, time].filter(part => part !== '').join(' · ');
  const failed = status === undefined || status >= 400;
  item.iconPath = new vscode.ThemeIcon(
    failed ? 'error' : 'pass',
    new vscode.ThemeColor(failed ? 'list.errorForeground' : 'testing.iconPassed'),
  );
  const place = [plainText(application.name), where].filter(part => part !== '').join(' · ');
  item.tooltip = `${place}\n${outcome} · ${milliseconds ?? 0} ms`;
  item.contextValue = 'historyEntry';
  item.accessibilityInformation = { label: `${plainText(label)}, ${item.description}` };
  item.command = {
    command: 'hydrogen.history.open',
    title: vscode.l10n.t('Open Request'),
    arguments: [{ entry }],
  };
  return item;
}

/** A few words for the code of an error. */
function failureText(code: HistoryEntry['failure']): string {
  const known = (['timeout', 'unknownHost', 'refused', 'tls', 'network'] as const).find(one => one === code);
  if (known !== undefined) return errorLabel(new ApiError(known, { method: '', url: '' }));
  return code === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('No response');
}
