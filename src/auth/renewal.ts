import { ApiError } from '../api/errors';
import type { Secret } from '../api/secret';
import { AuthError } from './authError';
import { fingerprint } from './fingerprint';
import type { LedgerEntry } from './ledger';
import type { Lease } from './lock';
import { refreshFailure, refusesCredentials } from './tokenFailures';
import { keepTokens, settledClientSecret, settledTokens, type Rotation } from './rotation';
import { fingerprintOf, type TokenSet } from './tokenSet';

export interface RenewalRequest {
  /** Whether the newest token set will do as it is. */
  accepts(set: TokenSet): boolean;
  /** Asked for by a person: a ClientSecret that was refused is tried again. */
  asked?: boolean;
}

/** One renewal under the lock. */
interface Turn {
  rotation: Rotation;
  lease: Lease;
  request: RenewalRequest;
  clientSecret: Secret;
}

/**
 * Adopts what somebody else obtained, else refreshes, else authorizes again. No refresh token is sent that may have been
 * sent before: a success ends every earlier token (specification, "States and transitions"), a spent one is worth nothing.
 * @throws AuthError, ApiError; no stored credential is lost by any of them
 */
export function renew(rotation: Rotation, request: RenewalRequest): Promise<TokenSet> {
  return rotation.lock(async lease => {
    const entry = await rotation.ledger.read();
    const set = await settledTokens(rotation, entry);
    if (set !== undefined && request.accepts(set)) return adopted(rotation, set);
    const clientSecret = await usableClientSecret(rotation, entry, request);
    const turn = { rotation, lease, request, clientSecret };
    if (set === undefined && entry.stored === undefined) return authorizeAgain(turn, 'authorized');
    const refreshToken = set?.refreshToken;
    if (refreshToken === undefined) return authorizeAgain(turn, 'recovered');
    // Its sender died or lost the answer.
    if (entry.sent === fingerprint(refreshToken)) return recover(turn);
    return refresh(turn, entry, refreshToken);
  });
}

/** Calls 1 and 2, whatever is stored. */
export function authorizeNow(rotation: Rotation, signal?: AbortSignal): Promise<TokenSet> {
  return rotation.lock(async lease => {
    const request = { accepts: () => false, asked: true };
    const clientSecret = await usableClientSecret(rotation, {}, request);
    return authorizeAgain({ rotation, lease, request, clientSecret }, 'authorized', signal);
  });
}

/** Call 3. What is about to be sent is written down first: whoever comes after a crash knows that it may be spent. */
async function refresh(turn: Turn, entry: LedgerEntry, refreshToken: Secret): Promise<TokenSet> {
  const { rotation, lease, request, clientSecret } = turn;
  await rotation.ledger.write({ ...entry, sent: fingerprint(refreshToken) });
  if (!(await lease.held())) throw new AuthError('lockTimeout');
  let response;
  try {
    response = await rotation.refresh(clientSecret, refreshToken);
  } catch (error) {
    switch (refreshFailure(error)) {
      case 'unused':
        // Failing to write that costs an authorization later; the caller needs the reason of the first failure.
        if (await lease.held()) await rotation.ledger.write(entry).catch(() => undefined);
        throw error;
      case 'unknown':
        rotation.report({ kind: 'answerLost' });
        return recover(turn);
      case 'refused': {
        rotation.report({ kind: 'refused' });
        const set = await settledTokens(rotation, await rotation.ledger.read());
        const isAnother = set?.refreshToken !== undefined && !set.refreshToken.equals(refreshToken);
        if (isAnother && request.accepts(set)) return adopted(rotation, set);
        return authorizeAgain(turn, 'recovered');
      }
    }
  }
  return keepTokens(rotation, lease, response, 'refreshed');
}

/** In place of a refresh whose outcome is not known. */
async function recover(turn: Turn): Promise<TokenSet> {
  try {
    return await authorizeAgain(turn, 'recovered');
  } catch (error) {
    // The service has spoken (a refusal, "too many requests"), or the store failed: that is what has to be told.
    if (!(error instanceof ApiError) || error.status === 429) throw error;
    throw new AuthError('outcomeUnknown', error);
  }
}

async function authorizeAgain(turn: Turn, kind: 'authorized' | 'recovered', signal?: AbortSignal): Promise<TokenSet> {
  const { rotation, lease, clientSecret } = turn;
  let response;
  try {
    response = await rotation.authorize(clientSecret, signal);
  } catch (error) {
    if (!refusesCredentials(error)) throw error;
    await rememberRefusal(rotation, clientSecret);
    throw new AuthError('credentialsRefused', error);
  }
  return keepTokens(rotation, lease, response, kind);
}

/** Nobody sends a ClientSecret in silence that was refused: one question for all windows, not one for every call. */
async function usableClientSecret(
  rotation: Rotation,
  entry: LedgerEntry,
  { asked = false }: RenewalRequest,
): Promise<Secret> {
  const clientSecret = await settledClientSecret(rotation);
  if (clientSecret === undefined) throw new AuthError('noClientSecret');
  const wasRefused = entry.refusedSecret === fingerprint(clientSecret);
  if (wasRefused && !asked) throw new AuthError('credentialsRefused', undefined, true);
  return clientSecret;
}

async function rememberRefusal({ ledger, report }: Rotation, clientSecret: Secret): Promise<void> {
  const refusedSecret = fingerprint(clientSecret);
  report({ kind: 'credentialsRefused', fingerprint: refusedSecret });
  // Not remembering costs one more request; hiding the refusal behind a full disk would cost the person the reason.
  await ledger
    .read()
    .then(entry => ledger.write({ ...entry, refusedSecret }))
    .catch(() => undefined);
}

function adopted({ report }: Rotation, set: TokenSet): TokenSet {
  report({
    kind: 'adopted',
    fingerprint: fingerprintOf(set),
    ...(set.expiresAt === undefined ? {} : { expiresAt: set.expiresAt }),
  });
  return set;
}
