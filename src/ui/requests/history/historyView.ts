import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { byDay, type HistoryEntry } from '../../../requests/history/history';
import { pickEnvironment, selectedOr } from '../../applications/commandTarget';
import { environmentName } from '../../nodes/environmentName';
import { brief } from '../../platform/messages';
import type { Parts } from '../../parts';
import { plainText } from '../../platform/plainText';
import { UiError } from '../../platform/uiError';
import type { History } from './history';
import { createHistoryDocuments, type HistoryDocuments } from './historyDocuments';
import { parsedDocument } from '../document/parsedDocument';
import { sendRequests, type RequestParts } from '../sending/sendCommands';

type HistoryNode = { day: string; entries: readonly HistoryEntry[] } | { entry: HistoryEntry };

/** What was sent, by day; an entry opens as a request document with its answer, to be sent again anywhere. */
export function registerHistoryView(parts: Parts, own: RequestParts): vscode.Disposable {
  const { history } = own;
  const { commands } = parts;
  const changed = new vscode.EventEmitter<void>();
  const documents = createHistoryDocuments();
  const view = vscode.window.createTreeView('hydrogen.history', {
    treeDataProvider: historyTree(history, changed.event),
    canSelectMany: true,
  });
  const entryOf = (argument: unknown) => (argument as { entry?: HistoryEntry } | undefined)?.entry;
  return vscode.Disposable.from(
    view,
    changed,
    documents,
    history.onDidChange(() => changed.fire()),
    // Another window may have added something.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) changed.fire();
    }),
    commands.register('hydrogen.history.open', async argument => {
      const entry = entryOf(argument);
      if (entry !== undefined) await documents.open(entry);
    }),
    commands.register('hydrogen.history.sendAgain', async argument => {
      const entry = entryOf(argument);
      if (entry !== undefined) await sendAgain(parts, own, documents, entry);
    }),
    commands.register('hydrogen.history.compare', async (argument, selected) => {
      const nodes = Array.isArray(selected) ? (selected as HistoryNode[]) : [argument as HistoryNode];
      const [left, right] = nodes.map(entryOf).filter(entry => entry !== undefined);
      if (left === undefined || right === undefined) throw new UiError(vscode.l10n.t('Select two requests.'));
      await documents.compare(left, right);
    }),
    commands.register('hydrogen.history.clear', () => clear(history)),
  );
}

function historyTree(history: History, changed: vscode.Event<void>): vscode.TreeDataProvider<HistoryNode> {
  return {
    onDidChangeTreeData: changed,
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
  };
}

function entryItem(entry: HistoryEntry): vscode.TreeItem {
  const { label, at, status, failure, environment, application, milliseconds } = entry;
  const item = new vscode.TreeItem(plainText(label));
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at);
  const outcome = status === undefined ? failureText(failure) : String(status);
  const where = environment === undefined ? '' : placeName(environment);
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

/** A few words for an error's code. */
function failureText(code: HistoryEntry['failure']): string {
  const known = (['timeout', 'unknownHost', 'refused', 'tls', 'network'] as const).find(one => one === code);
  if (known !== undefined) return brief(new ApiError(known, { method: '', url: '' }));
  return code === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('No answer');
}

function placeName({ name, envId }: NonNullable<HistoryEntry['environment']>): string {
  return envId === undefined ? environmentName(undefined) : plainText(name);
}

/** In the environment that is chosen; what the history did not keep has to be filled in first. */
async function sendAgain(
  parts: Parts,
  own: RequestParts,
  documents: HistoryDocuments,
  entry: HistoryEntry,
): Promise<void> {
  const { applications } = parts.applications.list();
  const application = applications.find(({ clientId }) => clientId === entry.application.clientId);
  const here = application === undefined ? await selectedOr(parts, undefined) : { application, environment: undefined };
  const title = vscode.l10n.t('Send again in which environment of {0}?', plainText(here.application.name));
  const environment = await pickEnvironment(here.application, title);
  const document = await documents.openRequest(entry, environment?.name ?? 'Production');
  // The core cuts longer ones off.
  if (/<SECRET>|•••/.test(entry.request) || entry.request.length >= 20_000) {
    throw new UiError(
      vscode.l10n.t('The history keeps no secrets and no long texts. Complete the request, then send it.'),
    );
  }
  const selection = { application: here.application, environment };
  await sendRequests(parts, own, { document, requests: parsedDocument(document).requests.slice(0, 1), selection });
}

async function clear(history: History): Promise<void> {
  const button = vscode.l10n.t('Clear');
  const question = vscode.l10n.t('Clear the history of requests?');
  const detail = vscode.l10n.t('It is one for all windows, and cannot be brought back.');
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, button);
  if (chosen === button) await history.clear();
}
