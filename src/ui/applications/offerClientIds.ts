import * as vscode from 'vscode';
import { publicAuthUrl, publicServerDomain, type Application } from '../../applications/application';
import type { ApplicationStore } from './applicationStore';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import { showMessage } from '../platform/dialogs';
import { showPickMany } from '../platform/prompts';

export interface FoundClientId {
  clientId: string;
  /** Where the ClientID was found, as visible text. */
  source: string;
  /** A default name, which the user can change later. */
  name: string;
}

/**
 * Lets the user choose ClientIDs and adds them as applications.
 * @param note shown with the list
 * @throws vscode.CancellationError, UiError if all are already configured
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
    description: plainText(one.source, 200),
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

/** Offers authorization as the next step, if one application was added. */
async function sayAdded(clientIds: readonly string[]): Promise<void> {
  const [first] = clientIds;
  const authorize = vscode.l10n.t('Authorize');
  const text = vscode.l10n.t('Applications added: {0}. Authorize to enter the ClientSecret.', clientIds.length);
  const buttons = clientIds.length === 1 ? [authorize] : [];
  const chosen = await showMessage('information', text, ...buttons);
  if (chosen === authorize && first !== undefined) await authorizeOne(first);
}

async function authorizeOne(clientId: string): Promise<void> {
  // Has the shape of a tree item's argument, so that the command shows its errors to the user.
  const application = { clientId, authUrl: publicAuthUrl };
  await vscode.commands.executeCommand('hydrogen.application.authorize', { application });
}
