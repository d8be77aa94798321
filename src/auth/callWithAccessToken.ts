import type { Secret } from '../api/secret';
import type { ApplicationTokens } from './applicationTokens';
import { isUnauthorized } from './tokenFailures';

/**
 * One Open API call with an access token that is renewed when it has to be: before the call, or after a 401, which is
 * answered with one retry. `renewed` tells whether the call succeeded with another token than the one stored before.
 * @param options `replayable: false` for a call that cannot be sent twice: a 401 then renews for the next one
 * @throws what `tokens` and `call` throw; a second 401 as it is
 */
export async function callWithAccessToken<T>(
  tokens: ApplicationTokens,
  call: (token: Secret) => Promise<T>,
  options: { signal?: AbortSignal; replayable?: boolean } = {},
): Promise<{ value: T; renewed: boolean }> {
  const { replayable = true, ...rest } = options;
  const before = await tokens.read();
  const token = await tokens.accessToken(rest);
  try {
    return { value: await call(token), renewed: before === undefined || !before.accessToken.equals(token) };
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    if (!replayable) {
      await tokens.replace(token, rest).catch(() => undefined);
      throw error;
    }
  }
  return { value: await call(await tokens.replace(token, rest)), renewed: true };
}
