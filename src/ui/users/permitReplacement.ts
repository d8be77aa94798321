import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import type { Selection } from '../../applications/selection';
import { isAnonymous, type StoredUserSession } from '../../auth/userSession';
import { targetName } from '../nodes/environmentName';
import { askToContinue } from '../platform/dialogs';
import { realmOf, type Users } from './userSessions';

/**
 * Returns the session of an anonymous user who is signed in. Nobody can sign in as such a user again. `undefined` in the
 * sandbox, which has no real users.
 */
export async function anonymousSession(users: Users, target: Selection): Promise<StoredUserSession | undefined> {
  if (target.application.sandbox !== undefined) return undefined;
  const session = await users.of(target.application).read(realmOf(target));
  if (session === undefined || !isAnonymous(session)) return undefined;
  return session.expiresAt === undefined || session.expiresAt > Date.now() ? session : undefined;
}

/**
 * Asks before a sign-in replaces the session of an anonymous user. The service cannot give such a user an e-mail address
 * or a user name, so nobody could sign in as this user again.
 * @param known the user token that will be stored, or one that the user has agreed to replace
 * @returns the user token that may be replaced; `undefined` if no anonymous user is signed in
 * @throws vscode.CancellationError if the user declines
 */
export async function permitReplacement(users: Users, target: Selection, known?: Secret): Promise<Secret | undefined> {
  const token = (await anonymousSession(users, target))?.token;
  if (token === undefined || known?.equals(token) === true) return token;
  const question = vscode.l10n.t('Replace the anonymous user of {0}?', targetName(target));
  await askToContinue(question, anonymousLoss(), vscode.l10n.t('Replace'));
  return token;
}

/** Says what is lost with the session of an anonymous user. */
export function anonymousLoss(): string {
  return vscode.l10n.t(
    'An anonymous user cannot sign in again. Data that only this user can read or change will be out of reach.',
  );
}
