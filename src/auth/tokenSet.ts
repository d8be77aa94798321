import { createHash } from 'node:crypto';
import type { TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';

/** A stored Open API token set (specification, "Open API token set"). */
export interface TokenSet {
  accessToken: Secret;
  refreshToken: Secret | undefined;
  tokenType: string;
  scope: string;
  /** Unix milliseconds. */
  obtainedAt: number;
  /** Unix milliseconds; `undefined` without a usable lifetime. */
  expiresAt: number | undefined;
}

/**
 * Converts the lifetime in a response to an expiry.
 * @param now Unix milliseconds
 */
export function toTokenSet({ expiresIn, ...tokens }: TokenResponse, now: number): TokenSet {
  // A lifetime of 0 counts as unknown; otherwise every call would renew first.
  const expiresAt = expiresIn === undefined || expiresIn <= 0 ? undefined : now + expiresIn * 1000;
  return { ...tokens, obtainedAt: now, expiresAt };
}

/** Identifies secrets without revealing them: 16 hexadecimal digits of a SHA-256. */
export function fingerprint(...secrets: (Secret | undefined)[]): string {
  const hash = createHash('sha256');
  for (const secret of secrets) hash.update(`${secret?.reveal() ?? ''}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** Returns the fingerprint for the stamp; it changes with every renewal. */
export function fingerprintOf(set: TokenSet): string {
  return fingerprint(set.accessToken, set.refreshToken);
}

const longestMargin = 60_000;

/**
 * Whether a token lasts for a call: it must not expire within a minute, or within the last tenth of a short lifetime. A
 * token with an unknown expiry counts as fresh.
 */
export function isFresh({ expiresAt, obtainedAt }: TokenSet, now: number): boolean {
  if (expiresAt === undefined) return true;
  return expiresAt - now > Math.min(longestMargin, (expiresAt - obtainedAt) / 10);
}

/**
 * Returns the time to warn that a token expires, in Unix milliseconds: `before` milliseconds before the expiry, or at
 * half of a shorter lifetime, because a new token needs no warning. `undefined` without a known expiry.
 */
export function warningMoment(
  { expiresAt, obtainedAt }: Pick<TokenSet, 'expiresAt' | 'obtainedAt'>,
  before: number,
): number | undefined {
  if (expiresAt === undefined) return undefined;
  const life = expiresAt - obtainedAt;
  return expiresAt - (before < life ? before : life / 2);
}
