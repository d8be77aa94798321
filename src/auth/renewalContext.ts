import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';
import { AuthError } from './authError';
import type { Ledger, LedgerEntry } from './ledger';
import type { Lease, Lock } from './lock';
import type { StoredCredentials, StoredValue } from './storedCredentials';
import type { ReportTokenEvent } from './tokenEvent';
import { fingerprint, fingerprintOf, toTokenSet, type TokenSet } from './tokenSet';

/** The dependencies for storing and renewing the credentials of one application. */
export interface RenewalContext {
  credentials: StoredCredentials;
  ledger: Ledger;
  lock: Lock;
  /** Calls 1 and 2. */
  authorize(clientSecret: Secret, signal?: AbortSignal): Promise<TokenResponse>;
  /** Refreshes (call 3). Cannot be cancelled, because only its response contains the next token set. */
  refresh(clientSecret: Secret, refreshToken: Secret): Promise<TokenResponse>;
  report: ReportTokenEvent;
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds that a stored value may need to reach this window. */
  settleMs: number;
  /**
   * A token set that is not in the store yet, and the ledger at that time. It is valid while the ledger is unchanged.
   */
  unstored?: { set: TokenSet; ledger: LedgerEntry } | undefined;
}

/**
 * Returns the token set that this window can see: the stored one, or one that could not be stored. Does not wait for a
 * newer one. If the ledger names a token set but the store is empty, reads again for a short time, because the value may
 * arrive late.
 */
export async function visibleTokens(context: RenewalContext): Promise<TokenSet | undefined> {
  const { credentials, ledger, unstored } = context;
  const stored = unstored === undefined ? await credentials.tokens.read() : undefined;
  if (stored !== undefined) return stored;
  const entry = await ledger.read().catch(() => undefined);
  const unstoredSet = unstoredTokens(context, entry);
  if (unstoredSet !== undefined || entry?.stored === undefined) return unstoredSet ?? credentials.tokens.read();
  return readUntil(credentials.tokens, () => true, Math.min(context.settleMs, 4 * pollMs));
}

/**
 * Returns the token set that any process obtained last. The ledger knows it before the store shows it. If the store never
 * shows it, it is lost, and the older token set in the store must not be used.
 */
export async function settledTokens(context: RenewalContext, entry: LedgerEntry): Promise<TokenSet | undefined> {
  const { tokens } = context.credentials;
  const unstored = unstoredTokens(context, entry);
  if (unstored !== undefined) return unstored;
  if (entry.stored === undefined) return tokens.read();
  const isNewest = (set: TokenSet) => fingerprintOf(set) === entry.stored;
  return readSettled(context, tokens, isNewest);
}

/** Returns the ClientSecret that was entered last in any window, else the stored one. */
export async function settledClientSecret(context: RenewalContext): Promise<Secret | undefined> {
  const { clientSecret } = context.credentials;
  const { secret } = await context.ledger.read().catch((): LedgerEntry => ({}));
  if (secret === undefined) return clientSecret.read();
  const isNewest = (value: Secret) => fingerprint(value) === secret;
  return (await readSettled(context, clientSecret, isNewest)) ?? clientSecret.read();
}

/**
 * Stores the stamp before the token set. After a crash between the two writes, no stored token set matches the stamp, so
 * no old refresh token is sent.
 */
export async function keepTokens(
  context: RenewalContext,
  lease: Lease,
  response: TokenResponse,
  kind: 'authorized' | 'refreshed' | 'recovered',
): Promise<TokenSet> {
  const set = toTokenSet(response, context.now());
  const stamp = fingerprintOf(set);
  context.report({ kind, fingerprint: stamp, expiresAt: set.expiresAt });
  // Another process took over the lock, and its token set is the valid one. This one only serves the waiting calls.
  if (!(await lease.isHeld())) return set;
  if ((await lease.isForgotten?.()) === true) throw new AuthError('forgotten');
  const { ledger, credentials } = context;
  const before = await ledger.read().catch((): LedgerEntry => ({}));
  const { sent: _, refusedSecret: __, ...rest } = before;
  const after = { ...rest, stored: stamp };
  const isStamped = await ledger.write(after).then(
    () => true,
    () => false,
  );
  context.unstored = { set, ledger: isStamped ? after : before };
  if (!isStamped) context.report({ kind: 'stampFailed', fingerprint: stamp });
  try {
    await credentials.tokens.write(set);
  } catch (error) {
    context.report({ kind: 'storeFailed', fingerprint: stamp });
    throw error;
  }
  context.unstored = undefined;
  return set;
}

function unstoredTokens({ unstored }: RenewalContext, entry: LedgerEntry | undefined): TokenSet | undefined {
  if (unstored === undefined) return undefined;
  return entry === undefined || isDeepStrictEqual(entry, unstored.ledger) ? unstored.set : undefined;
}

const pollMs = 25;

async function readSettled<T>(
  { settleMs, report }: RenewalContext,
  stored: StoredValue<T>,
  isExpected: (value: T) => boolean,
): Promise<T | undefined> {
  const value = await readUntil(stored, isExpected, settleMs);
  if (value === undefined) report({ kind: 'missingRead' });
  return value;
}

/** Reads until the value is accepted; `undefined` after `patienceMs`. */
async function readUntil<T>(
  stored: StoredValue<T>,
  isIt: (value: T) => boolean,
  patienceMs: number,
): Promise<T | undefined> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const value = await stored.read();
    if (value !== undefined && isIt(value)) return value;
    if (performance.now() >= deadline) return undefined;
    await sleep(pollMs);
  }
}
