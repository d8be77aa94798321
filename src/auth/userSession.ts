import * as v from 'valibot';
import type { CallContext } from '../api/http/apiRequest';
import { Secret } from '../api/secret';
import type { UserSession } from '../api/webApi/users';
import { destroySession, type WebApiTarget } from '../api/webApi/webApi';
import { AuthError } from './authError';
import { isUnauthorized } from './tokenFailures';
import type { SecretStore } from './secretStore';
import { storedValue, storeKey, type StoredValue } from './storedCredentials';

/** Where a user session belongs: a token is good for one application and environment. */
export interface UserRealm extends WebApiTarget {
  /** What the stored session is bound to: the origin of `serverDomain`, for the sandbox a name of its own. */
  scope: string;
}

/** A user session as kept. */
export interface KeptUserSession {
  token: Secret;
  userId: string | undefined;
  /** The user object as received, credentials masked (specification, "User session object"); empty for a pasted token. */
  user: Record<string, unknown>;
  /** Unix milliseconds. */
  obtainedAt: number;
  /** Unix milliseconds; `undefined` when not known. */
  expiresAt: number | undefined;
}

/** One user session for each application and environment. */
export interface UserSessions {
  /** `undefined` when there is none, or none that can be read. */
  read(realm: UserRealm): Promise<KeptUserSession | undefined>;
  /** Keeps the response to a login, a pasted token, or what was kept elsewhere. @throws AuthError `storeFailed` */
  keep(realm: UserRealm, session: UserSession | Secret | KeptUserSession): Promise<KeptUserSession>;
  /**
   * One call on behalf of the user.
   * @throws AuthError `notSignedIn`; `userSessionEnded` after a 401, with that as its cause
   */
  call<T>(realm: UserRealm, call: (token: Secret) => Promise<T>): Promise<T>;
  /**
   * Ends the session at the service (specification, "Endpoints", Web API), then forgets it. A 401 means that it had
   * ended already. After any other failure it is kept.
   */
  logOut(realm: UserRealm, context: CallContext): Promise<void>;
  /** Forgets the session without telling the service. */
  forget(realm: UserRealm): Promise<void>;
  /** Calls when the session of some realm may have changed. Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
}

const kind = 'userSession';
// The longest that the service documents, in seconds.
const longestLife = 30 * 24 * 3600;

const keptShape = v.pipe(
  v.object({
    version: v.literal(1),
    token: v.pipe(v.string(), v.minLength(1)),
    userId: v.optional(v.string()),
    user: v.record(v.string(), v.unknown()),
    obtainedAt: v.number(),
    expiresAt: v.optional(v.number()),
  }),
  v.transform(({ token, userId, user, obtainedAt, expiresAt }): KeptUserSession => ({
    token: new Secret(token),
    userId,
    user,
    obtainedAt,
    expiresAt,
  })),
);

/** Whether a key of the store is that of a session of this application, in any environment. */
export function isSessionOf(key: string, { scope, clientId }: UserRealm): boolean {
  return key.startsWith(`${storeKey(kind, scope, clientId)}/`);
}

/**
 * @param now Unix milliseconds
 * @param corrupted called for a stored session that cannot be read
 */
export function createUserSessions(store: SecretStore, now: () => number, corrupted: () => void): UserSessions {
  const valueOf = ({ scope, clientId, envId }: UserRealm): StoredValue<KeptUserSession> =>
    storedValue(store, storeKey(kind, scope, clientId, envId ?? ''), {
      shape: keptShape,
      toJson: session => ({ ...session, token: session.token.reveal() }),
      corrupted,
    });
  return {
    read: realm => valueOf(realm).read(),

    async keep(realm, session) {
      const kept =
        'obtainedAt' in session ? session : session instanceof Secret ? pasted(session, now()) : opened(session, now());
      await valueOf(realm).write(kept);
      return kept;
    },

    async call(realm, call) {
      const session = await valueOf(realm).read();
      if (session === undefined) throw new AuthError('notSignedIn');
      try {
        return await call(session.token);
      } catch (error) {
        throw isUnauthorized(error) ? new AuthError('userSessionEnded', error) : error;
      }
    },

    async logOut(realm, context) {
      const session = await valueOf(realm).read();
      try {
        if (session !== undefined) await destroySession(realm, session.token, context);
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
      }
      await valueOf(realm).delete();
    },

    forget: realm => valueOf(realm).delete(),

    onDidChange: listener =>
      store.onDidChange(key => {
        if (key.startsWith(`${kind}/`)) listener();
      }),
  };
}

function pasted(token: Secret, now: number): KeptUserSession {
  return { token, userId: undefined, user: {}, obtainedAt: now, expiresAt: undefined };
}

function opened({ token, userId, user, expiresIn }: UserSession, now: number): KeptUserSession {
  const expiresAt = expiresIn === undefined ? undefined : now + Math.min(expiresIn, longestLife) * 1000;
  return { token, userId, user, obtainedAt: now, expiresAt };
}
