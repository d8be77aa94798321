import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';
import { fingerprint } from './fingerprint';
import type { Ledger, LedgerEntry } from './ledger';
import type { Lease, Lock } from './lock';
import type { StoredCredentials, StoredValue } from './storedCredentials';
import type { Report } from './tokenEvent';
import { fingerprintOf, toTokenSet, type TokenSet } from './tokenSet';

/** What the credentials of one application are kept and renewed with. */
export interface RenewalContext {
  credentials: StoredCredentials;
  ledger: Ledger;
  lock: Lock;
  /** Calls 1 and 2. */
  authorize(clientSecret: Secret, signal?: AbortSignal): Promise<TokenResponse>;
  /** Call 3. Takes no signal: it cannot be taken back, and its response is the only way to the next token set. */
  refresh(clientSecret: Secret, refreshToken: Secret): Promise<TokenResponse>;
  report: Report;
  /** Unix milliseconds. */
  now: () => number;
  /** How long a value may take from the window that stored it to this one, in milliseconds. */
  settleMs: number;
  /** A token set that the store did not keep, or not yet, and the ledger as it was left: good until that changes. */
  unkept?: { set: TokenSet; ledger: LedgerEntry } | undefined;
}

/** The newest token set this window can see. The store is read again when it is empty and the ledger names a token set. */
export async function visibleTokens(context: RenewalContext): Promise<TokenSet | undefined> {
  const { credentials, ledger, unkept } = context;
  const stored = unkept === undefined ? await credentials.tokens.read() : undefined;
  if (stored !== undefined) return stored;
  const entry = await ledger.read().catch(() => undefined);
  const kept = unkeptTokens(context, entry);
  if (kept !== undefined || entry?.stored === undefined) return kept ?? credentials.tokens.read();
  return readUntil(credentials.tokens, () => true, Math.min(context.settleMs, 4 * pollMs));
}

/**
 * The token set that was obtained last, by this or another process. The ledger knows it before the store shows it. A store
 * that never shows it has lost it; the older token set in the store must not be used.
 */
export async function settledTokens(context: RenewalContext, entry: LedgerEntry): Promise<TokenSet | undefined> {
  const { tokens } = context.credentials;
  const unkept = unkeptTokens(context, entry);
  if (unkept !== undefined) return unkept;
  if (entry.stored === undefined) return tokens.read();
  const isIt = (set: TokenSet) => fingerprintOf(set) === entry.stored;
  return readSettled(context, tokens, isIt);
}

/** The ClientSecret that was entered last, in this or another window; falls back to the stored value. */
export async function settledClientSecret(context: RenewalContext): Promise<Secret | undefined> {
  const { clientSecret } = context.credentials;
  const { secret } = await context.ledger.read().catch((): LedgerEntry => ({}));
  if (secret === undefined) return clientSecret.read();
  const isIt = (value: Secret) => fingerprint(value) === secret;
  return (await readSettled(context, clientSecret, isIt)) ?? clientSecret.read();
}

/** Writes the stamp first: a process that dies before the second write leaves a stamp that no token set matches. */
export async function keepTokens(
  context: RenewalContext,
  lease: Lease,
  response: TokenResponse,
  kind: 'authorized' | 'refreshed' | 'recovered',
): Promise<TokenSet> {
  const set = toTokenSet(response, context.now());
  const stamp = fingerprintOf(set);
  context.report({ kind, fingerprint: stamp, expiresAt: set.expiresAt });
  // Another process took over the lock. What it stored counts; this token set serves the calls that wait for it.
  if (!(await lease.held())) return set;
  const { ledger, credentials } = context;
  const before = await ledger.read().catch((): LedgerEntry => ({}));
  const { sent: _, refusedSecret: __, ...rest } = before;
  const after = { ...rest, stored: stamp };
  const isStamped = await ledger.write(after).then(
    () => true,
    () => false,
  );
  context.unkept = { set, ledger: isStamped ? after : before };
  if (!isStamped) context.report({ kind: 'stampFailed', fingerprint: stamp });
  try {
    await credentials.tokens.write(set);
  } catch (error) {
    context.report({ kind: 'storeFailed', fingerprint: stamp });
    throw error;
  }
  context.unkept = undefined;
  return set;
}

function unkeptTokens({ unkept }: RenewalContext, entry: LedgerEntry | undefined): TokenSet | undefined {
  if (unkept === undefined) return undefined;
  return entry === undefined || isDeepStrictEqual(entry, unkept.ledger) ? unkept.set : undefined;
}

const pollMs = 25;

async function readSettled<T>(
  { settleMs, report }: RenewalContext,
  stored: StoredValue<T>,
  isIt: (value: T) => boolean,
): Promise<T | undefined> {
  const value = await readUntil(stored, isIt, settleMs);
  if (value === undefined) report({ kind: 'missingRead' });
  return value;
}

/** The value once it is the one that is waited for; `undefined` after `patienceMs`. */
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
