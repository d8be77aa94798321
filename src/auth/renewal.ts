import { ApiError } from '../api/errors';
import type { Secret } from '../api/secret';
import { AuthError } from './authError';
import type { LedgerEntry } from './ledger';
import type { Lease } from './lock';
import { refreshFailure, refusesCredentials } from './tokenFailures';
import { keepTokens, settledClientSecret, settledTokens, type RenewalContext } from './renewalContext';
import { fingerprint, fingerprintOf, type TokenSet } from './tokenSet';

export interface RenewalRequest {
  /** Whether the newest token set can be used unchanged. */
  accepts(set: TokenSet): boolean;
  /** True on request of the user: then a ClientSecret that was refused before is tried again. */
  isUserRequest?: boolean;
}

/** One renewal under the lock. */
interface Renewal {
  context: RenewalContext;
  lease: Lease;
  request: RenewalRequest;
  clientSecret: Secret;
}

/**
 * Adopts a token set that another process obtained, else refreshes, else authorizes. Never sends a refresh token that may
 * have been sent before: a success ends every earlier token (specification, "States and transitions"). No error loses a
 * stored credential.
 * @throws AuthError, ApiError
 */
export function renew(context: RenewalContext, request: RenewalRequest): Promise<TokenSet> {
  return context.lock(async lease => {
    const entry = await context.ledger.read();
    const set = await settledTokens(context, entry);
    if (set !== undefined && request.accepts(set)) return adopted(context, set);
    const clientSecret = await usableClientSecret(context, entry, request);
    const renewal = { context, lease, request, clientSecret };
    if (set === undefined && entry.stored === undefined) return authorizeAgain(renewal, 'authorized');
    const refreshToken = set?.refreshToken;
    if (refreshToken === undefined) return authorizeAgain(renewal, 'recovered');
    // This token was already sent, and its sender died or lost the response.
    if (entry.sent === fingerprint(refreshToken)) return recover(renewal);
    return refresh(renewal, entry, refreshToken);
  });
}

/** Authorizes (calls 1 and 2) regardless of the stored token set. */
export function authorizeNow(context: RenewalContext, signal?: AbortSignal): Promise<TokenSet> {
  return context.lock(async lease => {
    const request = { accepts: () => false, isUserRequest: true };
    const clientSecret = await usableClientSecret(context, {}, request);
    return authorizeAgain({ context, lease, request, clientSecret }, 'authorized', signal);
  });
}

/** Refreshes (call 3). Records the refresh token before sending it, so it counts as spent after a crash. */
async function refresh(renewal: Renewal, entry: LedgerEntry, refreshToken: Secret): Promise<TokenSet> {
  const { context, lease, request, clientSecret } = renewal;
  await context.ledger.write({ ...entry, sent: fingerprint(refreshToken) });
  if (!(await lease.isHeld())) throw new AuthError('lockTimeout');
  let response;
  try {
    response = await context.refresh(clientSecret, refreshToken);
  } catch (error) {
    switch (refreshFailure(error)) {
      case 'unused':
        // A failed write costs only a later authorization; the caller needs the reason of the first failure.
        if (await lease.isHeld()) await context.ledger.write(entry).catch(() => undefined);
        throw error;
      case 'unknown':
        context.report({ kind: 'responseLost' });
        return recover(renewal);
      case 'refused': {
        context.report({ kind: 'refused' });
        const set = await settledTokens(context, await context.ledger.read());
        const isAnother = set?.refreshToken !== undefined && !set.refreshToken.equals(refreshToken);
        if (isAnother && request.accepts(set)) return adopted(context, set);
        return authorizeAgain(renewal, 'recovered');
      }
    }
  }
  return keepTokens(context, lease, response, 'refreshed');
}

/** Authorizes instead of a refresh whose outcome is unknown. */
async function recover(renewal: Renewal): Promise<TokenSet> {
  try {
    return await authorizeAgain(renewal, 'recovered');
  } catch (error) {
    // Rethrow a response of the service (a refusal, “too many requests”) or a store failure unchanged.
    if (!(error instanceof ApiError) || error.status === 429) throw error;
    throw new AuthError('outcomeUnknown', error);
  }
}

async function authorizeAgain(
  renewal: Renewal,
  kind: 'authorized' | 'recovered',
  signal?: AbortSignal,
): Promise<TokenSet> {
  const { context, lease, clientSecret } = renewal;
  let response;
  try {
    response = await context.authorize(clientSecret, signal);
  } catch (error) {
    if (!refusesCredentials(error)) throw error;
    await rememberRefusal(context, clientSecret);
    throw new AuthError('credentialsRefused', error);
  }
  return keepTokens(context, lease, response, kind);
}

/**
 * Returns the ClientSecret unless the service refused it. A refused ClientSecret is returned only on request of the
 * user.
 */
async function usableClientSecret(
  context: RenewalContext,
  entry: LedgerEntry,
  { isUserRequest = false }: RenewalRequest,
): Promise<Secret> {
  const clientSecret = await settledClientSecret(context);
  if (clientSecret === undefined) throw new AuthError('noClientSecret');
  const wasRefused = entry.refusedSecret === fingerprint(clientSecret);
  if (wasRefused && !isUserRequest) throw new AuthError('credentialsRefused');
  return clientSecret;
}

async function rememberRefusal({ ledger, report }: RenewalContext, clientSecret: Secret): Promise<void> {
  const refusedSecret = fingerprint(clientSecret);
  report({ kind: 'credentialsRefused', fingerprint: refusedSecret });
  // An unrecorded refusal costs one more request; throwing the disk's error would hide the refusal.
  await ledger
    .read()
    .then(entry => ledger.write({ ...entry, refusedSecret }))
    .catch(() => undefined);
}

function adopted({ report }: RenewalContext, set: TokenSet): TokenSet {
  report({
    kind: 'adopted',
    fingerprint: fingerprintOf(set),
    expiresAt: set.expiresAt,
  });
  return set;
}
