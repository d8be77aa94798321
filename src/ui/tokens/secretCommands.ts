import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import { forgetNotification } from '../../auth/notifyOnce';
import type { SecretStore } from '../../auth/secretStore';
import { chooseApplication } from '../applications/commandTarget';
import type { Parts } from '../parts';
import type { DocumentSecrets } from './documentSecrets';
import { forgetHealth } from '../platform/storageHealth';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { UiError } from '../platform/uiError';
import { realmOf } from '../users/userSessions';
import { showMessage, showModal } from '../platform/dialogs';

export function registerSecretCommands(
  parts: Parts,
  context: vscode.ExtensionContext,
  store: SecretStore,
  secrets: DocumentSecrets,
  forgetRequestFiles: () => Promise<void>,
): vscode.Disposable[] {
  const { commands } = parts;
  const directory = context.globalStorageUri.fsPath;
  return [
    commands.register('hydrogen.application.keepForSession', argument => moveSecrets(parts, secrets, argument, true)),
    commands.register('hydrogen.application.keepInStorage', argument => moveSecrets(parts, secrets, argument, false)),
    commands.register('hydrogen.application.remove', argument => remove(parts, secrets, directory, argument)),
    commands.register('hydrogen.secrets.forgetAll', argument =>
      forgetAll(parts, context, store, { secrets, forgetRequestFiles }, argument),
    ),
  ];
}

/** Takes every secret of an application, its user sessions too, from the secret storage into memory, or back. */
async function moveSecrets(
  parts: Parts,
  secrets: DocumentSecrets,
  argument: CommandArgument,
  sessionOnly: boolean,
): Promise<void> {
  const { application } = await chooseApplication(parts, argument, { sandbox: false });
  const from = parts.tokens.of(application);
  const { sessionOnly: _, ...rest } = application;
  const moved: Application = sessionOnly ? { ...rest, sessionOnly } : rest;
  const clientSecret = await from.clientSecret();
  const tokenSet = await from.read();
  if (clientSecret !== undefined) {
    const tokens =
      tokenSet === undefined
        ? undefined
        : {
            ...tokenSet,
            expiresIn: tokenSet.expiresAt === undefined ? undefined : (tokenSet.expiresAt - Date.now()) / 1000,
          };
    await parts.tokens.of(moved).keep(clientSecret, tokens);
  }
  for (const name of await secrets.of(application).names()) {
    const secret = await secrets.of(application).read(name);
    if (secret !== undefined) await secrets.of(moved).keep(name, secret);
  }
  for (const environment of [undefined, ...application.environments]) {
    const realm = realmOf({ application, environment });
    const session = await parts.users.of(application).read(realm);
    if (session !== undefined) await parts.users.of(moved).keep(realm, session);
  }
  await forgetSecrets(parts, secrets, application);
  await parts.applications.save(moved, applicationKey(application));
}

async function remove(
  parts: Parts,
  secrets: DocumentSecrets,
  directory: string,
  argument: CommandArgument,
): Promise<void> {
  const { application } = await chooseApplication(parts, argument, { sandbox: false });
  if (!isScripted(argument)) {
    const button = vscode.l10n.t('Remove');
    const chosen = await showModal(
      'warning',
      vscode.l10n.t('Remove {0}?', application.name),
      vscode.l10n.t(
        'Its ClientSecret and tokens are deleted from the secret storage, its environments and content groups from the settings. Nothing changes on the service.',
      ),
      button,
    );
    if (chosen !== button) throw new vscode.CancellationError();
  }
  await forgetEverything(parts, secrets, application);
  await forgetNotification(directory, applicationKey(application));
  await parts.applications.remove(application);
}

/** Deletes every secret of every application, also of those that are no longer in the settings, and tells what is left. */
async function forgetAll(
  parts: Parts,
  context: vscode.ExtensionContext,
  store: SecretStore,
  { secrets, forgetRequestFiles }: { secrets: DocumentSecrets; forgetRequestFiles: () => Promise<void> },
  argument: CommandArgument,
): Promise<void> {
  if (!isScripted(argument)) {
    const button = vscode.l10n.t('Forget All');
    const question = vscode.l10n.t('Forget all secrets of all applications?');
    const detail = vscode.l10n.t(
      'Every ClientSecret, token, user session and secret of request documents, and the history of requests, is deleted from this machine. The applications stay in the settings. Sessions and tokens stay valid on the service until they end.',
    );
    const chosen = await showModal('warning', question, detail, button);
    if (chosen !== button) throw new vscode.CancellationError();
  }
  const directory = context.globalStorageUri.fsPath;
  for (const application of parts.applications.list().applications) {
    if (application.sandbox !== undefined) continue;
    await forgetEverything(parts, secrets, application);
    await forgetNotification(directory, applicationKey(application));
  }
  await forgetRequestFiles();
  await forgetHealth(store, context.globalState);
  for (const key of await keysOf(context.secrets)) await context.secrets.delete(key);
  const left = [...(await keysOf(context.secrets)), ...(await readdir(directory).catch(() => []))];
  const text =
    left.length === 0
      ? vscode.l10n.t('All secrets are forgotten. Nothing is left in the secret storage and on disk.')
      : vscode.l10n.t('All secrets of the applications are forgotten. Left on this machine: {0}', left.join(', '));
  parts.log.info(text);
  if (!isScripted(argument)) void showMessage('information', text);
}

/** Also what was stored before somebody wrote `sessionOnly` into the settings. */
async function forgetEverything(parts: Parts, secrets: DocumentSecrets, application: Application): Promise<void> {
  const { sessionOnly: _, ...stored } = application;
  await forgetSecrets(parts, secrets, stored);
  await forgetSecrets(parts, secrets, { ...stored, sessionOnly: true });
}

async function forgetSecrets(
  { tokens, users }: Parts,
  secrets: DocumentSecrets,
  application: Application,
): Promise<void> {
  await secrets.of(application).forgetAll();
  for (const environment of [undefined, ...application.environments]) {
    await users.of(application).forget(realmOf({ application, environment }));
  }
  const left = await tokens.of(application).forgetAll();
  if (left.length === 0) return;
  throw new UiError(vscode.l10n.t('These could not be deleted: {0}. Try again.', left.join(', ')));
}

/** The names of all stored secrets, where the host can list them; those of the running sandbox stay. */
async function keysOf(secrets: vscode.SecretStorage): Promise<string[]> {
  // Older hosts cannot list, and some in browsers refuse to.
  const list = (secrets as { keys?: () => Thenable<string[]> }).keys;
  if (list === undefined) return [];
  try {
    return (await list.call(secrets)).filter(key => !key.includes('/sandbox-'));
  } catch {
    return [];
  }
}
