import { hashToken, randomHex } from '../store/credentials';
import { Refusal } from '../http/httpError';
import { forgetExpired } from '../store/state';
import type { World } from '../backend/backend';

/** Lifetime of a user token in seconds: the 30 days the service documents as its maximum. */
export const sessionLifetime = 2_592_000;

/** A new user token (32 characters, as the service's) for a user of `realm`. */
export function openSession(world: World, realm: string, userId: number): string {
  const token = randomHex(32);
  world.state.sessions[hashToken(token)] = { realm, userId, expiresAt: world.now() + sessionLifetime * 1000 };
  forgetExpired(world.state, world.now());
  world.changed();
  return token;
}

/**
 * The user a token stands for. A token is good for the application and environment it was issued in.
 *
 * @throws Refusal 401 for one that is unknown here, ended or expired
 */
export function checkSession(world: World, realm: string, token: string): number {
  const session = world.state.sessions[hashToken(token)];
  if (session?.realm !== realm) throw new Refusal(401, 'The user access token is not known, or no longer valid.');
  if (session.expiresAt <= world.now()) throw new Refusal(401, 'The user access token has expired.');
  return session.userId;
}

/** Ends the session of one token (specification, POST session/destroy). */
export function closeSession(world: World, token: string): void {
  delete world.state.sessions[hashToken(token)];
  world.changed();
}
