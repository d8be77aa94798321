import type { Secret } from '../api/secret';
import type { AccessTokens } from '../auth/callWithAccessToken';
import { refusesCredentials } from '../auth/tokenFailures';

/** Creates the access token of a run, requested on first use. Requests that are refused at the same time share a renewal. */
export function createAccessTokens(obtain: () => Promise<Secret>): AccessTokens {
  let current: Promise<Secret> | undefined;
  const start = () => {
    current = obtain();
    // After a failure the next request authorizes again, but not with credentials that the service has refused.
    current.catch((error: unknown) => {
      if (!refusesCredentials(error)) current = undefined;
    });
    return current;
  };
  const get = () => current ?? start();
  return {
    get,
    async renew(refused) {
      const known = get();
      if ((await known).equals(refused) && current === known) return start();
      return get();
    },
  };
}
