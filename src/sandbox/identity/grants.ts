import { hashToken, randomHex } from '../store/hashes';
import { HttpError } from '../http/httpError';
import { deleteExpired } from '../store/state';
import type { Backend } from '../backend/backend';

/** The token set of calls 2 and 3 (specification, "Open API token set"). `expires_in` is in seconds. */
interface GrantResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: 'write';
}

/** Creates an authorization code. `expires_in` is in seconds (specification, "Authorization code"). */
export function issueCode(backend: Backend, clientId: string): { code: string; expires_in: number } {
  const code = randomHex();
  const expiresAt = backend.now() + backend.codeLifetime * 1000;
  backend.state.codes[hashToken(code)] = { clientId, expiresAt, used: false };
  deleteExpired(backend.state, backend.now());
  backend.commitState();
  return { code, expires_in: backend.codeLifetime };
}

/**
 * Exchanges a code for a token set (call 2). A code works only once. Earlier token sets stay valid, because the
 * specification ends them only for a refresh.
 * @throws HttpError 400 for a code that is unknown, used, expired, or belongs to another application
 */
export function redeemCode(backend: Backend, clientId: string, code: string): GrantResponse {
  const issuedCode = backend.state.codes[hashToken(code)];
  // The code of another application is refused like an unknown one, so that its existence is not revealed.
  if (issuedCode?.clientId !== clientId) throw new HttpError(400, 'code is not known.');
  if (issuedCode.used) throw new HttpError(400, 'code was used before.');
  if (issuedCode.expiresAt <= backend.now()) throw new HttpError(400, 'code has expired.');
  issuedCode.used = true;
  return issueTokens(backend, clientId);
}

/**
 * Ends every access token and refresh token of the application at once, and issues a new token set (call 3;
 * specification, "States and transitions" and rule 3).
 * @throws HttpError 400 for a refresh token that is unknown, already used, or belongs to another application
 */
export function refreshTokens(backend: Backend, clientId: string, refreshToken: string): GrantResponse {
  const issuedToken = backend.state.refreshTokens[hashToken(refreshToken)];
  if (issuedToken?.clientId !== clientId) throw new HttpError(400, 'refresh_token is not known, or no longer valid.');
  deleteTokens(backend, clientId);
  return issueTokens(backend, clientId);
}

/** Ends every access token and refresh token of an application. */
export function endTokens(backend: Backend, clientId: string): void {
  deleteTokens(backend, clientId);
  backend.commitState();
}

function deleteTokens(backend: Backend, clientId: string): void {
  for (const tokens of [backend.state.accessTokens, backend.state.refreshTokens]) {
    for (const [hash, token] of Object.entries(tokens)) if (token.clientId === clientId) delete tokens[hash];
  }
}

/**
 * Returns the ClientID that an access token, or the token of a cloud function run, was issued to.
 * @throws HttpError 401 for a token that is unknown, ended or expired
 */
export function checkAccessToken(backend: Backend, accessToken: string): string {
  const run = backend.runTokens.ownerOf(accessToken);
  if (run !== undefined) return run.application.clientId;
  const issuedToken = backend.state.accessTokens[hashToken(accessToken)];
  if (!issuedToken) throw new HttpError(401, 'The access token is not known, or no longer valid.');
  if (issuedToken.expiresAt <= backend.now()) throw new HttpError(401, 'The access token has expired.');
  return issuedToken.clientId;
}

function issueTokens(backend: Backend, clientId: string): GrantResponse {
  const accessToken = randomHex();
  const refreshToken = randomHex();
  const expiresAt = backend.now() + backend.accessTokenLifetime * 1000;
  backend.state.accessTokens[hashToken(accessToken)] = { clientId, expiresAt };
  backend.state.refreshTokens[hashToken(refreshToken)] = { clientId };
  deleteExpired(backend.state, backend.now());
  backend.commitState();
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: backend.accessTokenLifetime,
    refresh_token: refreshToken,
    scope: 'write',
  };
}
