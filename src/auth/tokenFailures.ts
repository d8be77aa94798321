import { ApiError, isUnsent, serviceStatus } from '../api/errors';

/**
 * Whether an error of `authorize` means that ClientID or ClientSecret are wrong. The service's response is not
 * documented: 400, 401 and 403 to the request for a code count as a refusal, and 401 and 403 to the request for tokens,
 * where a 400 may concern the code. Responses after a redirect (GET) do not concern the secret.
 */
export function refusesCredentials(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'status' || error.method !== 'POST') return false;
  const codes = error.url.endsWith('/authorize/') ? [400, 401, 403] : [401, 403];
  return codes.includes(serviceStatus(error) ?? 0);
}

/**
 * Returns the state of the refresh token after a failed refresh:
 * - `refused`: the service refused it;
 * - `unused`: the request did not arrive or was postponed, so the token is still valid;
 * - `unknown`: it may be spent.
 */
export function refreshFailure(error: unknown): 'refused' | 'unused' | 'unknown' {
  if (!(error instanceof ApiError)) return 'unknown';
  if (isUnsent(error)) return 'unused';
  const { code, status = 0 } = error;
  if (code !== 'status' || status >= 500 || status === 408) return 'unknown';
  return status === 429 ? 'unused' : 'refused';
}
