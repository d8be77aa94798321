import type { Secret } from '../api/secret';

/** The access token of a run, requested on first use. */
export interface AccessTokens {
  get(): Promise<Secret>;
  /** Returns a token that replaces the refused one. Requests that are refused at the same time share one renewal. */
  renew(refused: Secret): Promise<Secret>;
}

export function createAccessTokens(obtain: () => Promise<Secret>): AccessTokens {
  let current: Promise<Secret> | undefined;
  const start = () => {
    current = obtain();
    // A failure is not kept: the next request authorizes again.
    current.catch(() => (current = undefined));
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
