import { createHash } from 'node:crypto';

/** Returns a name of at most `most` bytes (170 or more). A longer name becomes its beginning and a hash. */
export function shortName(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  return `${[...name].slice(0, 40).join('')}.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
