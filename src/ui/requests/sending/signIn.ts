import * as vscode from 'vscode';
import { lifetime } from '../../../api/openApi/authorize';
import { maskedUser } from '../../../api/webApi/users';
import { applicationKey } from '../../../applications/application';
import type { ApplicationStore } from '../../applications/applicationStore';
import { realmOf, type Users } from '../../users/userSessions';
import type { ReceivedResponse } from '../responses/response';
import { showMessage } from '../../platform/dialogs';

/** Bytes of a response that may hold a session. */
const longestSession = 100_000;

/** A registration or login can become the user session of the tree and of later requests. */
export async function offerSignIn(
  applications: ApplicationStore,
  users: Users,
  { result, selection, resolved }: ReceivedResponse,
): Promise<void> {
  // A list of users is no session, and reading a large one takes time.
  if (result.report.size > longestSession) return;
  const token = result.userToken();
  if (token === undefined || !result.report.ok || resolved.family !== 'webApi') return;
  const adopt = vscode.l10n.t('Sign In as This User');
  const chosen = await showMessage('information', vscode.l10n.t('The answer holds a user session.'), adopt);
  if (chosen !== adopt) return;
  const { application } = selection;
  const key = applicationKey(application);
  if (!applications.list().applications.some(candidate => applicationKey(candidate) === key)) {
    void showMessage('error', vscode.l10n.t('{0} is no longer there.', application.name));
    return;
  }
  const environment = application.environments.find(({ envId }) => envId === resolved.environment?.envId);
  const user = (JSON.parse(result.revealText() ?? '{}') as Record<string, unknown> | null) ?? {};
  const { expires_in, user_id, id } = user;
  const identifier = [user_id, id].find(value => typeof value === 'number' || typeof value === 'string');
  await users.of(application).keep(realmOf({ application, environment }), {
    token,
    expiresIn: lifetime(expires_in),
    userId: identifier === undefined ? undefined : String(identifier),
    user: maskedUser(user, token),
  });
}
