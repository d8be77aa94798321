import * as vscode from 'vscode';
import { lifetime } from '../../../api/openApi/authorize';
import type { Secret } from '../../../api/secret';
import { maskedUser } from '../../../api/webApi/users';
import { applicationKey, type Application } from '../../../applications/application';
import type { ApplicationStore } from '../../applications/applicationStore';
import { targetName } from '../../nodes/environmentName';
import { showMessage, showStatus } from '../../platform/dialogs';
import { UiError } from '../../messages/uiError';
import { permitReplacement } from '../../users/permitReplacement';
import { realmOf, type Users } from '../../users/userSessions';
import type { ReceivedResponse, ResponseDocument } from './response';

/** The maximum size in bytes of a response that is checked for a session. */
const longestSession = 100_000;

/** Returns the user token from the response to a registration or login; `undefined` for other responses. */
export function sessionToken({ result, resolved }: ReceivedResponse): Secret | undefined {
  // A list of users is not a session, and parsing a large one takes time.
  if (result.report.size > longestSession || !result.report.ok) return undefined;
  const opensSessions = ['user', 'miniProgram'].includes(resolved.operation?.category ?? '');
  return opensSessions && resolved.family === 'webApi' ? result.userToken() : undefined;
}

/** Offers to sign in as the user of a registration or login, for the tree and later requests. */
export async function offerSignIn({ uri, response }: ResponseDocument): Promise<void> {
  if (sessionToken(response) === undefined) return;
  const adopt = vscode.l10n.t('Sign In as This User');
  const chosen = await showMessage('information', vscode.l10n.t('The response holds a user session.'), adopt);
  if (chosen === adopt) await vscode.commands.executeCommand('hydrogen.response.signIn', uri);
}

/**
 * Stores the user session of a registration or login. The tree and later requests use it.
 * @throws UiError if the response has no session, or the application no longer exists; vscode.CancellationError if an
 * anonymous user is to stay signed in
 */
export async function signInAs(
  applications: ApplicationStore,
  users: Users,
  response: ReceivedResponse,
): Promise<void> {
  const { result, selection, resolved } = response;
  const token = sessionToken(response);
  if (token === undefined) throw new UiError(vscode.l10n.t('This response holds no user session.'));
  const { application } = selection;
  const environment = application.environments.find(({ envId }) => envId === resolved.environment?.envId);
  await permitReplacement(users, { application: currentOf(applications, application), environment }, token);
  const user = (JSON.parse(result.revealText() ?? '{}') as Record<string, unknown> | null) ?? {};
  const { expires_in, user_id, id } = user;
  const identifier = [user_id, id].find(value => typeof value === 'number' || typeof value === 'string');
  // The secrets may have been moved to the other store since the response arrived, or during the question.
  await users.of(currentOf(applications, application)).keep(realmOf({ application, environment }), {
    token,
    expiresIn: lifetime(expires_in),
    userId: identifier === undefined ? undefined : String(identifier),
    user: maskedUser(user, token),
  });
  const targetLabel = targetName({ application, environment });
  showStatus(vscode.l10n.t('Signed in to {0}', targetLabel));
}

/** Returns the application from the settings. @throws UiError if it no longer exists */
function currentOf(applications: ApplicationStore, application: Application): Application {
  const key = applicationKey(application);
  const current = applications.list().applications.find(candidate => applicationKey(candidate) === key);
  if (current === undefined) throw new UiError(vscode.l10n.t('{0} no longer exists.', application.name));
  return current;
}
