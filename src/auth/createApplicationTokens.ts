import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Fetch } from '../api/http/sendOnce';
import { authorize, refreshTokens } from '../api/openApi/authorize';
import { isTokenRejected } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import type { ApplicationIdentity, ApplicationTokens } from './applicationTokens';
import { fileLedger, memoryLedger } from './ledger';
import { folderLock, type Lock } from './lock';
import type { RenewalContext } from './renewalContext';
import type { SecretStore } from './secretStore';
import { storedCredentials } from './storedCredentials';
import type { ReportTokenEvent, TokenEvent } from './tokenEvent';
import { TokenLifecycle } from './tokenLifecycle';

interface TokenDependencies {
  store: SecretStore;
  /** The folder of locks and stamps, shared by all windows of this machine; created on first use. */
  directory: string;
  /** Creates the client at the first request. */
  fetch: () => Promise<Fetch>;
  /** Unix milliseconds. */
  now: () => number;
  log: (event: TokenEvent) => void;
}

/** Overrides, used by tests. */
export interface TokenOptions extends Partial<Pick<RenewalContext, 'ledger' | 'lock' | 'settleMs'>> {
  /** Time for each response of the service, in milliseconds. */
  timeoutMs?: number;
}

export function createApplicationTokens(
  identity: ApplicationIdentity,
  dependencies: TokenDependencies,
  options: TokenOptions = {},
): ApplicationTokens {
  const { store, directory, now } = dependencies;
  // Credentials in memory have their own files, so forgetting them does not touch the files of stored credentials.
  const kind = store.isPrivate ? ['private'] : [];
  const name = createHash('sha256')
    .update(JSON.stringify([identity.scope, identity.clientId, ...kind]))
    .digest('hex')
    .slice(0, 24);
  const lockFolder = path.join(directory, `${name}.lock`);
  const report: ReportTokenEvent = event => dependencies.log({ ...event, at: now() });
  const callContext = async () => ({
    fetch: await dependencies.fetch(),
    timeoutMs: options.timeoutMs,
  });
  const context: RenewalContext = {
    credentials: storedCredentials(store, identity, report),
    ledger: options.ledger ?? (store.isPrivate ? memoryLedger() : fileLedger(path.join(directory, `${name}.stamp`))),
    lock: withEpoch(options.lock ?? folderLock(lockFolder), store),
    settleMs: options.settleMs ?? 2000,
    authorize: async (clientSecret, signal) =>
      authorize({ ...identity, clientSecret }, { ...(await callContext()), signal }),
    refresh: async (clientSecret, refreshToken) =>
      refreshTokens({ ...identity, clientSecret }, refreshToken, await callContext()),
    report,
    now,
  };
  const rejects = async (token: Secret) => isTokenRejected(identity, token, await callContext());
  return new TokenLifecycle(context, { store, lockFolder, authUrl: identity.authUrl, rejects });
}

/** Lets the holder of a lock check whether all secrets were forgotten since it asked for the lock. */
function withEpoch(lock: Lock, store: SecretStore): Lock {
  return async body => {
    const epoch = await store.epoch?.();
    return lock(lease => body({ ...lease, isForgotten: async () => (await store.epoch?.()) !== epoch }));
  };
}
