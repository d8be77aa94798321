import type { TokenResponse } from '../api/openApi/authorize';
import { ApiError } from '../api/errors';
import type { Secret } from '../api/secret';
import type { ApplicationTokens } from './applicationTokens';
import { AuthError } from './authError';
import { fingerprint } from './fingerprint';
import { forgetApplication, forgetTokenSet } from './forget';
import { abortable, throwIfCancelled } from './abortable';
import { authorizeNow, renew, type RenewalRequest } from './renewal';
import { keepTokens, settledClientSecret, visibleTokens, type RenewalContext } from './renewalContext';
import type { SecretStore } from './secretStore';
import { fingerprintOf, isFresh, type TokenSet } from './tokenSet';

interface LifecycleOptions {
  store: SecretStore;
  lockFolder: string;
  /** The address in a cancellation error. */
  authUrl: string;
  /** Whether the service rejects an access token. */
  rejects: (token: Secret) => Promise<boolean>;
}

/** Creates the token lifecycle of one window, which shares renewals among its callers. */
export function tokenLifecycle(
  context: RenewalContext,
  { store, lockFolder, authUrl, rejects }: LifecycleOptions,
): ApplicationTokens {
  const { credentials, ledger, now } = context;
  const listeners = new Set<() => void>();
  const rejected = new Set<string>();
  const checks = new Map<string, Promise<boolean>>();
  let running: Promise<TokenSet> | undefined;

  const isRejected = (set: TokenSet) => rejected.has(fingerprint(set.accessToken));
  const isUsable = (set: TokenSet) => !isRejected(set) && isFresh(set, now());
  const lasts = (set: TokenSet) => !isRejected(set) && (set.expiresAt === undefined || now() < set.expiresAt);
  const changing = async <T>(operation: Promise<T>): Promise<T> =>
    operation.finally(() => [...listeners].forEach(listener => listener()));
  const release = <T>(operation: Promise<T>, signal: AbortSignal | undefined) => abortable(operation, signal, authUrl);
  const renewNow = (request: RenewalRequest) => changing(renew(context, request));
  // One renewal for all callers of this window; assigned before the first await.
  const share = (): Promise<TokenSet> =>
    (running ??= renewNow({ accepts: isUsable }).finally(() => (running = undefined)));

  return {
    read: () => visibleTokens(context),

    async accessToken({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const set = await visibleTokens(context);
      if (set !== undefined && isUsable(set)) return set.accessToken;
      try {
        return (await release(share(), signal)).accessToken;
      } catch (error) {
        // Within the safety margin the token is still valid, unless it was replaced.
        const isTransient = error instanceof ApiError ? error.code !== 'cancelled' : isLockError(error);
        if (set !== undefined && isTransient && lasts(set)) return set.accessToken;
        throw error;
      }
    },

    async isRejected(token, { signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const name = fingerprint(token);
      if (rejected.has(name)) return true;
      const check = checks.get(name) ?? rejects(token).finally(() => checks.delete(name));
      checks.set(name, check);
      return release(check, signal);
    },

    async replace(token, { signal } = {}) {
      throwIfCancelled(signal, authUrl);
      remember(rejected, fingerprint(token));
      const [set, entry] = [await visibleTokens(context), await ledger.read().catch(() => undefined)];
      const isNewest = set !== undefined && (entry?.stored ?? fingerprintOf(set)) === fingerprintOf(set);
      if (isNewest && isUsable(set)) return set.accessToken;
      const renewed = await release(share(), signal);
      // The renewal may have started before this token was rejected.
      return (isRejected(renewed) ? await release(share(), signal) : renewed).accessToken;
    },

    async authorize({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      return release(changing(authorizeNow(context, signal)), signal);
    },

    async refresh({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const before = await visibleTokens(context);
      if (before === undefined && (await ledger.read()).stored === undefined) throw new AuthError('notAuthorized');
      const isOther = (set: TokenSet) => before === undefined || fingerprintOf(set) !== fingerprintOf(before);
      return release(renewNow({ accepts: set => isOther(set) && isUsable(set), asked: true }), signal);
    },

    keep: (clientSecret, tokens) => changing(keepClientSecret(context, clientSecret, tokens)),
    hasClientSecret: async () => (await settledClientSecret(context)) !== undefined,
    clientSecret: () => settledClientSecret(context),
    forgetTokens: () => changing(forgetTokenSet(context)),
    forgetAll: () => changing(forgetApplication(context, lockFolder)),

    onDidChange(listener) {
      const keys = [credentials.tokens.key, credentials.clientSecret.key];
      const stop = store.onDidChange(key => {
        if (keys.includes(key)) listener();
      });
      listeners.add(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
  };
}

async function keepClientSecret(context: RenewalContext, clientSecret: Secret, tokens?: TokenResponse): Promise<void> {
  const { credentials, ledger, lock } = context;
  await credentials.clientSecret.write(clientSecret);
  await lock(async lease => {
    const { refusedSecret: _, ...entry } = await ledger.read();
    await ledger.write({ ...entry, secret: fingerprint(clientSecret) });
    if (tokens !== undefined) await keepTokens(context, lease, tokens, 'authorized');
  });
}

function isLockError(error: unknown): boolean {
  return error instanceof AuthError && (error.code === 'lockTimeout' || error.code === 'lockUnavailable');
}

const mostRemembered = 20;

function remember(set: Set<string>, value: string): void {
  set.add(value);
  const [oldest] = set;
  if (set.size > mostRemembered && oldest !== undefined) set.delete(oldest);
}
