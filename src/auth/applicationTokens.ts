import { createHash } from 'node:crypto';
import path from 'node:path';
import { authorize, refreshTokens, type TokenResponse } from '../api/authorize';
import { ApiError } from '../api/errors';
import type { Fetch } from '../api/exchange';
import type { Secret } from '../api/secret';
import { AuthError } from './authError';
import { fingerprint } from './fingerprint';
import { forgetApplication, forgetTokenSet, type Remainder } from './forget';
import { fileLedger, memoryLedger } from './ledger';
import { folderLock } from './lock';
import { released, throwIfCancelled } from './released';
import { authorizeNow, renew, type RenewalRequest } from './renewal';
import { keepTokens, settledClientSecret, visibleTokens, type Rotation } from './rotation';
import type { SecretStore } from './secretStore';
import { storedCredentials } from './storedCredentials';
import type { Report, TokenEvent } from './tokenEvent';
import { fingerprintOf, isFresh, type TokenSet } from './tokenSet';

export { callWithAccessToken } from './callWithAccessToken';
export type { Remainder, Secret, TokenEvent, TokenSet };

/** Which application's credentials, and where they may be sent. */
export interface ApplicationIdentity {
  /** Origin of the authorization server. */
  authUrl: string;
  clientId: string;
  /** What the stored credentials are bound to: the origin of `authUrl`, for the sandbox a name of its own. */
  scope: string;
}

export interface TokenEnvironment {
  store: SecretStore;
  /** Folder of locks and stamps, shared by all windows of this machine; made when it is first needed. */
  directory: string;
  /** Made at the first request. */
  fetch: () => Promise<Fetch>;
  /** Unix milliseconds. */
  now: () => number;
  log: (event: TokenEvent) => void;
}

/** What can be done otherwise than usual. */
export interface TokenParts extends Partial<Pick<Rotation, 'ledger' | 'lock' | 'settleMs'>> {
  /** Time for each answer of the service, in milliseconds. */
  timeoutMs?: number;
}

export interface WaitOptions {
  /** Releases the caller, with an ApiError `cancelled`. A renewal goes on: others may wait for it too. */
  signal?: AbortSignal;
}

/** The token lifecycle of one application in one window. All windows and processes may have one each. */
export interface ApplicationTokens {
  /** The newest token set this window can see, without network. */
  read(): Promise<TokenSet | undefined>;
  /**
   * An access token that lasts for a call: adopted or renewed when the stored one does not, obtained in silence with the
   * stored ClientSecret when there is none.
   * @throws AuthError `noClientSecret`, `credentialsRefused`, `storeFailed`, `lockTimeout`, `lockUnavailable`,
   * `outcomeUnknown`; ApiError
   */
  accessToken(options?: WaitOptions): Promise<Secret>;
  /** Another access token than `rejected`, which the service answered with 401. Throws as `accessToken`. */
  replace(rejected: Secret, options?: WaitOptions): Promise<Secret>;
  /** Calls 1 and 2, asked for by a person. Throws as `accessToken`. */
  authorize(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Call 3, asked for by a person; when several windows are asked at once, one does it. Throws as `accessToken`, and
   * AuthError `notAuthorized`.
   */
  refresh(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Keeps a ClientSecret, and the token set that was obtained while trying it.
   * @throws AuthError `storeFailed`, `lockTimeout`, `lockUnavailable`
   */
  keep(clientSecret: Secret, tokens?: TokenResponse): Promise<void>;
  hasClientSecret(): Promise<boolean>;
  clientSecret(): Promise<Secret | undefined>;
  /** Deletes the token set and its stamp; the ClientSecret stays. */
  forgetTokens(): Promise<void>;
  /** Deletes every secret, stamp and lock of the application. Resolves to what could not be deleted. */
  forgetAll(): Promise<Remainder[]>;
  /** Calls when the token set or the ClientSecret may have changed, here or in another window. Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
}

export function createApplicationTokens(
  identity: ApplicationIdentity,
  environment: TokenEnvironment,
  parts: TokenParts = {},
): ApplicationTokens {
  const { store, directory, now } = environment;
  const name = createHash('sha256')
    .update(JSON.stringify([identity.scope, identity.clientId]))
    .digest('hex')
    .slice(0, 24);
  const lockFolder = path.join(directory, `${name}.lock`);
  const report: Report = event => environment.log({ ...event, at: now() });
  const context = async () => ({
    fetch: await environment.fetch(),
    ...(parts.timeoutMs === undefined ? {} : { timeoutMs: parts.timeoutMs }),
  });
  const rotation: Rotation = {
    credentials: storedCredentials(store, identity, report),
    ledger: parts.ledger ?? (store.isPrivate ? memoryLedger() : fileLedger(path.join(directory, `${name}.stamp`))),
    lock: parts.lock ?? folderLock(lockFolder),
    settleMs: parts.settleMs ?? 2000,
    authorize: async (clientSecret, signal) =>
      authorize({ ...identity, clientSecret }, { ...(await context()), ...(signal === undefined ? {} : { signal }) }),
    refresh: async (clientSecret, refreshToken) =>
      refreshTokens({ ...identity, clientSecret }, refreshToken, await context()),
    report,
    now,
  };
  return tokensOf(rotation, store, lockFolder, identity);
}

function tokensOf(
  rotation: Rotation,
  store: SecretStore,
  lockFolder: string,
  { authUrl }: ApplicationIdentity,
): ApplicationTokens {
  const { credentials, ledger, now } = rotation;
  const listeners = new Set<() => void>();
  const rejected = new Set<string>();
  let running: Promise<TokenSet> | undefined;

  const isRejected = (set: TokenSet) => rejected.has(fingerprint(set.accessToken));
  const isUsable = (set: TokenSet) => !isRejected(set) && isFresh(set, now());
  const lasts = (set: TokenSet) => !isRejected(set) && (set.expiresAt === undefined || now() < set.expiresAt);
  const changing = async <T>(operation: Promise<T>): Promise<T> =>
    operation.finally(() => [...listeners].forEach(listener => listener()));
  const release = <T>(operation: Promise<T>, signal: AbortSignal | undefined) => released(operation, signal, authUrl);
  const renewNow = (request: RenewalRequest) => changing(renew(rotation, request));
  // One renewal for all callers of this window: assigned before anything is awaited.
  const share = (): Promise<TokenSet> =>
    (running ??= renewNow({ accepts: isUsable }).finally(() => (running = undefined)));

  return {
    read: () => visibleTokens(rotation),

    async accessToken({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const set = await visibleTokens(rotation);
      if (set !== undefined && isUsable(set)) return set.accessToken;
      try {
        return (await release(share(), signal)).accessToken;
      } catch (error) {
        // Within the safety margin the token is as good as before, unless it was replaced.
        const isTransient = error instanceof ApiError ? error.code !== 'cancelled' : isLockError(error);
        if (set !== undefined && isTransient && lasts(set)) return set.accessToken;
        throw error;
      }
    },

    async replace(token, { signal } = {}) {
      throwIfCancelled(signal, authUrl);
      remember(rejected, fingerprint(token));
      const [set, entry] = [await visibleTokens(rotation), await ledger.read().catch(() => undefined)];
      const isNewest = set !== undefined && (entry?.stored ?? fingerprintOf(set)) === fingerprintOf(set);
      if (isNewest && isUsable(set)) return set.accessToken;
      const renewed = await release(share(), signal);
      // The renewal may have been under way before this token was known to be worth nothing.
      return (isRejected(renewed) ? await release(share(), signal) : renewed).accessToken;
    },

    async authorize({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      return release(changing(authorizeNow(rotation, signal)), signal);
    },

    async refresh({ signal } = {}) {
      throwIfCancelled(signal, authUrl);
      const before = await visibleTokens(rotation);
      if (before === undefined && (await ledger.read()).stored === undefined) throw new AuthError('notAuthorized');
      const isOther = (set: TokenSet) => before === undefined || fingerprintOf(set) !== fingerprintOf(before);
      return release(renewNow({ accepts: set => isOther(set) && isUsable(set), asked: true }), signal);
    },

    keep: (clientSecret, tokens) => changing(keepClientSecret(rotation, clientSecret, tokens)),
    hasClientSecret: async () => (await settledClientSecret(rotation)) !== undefined,
    clientSecret: () => settledClientSecret(rotation),
    forgetTokens: () => changing(forgetTokenSet(rotation)),
    forgetAll: () => changing(forgetApplication(rotation, lockFolder)),

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

async function keepClientSecret(rotation: Rotation, clientSecret: Secret, tokens?: TokenResponse): Promise<void> {
  const { credentials, ledger, lock } = rotation;
  await credentials.clientSecret.write(clientSecret);
  await lock(async lease => {
    const { refusedSecret: _, ...entry } = await ledger.read();
    await ledger.write({ ...entry, secret: fingerprint(clientSecret) });
    if (tokens !== undefined) await keepTokens(rotation, lease, tokens, 'authorized');
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
