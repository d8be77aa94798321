import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import { applicationKey, type Application } from '../../applications/application';
import type { ForgettableStore } from '../../auth/forgettableStore';
import { forgetNotification } from '../../auth/notifyOnce';
import { isSessionOf } from '../../auth/userSession';
import { commandApplication } from '../applications/commandTarget';
import type { ApplicationStore } from '../applications/applicationStore';
import type { CommandRunner } from '../platform/command';
import type { Log } from '../platform/log';
import { deleteEverything, forgetEverything, forgetSecrets, type CredentialStores } from './forgetCredentials';
import { isNode } from '../nodes/node';
import { chosenRows, isScripted, type CommandArgument } from '../platform/commandArgument';
import { realmOf } from '../users/userSessions';
import { confirm, namesText } from '../platform/confirm';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import { showMessage, showStatus } from '../platform/dialogs';
import { isForgettable } from './secretStorage';

export interface SecretDependencies extends CredentialStores {
  commands: CommandRunner;
  applications: ApplicationStore;
  log: Log;
  /** Everything that the extension stores on this machine, in any window. */
  storage: {
    secrets: ForgettableStore;
    /** Deletes the results of the secret storage check. */
    forgetHealth(): Promise<void>;
    /** Deletes the history and responses of requests, the worlds of the sandbox, and the versions of functions. */
    forgetLocalFiles(): Promise<void>;
    /** The folder of all files of the extension. */
    directory: string;
    /** The names in `directory` that are not deleted: the list of stored keys and the record of the last deletion. */
    keptNames: readonly string[];
  };
}

export function registerSecretCommands(dependencies: SecretDependencies): vscode.Disposable[] {
  const { commands } = dependencies;
  return [
    commands.registerEach('hydrogen.application.keepForSession', argument =>
      moveSecrets(dependencies, argument, { sessionOnly: true }),
    ),
    commands.registerEach('hydrogen.application.keepInStorage', argument =>
      moveSecrets(dependencies, argument, { sessionOnly: false }),
    ),
    commands.register('hydrogen.application.remove', (argument, selected) =>
      removeApplications(dependencies, argument, selected),
    ),
    commands.register('hydrogen.secrets.forgetAll', argument => forgetAll(dependencies, argument)),
  ];
}

/** Moves all secrets of an application, including user sessions, from the secret storage into memory or back. */
async function moveSecrets(
  dependencies: SecretDependencies,
  argument: CommandArgument,
  { sessionOnly }: { sessionOnly: boolean },
): Promise<void> {
  const { applications } = dependencies;
  const asked = await commandApplication({ applications }, argument, { sandbox: false });
  if (sessionOnly) await confirmSession(asked.application, argument);
  // Another window may have changed it during the question.
  const { application } = await commandApplication({ applications }, { application: asked.application });
  const { sessionOnly: _, ...stored } = application;
  const inMemory: Application = { ...stored, sessionOnly: true };
  const [from, moved] = sessionOnly ? [stored, inMemory] : [inMemory, stored];
  // The settings may name the right store already: after a failure, or an edit by hand or on another machine.
  const isSet = (application.sessionOnly === true) === sessionOnly;
  if (!isSet || !(await dependencies.tokens.of(moved).hasClientSecret())) {
    try {
      await copySecrets(dependencies, from, moved);
      if (!isSet) await applications.save(moved, application);
    } catch (error) {
      if (!isSet) await forgetSecrets(dependencies, moved);
      throw error;
    }
  }
  // Last, because the secrets must not be lost if the settings cannot be written.
  await forgetSecrets(dependencies, from);
  if (sessionOnly) await forgetSessions(dependencies, application);
}

async function copySecrets(
  { tokens, users, secrets }: CredentialStores,
  application: Application,
  moved: Application,
): Promise<void> {
  const from = tokens.of(application);
  const clientSecret = await from.clientSecret();
  const tokenSet = await from.read();
  if (clientSecret !== undefined) {
    const withLifetime = tokenSet && { ...tokenSet, expiresIn: secondsLeft(tokenSet.expiresAt) };
    await tokens.of(moved).keep(clientSecret, withLifetime);
  }
  for (const name of await secrets.of(application).names()) {
    const secret = await secrets.of(application).read(name);
    if (secret !== undefined) await secrets.of(moved).keep(name, secret);
  }
  for (const environment of [undefined, ...application.environments]) {
    const realm = realmOf({ application, environment });
    const session = await users.of(application).read(realm);
    if (session !== undefined) await users.of(moved).keep(realm, session);
  }
}

/** Returns the lifetime of a token; more than 0 for an expired one, because 0 means that the expiry is not known. */
function secondsLeft(expiresAt: number | undefined): number | undefined {
  return expiresAt === undefined ? undefined : Math.max(1, expiresAt - Date.now()) / 1000;
}

function confirmSession({ name }: Application, argument: CommandArgument): Promise<void> {
  return confirm('hydrogen.application.keepForSession', argument, {
    question: vscode.l10n.t('Keep the secrets of {0} for this session only?', name),
    detail: vscode.l10n.t(
      'Its ClientSecret, tokens, user sessions and secrets of request documents are deleted from the secret storage. They are gone when this window is closed or reloaded.',
    ),
    button: vscode.l10n.t('Keep for This Session'),
  });
}

async function removeApplications(
  dependencies: SecretDependencies,
  argument: CommandArgument,
  selected: unknown,
): Promise<void> {
  const { applications } = dependencies;
  const rows = chosenRows(
    argument,
    selected,
    row => isNode(row) && row.kind === 'application' && row.application.sandbox === undefined,
  );
  const chosen: Application[] = [];
  const title = vscode.l10n.t('Remove Application');
  for (const row of rows) {
    chosen.push((await commandApplication({ applications }, row, { sandbox: false, title })).application);
  }
  const [first] = chosen;
  if (first === undefined) return;
  const button = vscode.l10n.t('Remove');
  await confirm(
    'hydrogen.application.remove',
    argument,
    chosen.length === 1
      ? {
          question: vscode.l10n.t('Remove {0}?', first.name),
          detail: vscode.l10n.t(
            'Its ClientSecret, tokens, user sessions and secrets of request documents are deleted from the secret storage, its environments and content groups from the settings. Nothing changes on the service.',
          ),
          button,
        }
      : {
          question: vscode.l10n.t('Remove {0} applications?', chosen.length),
          detail: vscode.l10n.t(
            '{0}\n\nTheir ClientSecrets, tokens, user sessions and secrets of request documents are deleted from the secret storage, their environments and content groups from the settings. Nothing changes on the service.',
            namesText(chosen.map(({ name }) => name)),
          ),
          button,
        },
  );
  for (const application of chosen) {
    // First, because the application keeps its secrets if the settings cannot be written.
    await applications.remove(application);
    await forgetRemoved(dependencies, application, argument);
  }
}

/**
 * Deletes everything that is stored for an application that was removed from the settings. The message of a failure offers
 * to try again, because the command no longer finds the application.
 * @throws UiError to a script if something is left
 */
async function forgetRemoved(
  dependencies: SecretDependencies,
  application: Application,
  argument: CommandArgument,
): Promise<void> {
  const { applications, log, storage } = dependencies;
  const key = applicationKey(application);
  try {
    await forgetEverything(dependencies, application);
    await forgetSessions(dependencies, application);
    await forgetNotification(storage.directory, key);
  } catch (error) {
    const text = vscode.l10n.t(
      '{0} was removed from the settings, but not everything of it could be deleted from this machine. {1}',
      plainText(application.name, 60),
      errorMessage(error).text,
    );
    if (isScripted(argument)) throw new UiError(text);
    log.error(text);
    void offerToRepeat(text, async () => {
      // The secrets are in use again if the application was added again meanwhile.
      const isBack = applications.list().applications.some(other => applicationKey(other) === key);
      if (!isBack) await forgetRemoved(dependencies, application, argument);
    });
  }
}

/** Deletes the stored user sessions, including those of environments that were removed from the settings by hand. */
async function forgetSessions(
  { storage: { secrets } }: Pick<SecretDependencies, 'storage'>,
  application: Application,
): Promise<void> {
  for (const key of (await secrets.keys()).keys) {
    if (isSessionOf(key, realmOf({ application, environment: undefined }))) await secrets.delete(key);
  }
}

/**
 * Deletes all secrets of all applications, including removed ones, and the files of the extension. Reports what could
 * not be deleted.
 */
async function forgetAll(dependencies: SecretDependencies, argument: CommandArgument): Promise<void> {
  await confirm('hydrogen.secrets.forgetAll', argument, {
    question: vscode.l10n.t('Forget all secrets of all applications?'),
    detail: vscode.l10n.t(
      'Every ClientSecret, token, user session, passphrase and secret of request documents, the request history, the kept versions of cloud functions, and the data that was brought into the sandbox will be deleted from this machine. The applications stay in the settings, and code that the program “hydrogen” replaced stays in its folder. Sessions and tokens stay valid on the service until they expire.',
    ),
    button: vscode.l10n.t('Forget All'),
    safe: vscode.l10n.t('Keep All'),
  });
  const { applications, log, storage } = dependencies;
  const { directory, secrets, keptNames } = storage;
  // Notifies the other windows first, so that they do not store the deleted secrets again.
  const isAnnounced = await secrets.forgetEverywhere().then(
    () => true,
    () => false,
  );
  // A failure must not keep anything else. The text at the end reports everything that is left.
  const attempt = (deletion: Promise<unknown>) =>
    deletion.catch((error: unknown) => log.error(plainText(String(error))));
  for (const application of applications.list().applications) {
    if (application.sandbox !== undefined) continue;
    await attempt(deleteEverything(dependencies, application));
    await attempt(forgetNotification(directory, applicationKey(application)));
  }
  await attempt(storage.forgetLocalFiles());
  await attempt(storage.forgetHealth());
  for (const key of (await secrets.keys()).keys.filter(isForgettable)) await attempt(secrets.delete(key));
  const { keys, isComplete } = await secrets.keys();
  // Includes files of removed applications. Files that cannot be deleted are reported below.
  const filesThere = async () => (await readdir(directory).catch(() => [])).filter(name => !keptNames.includes(name));
  const files = (await filesThere()).map(name => rm(path.join(directory, name), { recursive: true, force: true }));
  await Promise.allSettled(files);
  const left = leftText(keys.filter(isForgettable).length, (await filesThere()).length, directory);
  const others = vscode.l10n.t('Other windows could not be notified. Close them, then run the command again.');
  const all = joinSentences([left ?? forgottenText(isComplete), ...(isAnnounced ? [] : [others])]);
  log.info(all);
  if (isScripted(argument)) return;
  if (isAnnounced && left === undefined) void showMessage('information', all);
  else void offerToRepeat(all, () => forgetAll(dependencies, argument));
}

async function offerToRepeat(text: string, repeat: () => Promise<void>): Promise<void> {
  const again = vscode.l10n.t('Try Again');
  if ((await showMessage('warning', text, again)) !== again) return;
  await repeat().catch((error: unknown) => void showMessage('error', errorMessage(error).text));
}

/** Deletes the session-only secrets and the request files of this window after another window has deleted all. */
export async function forgetHere(
  { tokens, users, secrets, files }: CredentialStores & { files: () => Promise<void> },
  log: Log,
): Promise<void> {
  users.forgetMemory();
  secrets.forgetMemory();
  await Promise.allSettled([tokens.forgetMemory(), files()]);
  const text = vscode.l10n.t('All secrets were forgotten in another window');
  log.info(text);
  showStatus(text, 8000);
}

/** Names what could not be deleted; `undefined` if nothing is left. */
function leftText(keysLeft: number, filesLeft: number, directory: string): string | undefined {
  const left = [
    ...(keysLeft > 0 ? [vscode.l10n.t('entries of the secret storage: {0}', keysLeft)] : []),
    ...(filesLeft > 0 ? [vscode.l10n.t('files in {0}: {1}', directory, filesLeft)] : []),
  ];
  if (left.length === 0) return undefined;
  return vscode.l10n.t(
    'Not everything could be deleted from this machine. What is left: {0}. Run the command again.',
    left.join(', '),
  );
}

function forgottenText(isComplete: boolean): string {
  return isComplete
    ? vscode.l10n.t('All secrets are forgotten. Nothing of the extension is left in the secret storage or on disk.')
    : vscode.l10n.t(
        'All secrets that the extension knows of are forgotten, and nothing of the extension is left on disk. This version of VS Code does not list what else is in its secret storage.',
      );
}
