import * as vscode from 'vscode';
import { applicationIdentity } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import { isCut } from '../../../requests/history/entryRequest';
import type { HistoryEntry } from '../../../requests/history/history';
import type { ApplicationStore } from '../../applications/applicationStore';
import { pickEnvironment, type CommandServices } from '../../applications/commandTarget';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import type { History } from './history';
import type { HistoryTree } from './historyTree';
import type { HistoryDocuments } from './historyDocuments';
import { askToContinue } from '../../platform/dialogs';
import { showInput } from '../../platform/prompts';
import { responseId } from '../responses/responses';

interface HistoryServices extends CommandServices {
  history: History;
  tree: Pick<HistoryTree, 'filter'>;
  documents: HistoryDocuments;
  /** Sends the first request of a document and shows its response. */
  resend: (document: vscode.TextDocument, target: Selection) => Promise<void>;
}

export function registerHistoryCommands(services: HistoryServices): vscode.Disposable[] {
  const { commands, applications, history, tree, documents, resend } = services;
  /** Returns the history entry of a tree item or of a document. */
  const entryFor = async (argument: unknown): Promise<HistoryEntry> => {
    const entry = argument instanceof vscode.Uri ? await history.entry(responseId(argument)) : entryOf(argument);
    if (entry !== undefined) return entry;
    throw new UiError(vscode.l10n.t('This request is no longer in the history.'));
  };
  return [
    commands.registerEach(
      'hydrogen.history.open',
      async (argument, several) => documents.open(await entryFor(argument), { isPermanent: several }),
      row => entryOf(row) !== undefined,
    ),
    commands.register('hydrogen.history.edit', async argument => documents.edit(await entryFor(argument))),
    commands.register('hydrogen.history.sendAgain', async argument => {
      const entry = await entryFor(argument);
      if (isCut(entry)) {
        await documents.edit(entry);
        throw new UiError(vscode.l10n.t('The history keeps no long texts. Complete the request, then send it.'));
      }
      const target = await chooseTarget(applications, entry);
      await resend(await documents.request(entry), target);
    }),
    commands.register('hydrogen.history.compare', async (argument, selected) => {
      const nodes: unknown[] = Array.isArray(selected) ? selected : [argument];
      const [left, right, ...others] = nodes.map(entryOf).filter(entry => entry !== undefined);
      if (left === undefined || right === undefined || others.length > 0)
        throw new UiError(vscode.l10n.t('Select two requests.'));
      await documents.compare(left, right);
    }),
    commands.register('hydrogen.history.filter', async () => {
      const text = await showInput({
        title: vscode.l10n.t('Filter History…'),
        prompt: vscode.l10n.t(
          'Words of path, status (404, 4xx), application, environment or day. Leave it empty to show everything.',
        ),
        value: tree.filter,
      });
      tree.filter = text;
      // The view may be collapsed or in a hidden side bar.
      await vscode.commands.executeCommand('hydrogen.history.focus');
    }),
    commands.register('hydrogen.history.clear', () => clear(history)),
  ];
}

function entryOf(argument: unknown): HistoryEntry | undefined {
  return (argument as { entry?: HistoryEntry } | undefined)?.entry;
}

/**
 * Returns the entry's application with an environment that the user picks.
 * @throws UiError if the application is not configured with the same ClientID, server domain and authorization server
 */
async function chooseTarget(applications: ApplicationStore, entry: HistoryEntry): Promise<Selection> {
  const identity = applicationIdentity(entry.application);
  const application = applications.list().applications.find(candidate => applicationIdentity(candidate) === identity);
  if (application === undefined) {
    const { name, clientId, serverDomain } = entry.application;
    throw new UiError(
      vscode.l10n.t(
        'This was sent to {0} ({1}) at {2}, which is not configured here. “Edit Request” opens it as a document that you can send elsewhere.',
        plainText(name, 60),
        plainText(clientId, 60),
        plainText(serverDomain, 100),
      ),
    );
  }
  const title = vscode.l10n.t('Send again in which environment of {0}?', plainText(application.name));
  return { application, environment: await pickEnvironment(application, title) };
}

async function clear(history: History): Promise<void> {
  const button = vscode.l10n.t('Clear');
  const question = vscode.l10n.t('Clear the request history?');
  const detail = vscode.l10n.t('It is shared by all windows. This cannot be undone.');
  await askToContinue(question, detail, button);
  await history.clear();
}
