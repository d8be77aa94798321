import { createHash } from 'node:crypto';
import type { Secret } from '../api/secret';

/** Identifies secrets without revealing them: 16 hexadecimal digits of a SHA-256. */
export function fingerprint(...secrets: (Secret | undefined)[]): string {
  const hash = createHash('sha256');
  for (const secret of secrets) hash.update(`${secret?.reveal() ?? ''}\0`);
  return hash.digest('hex').slice(0, 16);
}
