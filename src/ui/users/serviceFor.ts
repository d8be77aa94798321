import type { Selection } from '../../applications/selection';
import { webApiTarget } from '../applications/environmentTarget';
import type { DocumentService } from '../nodes/nodeKind';
import type { Http } from '../platform/http';
import { realmOf, type Users } from './userSessions';

/** The Web API of one application and environment, for one piece of work; the HTTP client is loaded by the first. */
export async function serviceFor(
  target: Selection,
  http: Pick<Http, 'fetch'>,
  users: Users,
  signal?: AbortSignal,
): Promise<DocumentService> {
  const sessions = users.of(target.application);
  const realm = realmOf(target);
  return {
    target: webApiTarget(target),
    context: { fetch: await http.fetch(), signal },
    asUser: call => sessions.call(realm, call),
    session: () => sessions.read(realm),
  };
}
