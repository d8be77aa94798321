import { ApiError } from '../api/errors';

/**
 * Whether an error of `authorize` says that ClientID or ClientSecret are wrong. How the service says so is not documented:
 * 400, 401 and 403 count as a refusal when they respond to the request with the secret. Responses to a redirect or to the
 * code are not about the secret, and other failures say nothing about it.
 */
export function refusesCredentials(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'status' || error.method !== 'POST') return false;
  const codes = error.url.endsWith('/authorize/') ? [400, 401, 403] : [401, 403];
  return codes.includes(error.status ?? 0);
}

/**
 * What a failed refresh means for the refresh token:
 * - `refused`: the service refused it;
 * - `unused`: the request did not arrive or was put off, so that the token is as good as before;
 * - `unknown`: it may be spent.
 */
export function refreshFailure(error: unknown): 'refused' | 'unused' | 'unknown' {
  if (!(error instanceof ApiError)) return 'unknown';
  const { code, reason = '', status = 0 } = error;
  if (code === 'unknownHost' || code === 'refused' || code === 'insecure') return 'unused';
  if (code === 'tls') return /CERT/.test(reason) ? 'unused' : 'unknown';
  if (code === 'network' || code === 'timeout') return neverConnected.has(reason) ? 'unused' : 'unknown';
  if (code !== 'status' || status >= 500 || status === 408) return 'unknown';
  return status === 429 ? 'unused' : 'refused';
}

const neverConnected = new Set([
  ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_PROXY_TIMEOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN'],
]);

/** A 401: the access token of the call is not accepted, or no longer. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'status' && error.status === 401;
}
