import { hashToken, randomHex } from '../store/credentials';
import { Refusal } from '../http/httpError';
import { forgetExpired } from '../store/state';
import type { World } from '../backend/backend';

/** The token set of calls 2 and 3 (specification, "Open API token set"). `expires_in`: seconds. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: 'write';
}

/** A new authorization code and its lifetime in seconds (specification, "Authorization code"). */
export function issueCode(world: World, clientId: string): { code: string; expires_in: number } {
  const code = randomHex();
  const expiresAt = world.now() + world.codeLifetime * 1000;
  world.state.codes[hashToken(code)] = { clientId, expiresAt, used: false };
  forgetExpired(world.state, world.now());
  world.changed();
  return { code, expires_in: world.codeLifetime };
}

/**
 * Call 2: a code buys one token set, once. Earlier token sets stay valid: the specification says only of a refresh that it
 * ends them.
 *
 * @throws Refusal 400 for a code that is unknown, another application's, used or expired
 */
export function redeemCode(world: World, clientId: string, code: string): TokenAnswer {
  const known = world.state.codes[hashToken(code)];
  // Another application's code is answered like an unknown one: it is nobody's business that it exists.
  if (known?.clientId !== clientId) throw new Refusal(400, 'code is not known.');
  if (known.used) throw new Refusal(400, 'code was used before.');
  if (known.expiresAt <= world.now()) throw new Refusal(400, 'code has expired.');
  known.used = true;
  return issueTokens(world, clientId);
}

/**
 * Call 3: ends every earlier access token and refresh token of the application at once (specification, "States and
 * transitions" and rule 3), and gives a new token set.
 *
 * @throws Refusal 400 for a refresh token that is unknown, another application's or spent
 */
export function refreshTokens(world: World, clientId: string, refreshToken: string): TokenAnswer {
  const known = world.state.refreshTokens[hashToken(refreshToken)];
  if (known?.clientId !== clientId) throw new Refusal(400, 'refresh_token is not known, or no longer valid.');
  endTokens(world, clientId);
  return issueTokens(world, clientId);
}

/** Ends every access token and refresh token of an application. */
export function endTokens(world: World, clientId: string): void {
  for (const tokens of [world.state.accessTokens, world.state.refreshTokens]) {
    for (const [hash, token] of Object.entries(tokens)) if (token.clientId === clientId) delete tokens[hash];
  }
  world.changed();
}

/**
 * The ClientID an access token was issued to.
 *
 * @throws Refusal 401 for one that is unknown, ended or expired
 */
export function checkAccessToken(world: World, accessToken: string): string {
  const known = world.state.accessTokens[hashToken(accessToken)];
  if (!known) throw new Refusal(401, 'The access token is not known, or no longer valid.');
  if (known.expiresAt <= world.now()) throw new Refusal(401, 'The access token has expired.');
  return known.clientId;
}

function issueTokens(world: World, clientId: string): TokenAnswer {
  const accessToken = randomHex();
  const refreshToken = randomHex();
  const expiresAt = world.now() + world.accessTokenLifetime * 1000;
  world.state.accessTokens[hashToken(accessToken)] = { clientId, expiresAt };
  world.state.refreshTokens[hashToken(refreshToken)] = { clientId };
  forgetExpired(world.state, world.now());
  world.changed();
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: world.accessTokenLifetime,
    refresh_token: refreshToken,
    scope: 'write',
  };
}
