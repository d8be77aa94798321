import { createHash, randomBytes, scryptSync } from 'node:crypto';

/** A new random credential: `length` lower-case hexadecimal digits. The service's tokens and codes have 40. */
export function randomHex(length = 40): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
}

/**
 * Always the same `length` (at most 64) hexadecimal digits for a label, for identifiers that must not change between runs.
 */
export function fixedHex(label: string, length: number): string {
  return createHash('sha256').update(`hydrogen sandbox ${label}`).digest('hex').slice(0, length);
}

/** The stored form of a token, so that a saved state contains no credential: SHA-256, 64 hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The stored form of a password. Salted per user and deliberately slow, because people type real passwords into anything
 * that looks like a login; fast enough for tests that register many users.
 */
export function hashPassword(password: string, salt: string): string {
  return scryptSync(password, salt, 32, { N: 1024 }).toString('hex');
}
