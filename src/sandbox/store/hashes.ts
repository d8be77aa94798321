import { createHash, randomBytes, scryptSync } from 'node:crypto';

/** Creates a random credential of `length` lower-case hexadecimal digits. The service's tokens and codes have 40. */
export function randomHex(length = 40): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
}

/** Derives `length` (at most 64) hexadecimal digits from a label, for identifiers that must not change between runs. */
export function derivedHex(label: string, length: number): string {
  return createHash('sha256').update(`hydrogen sandbox ${label}`).digest('hex').slice(0, length);
}

/**
 * Returns the stored form of a token: its SHA-256 in 64 hexadecimal digits. Therefore a saved state contains no
 * credential.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Returns the stored form of a password. It is salted per user and deliberately slow, because people type real
 * passwords into anything that looks like a login; it is fast enough for tests that register many users.
 */
export function hashPassword(password: string, salt: string): string {
  return scryptSync(password, salt, 32, { N: 1024 }).toString('hex');
}
