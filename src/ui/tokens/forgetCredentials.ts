import * as vscode from 'vscode';
import { credentialScope, type Application } from '../../applications/application';
import type { Remainder } from '../../auth/forget';
import type { UserRealm } from '../../auth/userSession';
import { UiError } from '../messages/uiError';
import { realmOf, type Users } from '../users/userSessions';
import type { DocumentSecrets } from './documentSecrets';
import type { Tokens } from './tokens';

/** The stores with credentials of applications. */
export interface CredentialStores {
  tokens: Tokens;
  users: Users;
  /** The secrets of request documents. */
  secrets: DocumentSecrets;
}

/**
 * Deletes every secret of an application from the store that its `sessionOnly` selects.
 * @throws UiError if something is left
 */
export async function forgetSecrets(credentials: CredentialStores, application: Application): Promise<void> {
  throwIfLeft(await deleteSecrets(credentials, application));
}

/**
 * Deletes the secrets of an application from both stores: some may be older than its current `sessionOnly`.
 * @throws UiError if something is left
 */
export async function forgetEverything(credentials: CredentialStores, application: Application): Promise<void> {
  throwIfLeft(await deleteEverything(credentials, application));
}

/** Like `forgetEverything`, but resolves to what is left. */
export async function deleteEverything(credentials: CredentialStores, application: Application): Promise<Remainder[]> {
  const left = await afterAllSettled(withBothStorages(application).map(stored => deleteSecrets(credentials, stored)));
  return [...new Set(left.flat())];
}

async function deleteSecrets(
  { tokens, users, secrets }: CredentialStores,
  application: Application,
): Promise<Remainder[]> {
  const left = tokens.of(application).forgetAll();
  const sessions = realmsOf(application).map(realm => users.of(application).forget(realm));
  await afterAllSettled<unknown>([left, secrets.of(application).forgetAll(), ...sessions]);
  return left;
}

/** Waits for every deletion, also after the failure of another one. @throws the first failure */
async function afterAllSettled<T>(deletions: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(deletions);
  return Promise.all(deletions);
}

/**
 * Deletes the credentials that no longer apply after an application has changed: its authorization server, ClientID,
 * server domain or environments.
 * @throws UiError if something is left
 */
export async function forgetReplaced(
  credentials: CredentialStores,
  before: Application,
  after: Application,
): Promise<void> {
  const { tokens, users, secrets } = credentials;
  const isAtOther = credentialScope(before) !== credentialScope(after) || before.clientId !== after.clientId;
  const present = new Set(realmsOf(after).map(keyOf));
  const left: Remainder[] = [];
  for (const application of withBothStorages(before)) {
    if (isAtOther || before.serverDomain !== after.serverDomain) await secrets.of(application).forgetAll();
    for (const realm of realmsOf(application))
      if (!present.has(keyOf(realm))) await users.of(application).forget(realm);
    if (isAtOther) left.push(...(await tokens.of(application).forgetAll()));
  }
  throwIfLeft(left);
}

function withBothStorages({ sessionOnly: _, ...stored }: Application): Application[] {
  return [stored, { ...stored, sessionOnly: true }];
}

function realmsOf(application: Application): UserRealm[] {
  return [undefined, ...application.environments].map(environment => realmOf({ application, environment }));
}

function keyOf({ scope, clientId, envId }: UserRealm): string {
  return JSON.stringify([scope, clientId, envId]);
}

function throwIfLeft(left: readonly Remainder[]): void {
  if (left.length === 0) return;
  throw new UiError(vscode.l10n.t('These could not be deleted: {0}. Try again.', left.map(remainderName).join(', ')));
}

function remainderName(remainder: Remainder): string {
  return {
    tokens: vscode.l10n.t('the tokens'),
    clientSecret: vscode.l10n.t('the ClientSecret'),
    stamp: vscode.l10n.t('the record of the last token'),
    lock: vscode.l10n.t('the lock file'),
  }[remainder];
}
