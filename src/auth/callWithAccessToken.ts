import { ApiError } from '../api/errors';
import { serverTimePath } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import type { ApplicationTokens, WaitOptions } from './applicationTokens';
import { isUnauthorized } from './tokenFailures';

/**
 * One Open API call with an access token that is renewed when it has to be: before the call, or after a 401, which is
 * followed by one retry if the service rejects the token itself. `renewed` says whether the call succeeded with another
 * token than the one stored before.
 * @throws what `tokens` and `call` throw; a 401 that another token would not change
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
 * Another access token for a call to which the service responded with 401; `undefined` when it accepts this one. A
 * renewal invalidates the tokens of all servers and machines, so a call that is not permitted must not cause one.
 * @throws what `ApplicationTokens.replace` throws
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

/** This call itself checks the token. */
function isServerTime(error: unknown): boolean {
  return error instanceof ApiError && URL.canParse(error.url) && new URL(error.url).pathname === serverTimePath;
}
