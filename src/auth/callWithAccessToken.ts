import type { Secret } from '../api/secret';
import type { ApplicationTokens, WaitOptions } from './applicationTokens';
import { isUnauthorized } from './tokenFailures';

/**
 * One Open API call with an access token that is renewed when it has to be: before the call, or after a 401, which is
 * followed by one retry. `renewed` tells whether the call succeeded with another token than the one stored before.
 * @throws what `tokens` and `call` throw; a second 401 as it is
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
  }
  return { value: await call(await tokens.replace(token, options)), renewed: true };
}
