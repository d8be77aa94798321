import * as vscode from 'vscode';
import { publicAuthUrl, publicServerDomain, type Application } from '../../applications/application';
import type { ApplicationStore } from './applicationStore';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import { showMessage } from '../platform/dialogs';
import { showPickMany } from '../platform/prompts';

export interface FoundClientId {
  clientId: string;
  /** Where it was found, in words for the person. */
  place: string;
  /** A name to begin with; a person can change it afterwards. */
  name: string;
}

/**
 * Lets a person choose which of the ClientIDs become applications, and adds these.
 * @param note said with the choice
 * @throws vscode.CancellationError, UiError when nothing is new
 */
export async function offerClientIds(
  applications: ApplicationStore,
  title: string,
  found: readonly FoundClientId[],
  note: string,
): Promise<void> {
  const known = new Set(applications.list().applications.map(({ clientId }) => clientId));
  const fresh = found.filter(({ clientId }) => !known.has(clientId));
  if (fresh.length === 0) {
    throw new UiError(vscode.l10n.t('{0} ClientIDs were found, and all have already been added.', found.length));
  }
  const items = fresh.map(one => ({
    label: plainText(one.clientId, 100),
    description: plainText(one.place, 200),
    detail: vscode.l10n.t('Server domain: {0}', publicServerDomain(one.clientId)),
    picked: fresh.length === 1,
    one,
  }));
  const options = {
    title,
    placeHolder: note,
    matchOnDescription: true,
    ignoreFocusOut: true,
  };
  const chosen = await showPickMany(items, options);
  if (chosen === undefined || chosen.length === 0) throw new vscode.CancellationError();
  for (const { one } of chosen) await applications.save(applicationOf(one));
  void sayAdded(chosen.map(({ one }) => one.clientId));
}

function applicationOf({ clientId, name }: FoundClientId): Application {
  return {
    name,
    clientId,
    serverDomain: publicServerDomain(clientId),
    authUrl: publicAuthUrl,
    environments: [],
    contentGroups: [],
  };
}

/** The next step is to authorize; with one application it is a button. */
async function sayAdded(clientIds: readonly string[]): Promise<void> {
  const [first] = clientIds;
  const authorize = vscode.l10n.t('Authorize');
  const text = vscode.l10n.t('Applications added: {0}. Authorize to enter the ClientSecret.', clientIds.length);
  const buttons = clientIds.length === 1 ? [authorize] : [];
  const chosen = await showMessage('information', text, ...buttons);
  if (chosen === authorize && first !== undefined) await authorizeOne(first);
}

async function authorizeOne(clientId: string): Promise<void> {
  // The argument of a tree item, so that what goes wrong is told to the person.
  const application = { clientId, authUrl: publicAuthUrl };
  await vscode.commands.executeCommand('hydrogen.application.authorize', { application });
}
