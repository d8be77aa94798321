import * as v from 'valibot';
import { isUnauthorized } from '../api/errors';
import type { CallContext } from '../api/http/apiRequest';
import { Secret } from '../api/secret';
import type { UserSession } from '../api/webApi/users';
import { destroySession, type WebApiTarget } from '../api/webApi/webApi';
import { AuthError } from './authError';
import type { SecretStore } from './secretStore';
import { secretShape, storedValue, storeKey, type StoredValue } from './storedCredentials';

/** The realm of a user session: a token is valid for one application and environment. */
export interface UserRealm extends WebApiTarget {
  /** The scope of the stored session: the origin of `serverDomain`; for the sandbox its own name. */
  scope: string;
}

export interface StoredUserSession {
  token: Secret;
  userId: string | undefined;
  /** The user object with credentials masked (specification, "User session object"); empty for a pasted token. */
  user: Record<string, unknown>;
  /** Unix milliseconds. */
  obtainedAt: number;
  /** Unix milliseconds; `undefined` if unknown. */
  expiresAt: number | undefined;
}

/** The stored user sessions, one for each application and environment. */
export interface UserSessions {
  /** Returns `undefined` if there is no readable session. */
  read(realm: UserRealm): Promise<StoredUserSession | undefined>;
  /**
   * Stores the response to a login, a pasted token, or a session from another store. @throws AuthError `storeFailed`
   */
  keep(realm: UserRealm, session: UserSession | Secret | StoredUserSession): Promise<StoredUserSession>;
  /**
   * Calls the service on behalf of the user.
   * @throws AuthError `notSignedIn`; `userSessionEnded` after a 401, which is its cause
   */
  call<T>(realm: UserRealm, call: (token: Secret) => Promise<T>): Promise<T>;
  /**
   * Ends the session at the service (specification, "Endpoints", Web API), then deletes it. After a 401 it had already
   * ended; after any other failure it is kept.
   */
  logOut(realm: UserRealm, context: CallContext): Promise<void>;
  /**
   * Deletes the session without a request.
   * @param only deletes nothing but this session; without it, any stored session is deleted
   */
  forget(realm: UserRealm, only?: StoredUserSession): Promise<void>;
  /** Calls back when a session may have changed. Returns an unsubscribe function. */
  onDidChange(listener: () => void): () => void;
}

const kind = 'userSession';
// The longest documented lifetime, in seconds.
const longestLife = 30 * 24 * 3600;

/** The fields of the response to an anonymous login. Other logins also return fields of the user. */
const anonymousFields = ['token', 'user_id', 'expires_in'];

const userSessionShape = v.pipe(
  v.object({
    version: v.literal(1),
    token: secretShape,
    userId: v.optional(v.string()),
    user: v.record(v.string(), v.unknown()),
    obtainedAt: v.number(),
    expiresAt: v.optional(v.number()),
  }),
  v.transform(({ version: _, userId, expiresAt, ...rest }): StoredUserSession => ({ ...rest, userId, expiresAt })),
);

/** Whether a key of the store belongs to a session of this application, in any environment. */
export function isSessionOf(key: string, { scope, clientId }: UserRealm): boolean {
  return key.startsWith(`${storeKey(kind, scope, clientId)}/`);
}

/**
 * True if the session is that of an anonymous user: nobody can sign in as this user again. False for a pasted token,
 * because its user is not known.
 */
export function isAnonymous({ userId, user }: StoredUserSession): boolean {
  if (userId === undefined) return false;
  return user['_anonymous'] === true || Object.keys(user).every(field => anonymousFields.includes(field));
}

/**
 * @param now Unix milliseconds
 * @param corrupted called for an unreadable session
 */
export function createUserSessions(store: SecretStore, now: () => number, corrupted: () => void): UserSessions {
  const valueOf = ({ scope, clientId, envId }: UserRealm): StoredValue<StoredUserSession> =>
    storedValue(store, storeKey(kind, scope, clientId, envId ?? ''), {
      shape: userSessionShape,
      toJson: session => ({ ...session, token: session.token.reveal() }),
      corrupted,
    });
  const forget = async (realm: UserRealm, session: StoredUserSession | undefined) => {
    const stored = await valueOf(realm).read();
    // Another window may have stored a new session meanwhile.
    if (stored === undefined || session?.token.equals(stored.token) === true) await valueOf(realm).delete();
  };
  return {
    read: realm => valueOf(realm).read(),

    async keep(realm, session) {
      const stored = storedSession(session, now());
      await valueOf(realm).write(stored);
      return stored;
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
      await forget(realm, session);
    },

    forget: (realm, only) => (only === undefined ? valueOf(realm).delete() : forget(realm, only)),

    onDidChange: listener =>
      store.onDidChange(key => {
        if (key.startsWith(`${kind}/`)) listener();
      }),
  };
}

function storedSession(session: UserSession | Secret | StoredUserSession, now: number): StoredUserSession {
  if (session instanceof Secret) {
    return { token: session, userId: undefined, user: {}, obtainedAt: now, expiresAt: undefined };
  }
  if ('obtainedAt' in session) return session;
  const { token, userId, user, expiresIn } = session;
  const expiresAt = expiresIn === undefined ? undefined : now + Math.min(expiresIn, longestLife) * 1000;
  return { token, userId, user, obtainedAt: now, expiresAt };
}
