import type { Secret } from '../api/secret';

/** The access token of a run, requested on first use. */
export interface AccessTokens {
  get(): Promise<Secret>;
  /** Returns a token that replaces the refused one. Requests that are refused at the same time share one renewal. */
  renew(refused: Secret): Promise<Secret>;
}

export function createAccessTokens(obtain: () => Promise<Secret>): AccessTokens {
  let current: Promise<Secret> | undefined;
  const get = () => (current ??= obtain());
  return {
    get,
    async renew(refused) {
      const known = get();
      if ((await known).equals(refused) && current === known) current = obtain();
      return get();
    },
  };
}
