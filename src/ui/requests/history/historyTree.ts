import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { fitsFilter } from '../../../requests/history/filter';
import { byDay, inFlight, type HistoryEntry } from '../../../requests/history/history';
import { environmentName } from '../../nodes/environmentName';
import { errorLabel } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { durationText } from '../../messages/timeText';
import type { History } from './history';

export type HistoryNode =
  | { filter: string; matching: number; total: number }
  | { day: string; entries: readonly HistoryEntry[] }
  | { entry: HistoryEntry };

/** The tree of history entries by day, newest first. */
export class HistoryTree implements vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  readonly #history: History;
  readonly #hasSeveralApplications: () => boolean;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #filter = '';
  readonly onDidChangeTreeData = this.#changed.event;

  /** @param hasSeveralApplications true if there are several applications, so that rows must name theirs */
  constructor(history: History, hasSeveralApplications: () => boolean) {
    this.#history = history;
    this.#hasSeveralApplications = hasSeveralApplications;
    this.#subscription = history.onDidChange(() => this.refresh());
  }

  /** The words that entries must contain; empty for all entries. */
  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text.trim();
    this.refresh();
  }

  /** Rereads the history: another window may have added an entry. */
  refresh(): void {
    this.#changed.fire();
  }

  async getChildren(node?: HistoryNode): Promise<HistoryNode[]> {
    if (node !== undefined) return 'entries' in node ? node.entries.map(entry => ({ entry })) : [];
    const filter = this.#filter;
    const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' });
    const dayOf = (at: number) => format.format(at);
    const all = await this.#history.entries();
    const matching = filter === '' ? all : all.filter(entry => fitsFilter(entry, filter, wordsOf(entry, dayOf)));
    const days = [...byDay(matching, dayOf)].map(([day, entries]) => ({ day, entries }));
    return filter === '' ? days : [{ filter, matching: matching.length, total: all.length }, ...days];
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    if ('filter' in node) return filterItem(node);
    if ('entry' in node) return entryItem(node.entry, this.#hasSeveralApplications());
    const item = new vscode.TreeItem(node.day, vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.day;
    return item;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Creates a row that shows the filter; a click changes it. */
function filterItem({ filter, matching, total }: { filter: string; matching: number; total: number }): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Filter: {0}', plainText(filter, 60)));
  item.description = vscode.l10n.t('{0} of {1}', matching, total);
  item.iconPath = new vscode.ThemeIcon('filter-filled');
  item.command = { command: 'hydrogen.history.filter', title: vscode.l10n.t('Filter History…') };
  return item;
}

function wordsOf({ at, environment, failure }: HistoryEntry, dayOf: (at: number) => string) {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const iso = parts.map(part => String(part).padStart(2, '0')).join('-');
  const isToday = dayOf(at) === dayOf(Date.now());
  return {
    day: `${dayOf(at)} ${iso} ${isToday ? vscode.l10n.t('today') : ''}`,
    environment: environment === undefined ? '' : environmentName(environment),
    failure: failureWords(failure),
  };
}

function entryItem(entry: HistoryEntry, namesApplication: boolean): vscode.TreeItem {
  const { label, at, status, failure, environment, application, milliseconds } = entry;
  const item = new vscode.TreeItem(plainText(label));
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at);
  const outcome = status === undefined ? failureWords(failure) : String(status);
  const environmentText = environment === undefined ? '' : plainText(environmentName(environment));
  item.id = entry.id;
  const name = namesApplication && environment !== undefined ? plainText(application.name) : '';
  item.description = [outcome, name, environmentText, time].filter(part => part !== '').join(' · ');
  const isFailed = status === undefined || status >= 400;
  item.iconPath = new vscode.ThemeIcon(
    isFailed ? 'error' : 'pass',
    new vscode.ThemeColor(isFailed ? 'list.errorForeground' : 'testing.iconPassed'),
  );
  const target = [plainText(application.name), environmentText].filter(part => part !== '').join(' · ');
  const took = milliseconds === undefined ? '' : ` · ${durationText(milliseconds)}`;
  item.tooltip = `${target}\n${outcome}${took}`;
  item.contextValue = 'historyEntry';
  item.accessibilityInformation = { label: `${plainText(label)}, ${item.description}` };
  item.command = {
    command: 'hydrogen.history.open',
    title: vscode.l10n.t('Open Request'),
    arguments: [{ entry }],
  };
  return item;
}

/** Describes an error code in a few words. */
export function failureWords(code: HistoryEntry['failure']): string {
  const connectionCode = (['timeout', 'unknownHost', 'refused', 'tls', 'network'] as const).find(one => one === code);
  if (connectionCode !== undefined) return errorLabel(new ApiError(connectionCode, { method: '', url: '' }));
  if (code === inFlight) return vscode.l10n.t('Sent, no response seen');
  return code === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('No response');
}
