import { createHash, randomBytes, scryptSync } from 'node:crypto';

/** A new random credential: `length` lower-case hexadecimal digits. The service's tokens and codes have 40. */
export function randomHex(length = 40): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
}

/** The same `length` (at most 64) hexadecimal digits for the same label, for identifiers that must not change between runs. */
export function fixedHex(label: string, length: number): string {
  return createHash('sha256').update(`hydrogen sandbox ${label}`).digest('hex').slice(0, length);
}

/** What the sandbox keeps of a token, so that a saved state holds no credential: SHA-256, 64 hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * What the sandbox keeps of a password. Salted per user and deliberately not fast, because people type real passwords
 * into things that look like a login; cheap enough for tests that register many users.
 */
export function hashPassword(password: string, salt: string): string {
  return scryptSync(password, salt, 32, { N: 1024 }).toString('hex');
}
