import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import { publicAuthUrl, publicServerDomain, type Application } from '../../applications/application';
import type { ApplicationStore } from './applicationStore';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import { showMessage } from '../platform/dialogs';
import { showPickMany } from '../platform/prompts';

export interface FoundClientId {
  clientId: string;
  /** Where the ClientID was found, as text for the user: `src/app.js:12`. */
  source: string;
  /** A default name, which the user can change later. */
  name: string;
}

/** Asks for the ClientSecret of an application and authorizes it. Reports its own errors. */
export type Authorize = (application: { clientId: string; authUrl: string }) => Promise<unknown>;

export interface ClientIdServices {
  applications: ApplicationStore;
  authorize: Authorize;
}

/**
 * Lets the user choose ClientIDs and adds them as applications.
 * @param note shown with the list
 * @throws vscode.CancellationError if nothing is picked, UiError if all are already configured or one cannot be added
 */
export async function offerClientIds(
  { applications, authorize }: ClientIdServices,
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
  if (chosen.length === 0) throw new vscode.CancellationError();
  const added: string[] = [];
  const failures = new Set<string>();
  // A failure of one application must not stop the others.
  for (const { one } of chosen)
    await applications.save(applicationOf(one)).then(
      () => added.push(one.clientId),
      (error: unknown) => failures.add(errorMessage(error).text),
    );
  if (failures.size === 0) return void sayAdded(added, authorize);
  throw new UiError(joinSentences([...(added.length > 0 ? [addedText(added)] : []), ...failures]));
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

/** Reports the added applications. Offers to authorize if there is exactly one. */
async function sayAdded(clientIds: readonly string[], authorize: Authorize): Promise<void> {
  const [first] = clientIds;
  const button = vscode.l10n.t('Authorize');
  const buttons = clientIds.length === 1 ? [button] : [];
  const chosen = await showMessage('information', addedText(clientIds), ...buttons);
  if (chosen === button && first !== undefined) await authorize({ clientId: first, authUrl: publicAuthUrl });
}

function addedText({ length }: readonly string[]): string {
  return vscode.l10n.t('Applications added: {0}. Authorize to enter the ClientSecret.', length);
}
