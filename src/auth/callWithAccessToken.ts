import { ApiError } from '../api/errors';
import { serverTimePath } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import type { ApplicationTokens, WaitOptions } from './applicationTokens';
import { isUnauthorized } from './tokenFailures';

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
  const token = await tokens.accessToken(options);
  try {
    return { value: await call(token), renewed: before === undefined || !before.accessToken.equals(token) };
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const next = isServerTime(error)
      ? await tokens.replace(token, options)
      : await replaceRejected(tokens, token, options);
    if (next === undefined) throw error;
    return { value: await call(next), renewed: true };
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
