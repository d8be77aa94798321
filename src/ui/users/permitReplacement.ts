import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import type { Selection } from '../../applications/selection';
import { isAnonymous } from '../../auth/userSession';
import { targetName } from '../nodes/environmentName';
import { askToContinue } from '../platform/dialogs';
import { realmOf, type Users } from './userSessions';

/**
 * Returns whether an anonymous user is signed in. Nobody can sign in as such a user again. False in the sandbox, which
 * has no real users.
 * @param token the user token of a new session, if it is known; the same user does not count
 */
export async function hasAnonymousUser(users: Users, target: Selection, token?: Secret): Promise<boolean> {
  if (target.application.sandbox !== undefined) return false;
  const session = await users.of(target.application).read(realmOf(target));
  if (session === undefined || !isAnonymous(session) || token?.equals(session.token) === true) return false;
  return session.expiresAt === undefined || session.expiresAt > Date.now();
}

/**
 * Asks before a sign-in replaces the session of an anonymous user. The service cannot give such a user an e-mail address
 * or a user name, so nobody could sign in as this user again.
 * @param token the user token that will be stored, if it is known
 * @throws vscode.CancellationError if the user declines
 */
export async function permitReplacement(users: Users, target: Selection, token?: Secret): Promise<void> {
  if (!(await hasAnonymousUser(users, target, token))) return;
  const question = vscode.l10n.t('Replace the anonymous user of {0}?', targetName(target));
  const detail = vscode.l10n.t(
    'An anonymous user cannot sign in again. Data that only this user can read or change will be out of reach.',
  );
  await askToContinue(question, detail, vscode.l10n.t('Replace'));
}
