import type { Secret } from '../api/secret';

/** The Access Token of a run, obtained when it is first needed. */
export interface AccessTokens {
  get(): Promise<Secret>;
  /** Returns another token than the refused one. Requests that are refused at the same time share the renewal. */
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
