import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import type { Selection } from '../../applications/selection';
import { isAnonymous } from '../../auth/userSession';
import { targetName } from '../nodes/environmentName';
import { askToContinue } from '../platform/dialogs';
import { realmOf, type Users } from './userSessions';

/**
 * Asks before a sign-in replaces the session of an anonymous user. The service cannot give such a user an e-mail address
 * or a user name, so nobody could sign in as this user again. In the sandbox, no question is asked.
 * @param token the user token that will be stored, if it is known
 * @throws vscode.CancellationError if the user declines
 */
export async function permitReplacement(users: Users, target: Selection, token?: Secret): Promise<void> {
  if (target.application.sandbox !== undefined) return;
  const session = await users.of(target.application).read(realmOf(target));
  if (session === undefined || !isAnonymous(session) || token?.equals(session.token) === true) return;
  if (session.expiresAt !== undefined && session.expiresAt <= Date.now()) return;
  const question = vscode.l10n.t('Replace the anonymous user of {0}?', targetName(target));
  const detail = vscode.l10n.t(
    'An anonymous user cannot sign in again. Data that only this user can read or change will be out of reach.',
  );
  await askToContinue(question, detail, vscode.l10n.t('Replace'));
}
