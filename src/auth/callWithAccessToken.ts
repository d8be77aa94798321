import { ApiError, isUnauthorized } from '../api/errors';
import { serverTimePath } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import type { ApplicationTokens, WaitOptions } from './applicationTokens';

/** Supplies access tokens. */
export interface AccessTokens {
  get(): Promise<Secret>;
  /** Resolves to a token that replaces the rejected one. */
  renew(rejected: Secret): Promise<Secret>;
}

/**
 * Makes one Open API call and renews the access token when needed: before the call, or after a 401 if the service
 * rejects the token itself. After a 401 and a renewal, the call is repeated once. `renewed` is true if the call
 * succeeded with a token other than the one stored before.
 * @throws errors of `tokens` and `call`, including a 401 for a token that the service does not reject
 */
export async function callWithAccessToken<T>(
  tokens: ApplicationTokens,
  call: (token: Secret) => Promise<T>,
  options: WaitOptions = {},
): Promise<{ value: T; renewed: boolean }> {
  const before = await tokens.read();
  let used = await tokens.accessToken(options);
  const value = await repeatAfterRejection(
    used,
    token => call((used = token)),
    (token, error) => (isServerTime(error) ? tokens.replace(token, options) : replaceRejected(tokens, token, options)),
  );
  return { value, renewed: before === undefined || !before.accessToken.equals(used) };
}

/**
 * Makes a call, and repeats it once after a 401 if the token was rejected.
 * @param replacement returns another token after this 401; `undefined` if the service accepts the token
 * @throws errors of `call` and `replacement`
 */
export async function repeatAfterRejection<T>(
  token: Secret,
  call: (token: Secret) => Promise<T>,
  replacement: (token: Secret, error: unknown) => Promise<Secret | undefined>,
): Promise<T> {
  try {
    return await call(token);
  } catch (error) {
    const next = isUnauthorized(error) ? await replacement(token, error) : undefined;
    if (next === undefined) throw error;
    return call(next);
  }
}

/**
 * Returns another access token for a call that got a 401; `undefined` when the service accepts this one. A renewal
 * invalidates the tokens of all servers and machines, so a call without permission must not cause one.
 * @throws errors of `ApplicationTokens.replace`
 */
export async function replaceRejected(
  tokens: ApplicationTokens,
  token: Secret,
  options: WaitOptions = {},
): Promise<Secret | undefined> {
  const visible = await tokens.read();
  const isOurs = visible === undefined || visible.accessToken.equals(token);
  if (isOurs && !(await tokens.isRejected(token, options))) return undefined;
  return tokens.replace(token, options);
}

/** Whether the failed call was the one that checks the token, so that its 401 already proves the rejection. */
function isServerTime(error: unknown): boolean {
  return error instanceof ApiError && URL.canParse(error.url) && new URL(error.url).pathname === serverTimePath;
}
