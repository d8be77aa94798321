import { hashToken, randomHex } from '../store/hashes';
import { HttpError } from '../http/httpError';
import { deleteExpired } from '../store/state';
import type { Backend } from '../backend/backend';

/** Lifetime of a user token in seconds: the 30 days the service documents as its maximum. */
export const sessionLifetime = 2_592_000;

/** Opens a session with a new user token (32 characters, as in the service) for a user of `realm`. */
export function openSession(backend: Backend, realm: string, userId: number): string {
  const token = randomHex(32);
  backend.state.sessions[hashToken(token)] = { realm, userId, expiresAt: backend.now() + sessionLifetime * 1000 };
  deleteExpired(backend.state, backend.now());
  backend.commitState();
  return token;
}

/**
 * Returns the ID of the user that a token belongs to. A token is valid only for the application and environment that it
 * was issued in.
 * @throws HttpError 401 for a token that is unknown here, ended or expired
 */
export function checkSession(backend: Backend, realm: string, token: string): number {
  const session = backend.state.sessions[hashToken(token)];
  if (session?.realm !== realm) throw new HttpError(401, 'The user access token is not known, or no longer valid.');
  if (session.expiresAt <= backend.now()) throw new HttpError(401, 'The user access token has expired.');
  return session.userId;
}

/** Ends the session of one token (specification, POST session/destroy). */
export function closeSession(backend: Backend, token: string): void {
  delete backend.state.sessions[hashToken(token)];
  backend.commitState();
}
