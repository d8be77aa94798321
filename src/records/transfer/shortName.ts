import { createHash } from 'node:crypto';

/** Shortens a name that is longer than `maximumBytes` to its beginning and a hash, which need up to 169 bytes. */
export function shortName(name: string, maximumBytes: number): string {
  if (Buffer.byteLength(name) <= maximumBytes) return name;
  return `${[...name].slice(0, 40).join('')}.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
