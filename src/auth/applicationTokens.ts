import { createHash } from 'node:crypto';
import path from 'node:path';
import { authorize, refreshTokens, type TokenResponse } from '../api/openApi/authorize';
import type { Fetch } from '../api/http/sendOnce';
import type { Secret } from '../api/secret';
import type { Remainder } from './forget';
import { fileLedger, memoryLedger } from './ledger';
import { folderLock } from './lock';
import type { RenewalContext } from './renewalContext';
import type { SecretStore } from './secretStore';
import { storedCredentials } from './storedCredentials';
import type { Report, TokenEvent } from './tokenEvent';
import { tokenLifecycle } from './tokenLifecycle';
import type { TokenSet } from './tokenSet';

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

export interface TokenDependencies {
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
export interface TokenOptions extends Partial<Pick<RenewalContext, 'ledger' | 'lock' | 'settleMs'>> {
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
  environment: TokenDependencies,
  parts: TokenOptions = {},
): ApplicationTokens {
  const { store, directory, now } = environment;
  // What is kept in memory has files of its own: forgetting it must not see or remove those of what is stored.
  const kind = store.isPrivate ? ['private'] : [];
  const name = createHash('sha256')
    .update(JSON.stringify([identity.scope, identity.clientId, ...kind]))
    .digest('hex')
    .slice(0, 24);
  const lockFolder = path.join(directory, `${name}.lock`);
  const report: Report = event => environment.log({ ...event, at: now() });
  const context = async () => ({
    fetch: await environment.fetch(),
    ...(parts.timeoutMs === undefined ? {} : { timeoutMs: parts.timeoutMs }),
  });
  const rotation: RenewalContext = {
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
  return tokenLifecycle(rotation, { store, lockFolder, authUrl: identity.authUrl });
}
