import type { TokenResponse } from '../api/openApi/authorize';
import { ApiError } from '../api/errors';
import type { Secret } from '../api/secret';
import type { ApplicationTokens } from './applicationTokens';
import { AuthError } from './authError';
import { forgetApplication, forgetTokenSet } from './forget';
import { abortable, throwIfCancelled } from './abortable';
import type { LedgerEntry } from './ledger';
import { authorizeNow, renew, type RenewalRequest } from './renewal';
import { keepTokens, settledClientSecret, visibleTokens, type RenewalContext } from './renewalContext';
import type { SecretStore } from './secretStore';
import { fingerprint, fingerprintOf, isFresh, type TokenSet } from './tokenSet';

interface LifecycleOptions {
  store: SecretStore;
  lockFolder: string;
  /** The address to show in a cancellation error. */
  authUrl: string;
  /** Whether the service rejects an access token. */
  rejects: (token: Secret) => Promise<boolean>;
}

/** Creates the token lifecycle of one window, which shares renewals among its callers. */
export function tokenLifecycle(
  context: RenewalContext,
  { store, lockFolder, authUrl, rejects }: LifecycleOptions,
): ApplicationTokens {
  const { ledger, now } = context;
  const listeners = new Set<() => void>();
  const rejected = new RejectedTokens(rejects);
  let running: Promise<TokenSet> | undefined;
  const isUsable = (set: TokenSet) => !rejected.has(set.accessToken) && isFresh(set, now());
  const isValid = ({ accessToken, expiresAt }: TokenSet) =>
    !rejected.has(accessToken) && (expiresAt === undefined || now() < expiresAt);
  const thenNotify = async <T>(work: Promise<T>) => work.finally(() => [...listeners].forEach(listener => listener()));
  const orCancelled = <T>(work: Promise<T>, signal: AbortSignal | undefined) => abortable(work, signal, authUrl);
  const renewNow = (request: RenewalRequest) => thenNotify(renew(context, request));
  // One renewal for all callers of this window; assigned before the first await.
  const sharedRenewal = (): Promise<TokenSet> =>
    (running ??= renewNow({ accepts: isUsable }).finally(() => (running = undefined)));

  return {
    read: () => visibleTokens(context),

    async accessToken({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const set = await visibleTokens(context);
      if (set !== undefined && isUsable(set)) return set.accessToken;
      try {
        return (await orCancelled(sharedRenewal(), signal)).accessToken;
      } catch (error) {
        // Shortly before it expires the token is still valid, unless it was replaced.
        if (set !== undefined && isTransient(error) && isValid(set)) return set.accessToken;
        throw error;
      }
    },

    async isRejected(token, { signal } = {}) {
      throwIfCancelled(signal, authUrl);
      return rejected.has(token) || orCancelled(rejected.check(token), signal);
    },

    async replace(token, { signal } = {}) {
      throwIfCancelled(signal, authUrl);
      rejected.add(token);
      const [set, entry] = [await visibleTokens(context), await ledger.read().catch(() => undefined)];
      const isNewest = set !== undefined && (entry?.stored ?? fingerprintOf(set)) === fingerprintOf(set);
      if (isNewest && isUsable(set)) return set.accessToken;
      const renewed = await orCancelled(sharedRenewal(), signal);
      // The renewal may have started before this token was rejected.
      return (rejected.has(renewed.accessToken) ? await orCancelled(sharedRenewal(), signal) : renewed).accessToken;
    },

    async authorize({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      return orCancelled(thenNotify(authorizeNow(context, signal)), signal);
    },

    async refresh({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const before = await visibleTokens(context);
      if (before === undefined && (await ledger.read()).stored === undefined) throw new AuthError('notAuthorized');
      const isOther = (set: TokenSet) => before === undefined || fingerprintOf(set) !== fingerprintOf(before);
      return orCancelled(renewNow({ accepts: set => isOther(set) && isUsable(set), isUserRequest: true }), signal);
    },

    keep: (clientSecret, tokens) => thenNotify(keepClientSecret(context, clientSecret, tokens)),
    isRefused: () => isRefused(context),
    hasClientSecret: async () => (await settledClientSecret(context)) !== undefined,
    clientSecret: () => settledClientSecret(context),
    forgetTokens: () => thenNotify(forgetTokenSet(context)),
    forgetAll: () => thenNotify(forgetApplication(context, lockFolder)),

    onDidChange(listener) {
      listeners.add(listener);
      const stop = onStoredChange(context, store, listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
  };
}

async function isRefused({ credentials, ledger }: RenewalContext): Promise<boolean> {
  const clientSecret = await credentials.clientSecret.read();
  const { refusedSecret } = await ledger.read().catch((): LedgerEntry => ({}));
  return clientSecret !== undefined && refusedSecret === fingerprint(clientSecret);
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

function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.code !== 'cancelled';
  return error instanceof AuthError && (error.code === 'lockTimeout' || error.code === 'lockUnavailable');
}

function onStoredChange({ credentials }: RenewalContext, store: SecretStore, listener: () => void): () => void {
  const keys = [credentials.tokens.key, credentials.clientSecret.key];
  return store.onDidChange(key => {
    if (keys.includes(key)) listener();
  });
}

/** Access tokens that the service has rejected, by fingerprint. */
class RejectedTokens {
  static readonly #limit = 20;
  readonly #rejects: (token: Secret) => Promise<boolean>;
  readonly #fingerprints = new Set<string>();
  readonly #checks = new Map<string, Promise<boolean>>();

  constructor(rejects: (token: Secret) => Promise<boolean>) {
    this.#rejects = rejects;
  }

  has(token: Secret): boolean {
    return this.#fingerprints.has(fingerprint(token));
  }

  add(token: Secret): void {
    this.#fingerprints.add(fingerprint(token));
    const [oldest] = this.#fingerprints;
    if (this.#fingerprints.size > RejectedTokens.#limit && oldest !== undefined) this.#fingerprints.delete(oldest);
  }

  /** Asks the service; concurrent callers share the request. */
  check(token: Secret): Promise<boolean> {
    const key = fingerprint(token);
    const check = this.#checks.get(key) ?? this.#rejects(token).finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }
}
