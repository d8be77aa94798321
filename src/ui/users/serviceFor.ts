import type { Application } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { ApplicationTokens } from '../../auth/applicationTokens';
import { callWithAccessToken } from '../../auth/callWithAccessToken';
import { openApiTarget, webApiTarget } from '../applications/environmentTarget';
import { withFailedCall } from '../messages/failedCall';
import type { DocumentService } from '../nodes/nodeKind';
import type { Http } from '../network/http';
import { realmOf, type Users } from './userSessions';

/** The dependencies of a call to the service. */
export interface ServiceAccess {
  http: Pick<Http, 'fetch'>;
  users: Users;
  tokens: { of(application: Application): ApplicationTokens };
}

/** Returns the service of one application and environment. Loads the HTTP client on first use. */
export async function serviceFor(
  target: Selection,
  { http, users, tokens }: ServiceAccess,
  signal?: AbortSignal,
): Promise<DocumentService> {
  const sessions = users.of(target.application);
  const realm = realmOf(target);
  const context = { fetch: await http.fetch(), signal };
  const fail = (error: unknown): never => {
    throw withFailedCall(error, { target });
  };
  return {
    target: webApiTarget(target),
    context,
    asUser: call => sessions.call(realm, call).catch(fail),
    data: {
      target: openApiTarget(target),
      context,
      withToken: async call =>
        (await callWithAccessToken(tokens.of(target.application), call, { signal }).catch(fail)).value,
    },
    session: () => sessions.read(realm),
  };
}
