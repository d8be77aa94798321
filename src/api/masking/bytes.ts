import { Secret } from '../secret';
import { KnownSecrets, knownSecrets } from './knownSecrets';
import { findCredentials, type SecretSource } from './text';

/**
 * Number of bytes scanned together, and of bytes before them that are scanned again because a credential may begin
 * there.
 */
const [window, overlap] = [8 << 20, 64 << 10];

/**
 * Returns an array with 1 for each byte that belongs to a credential in ASCII or UTF-16; `undefined` without
 * credentials.
 */
export function credentialBytes(bytes: Uint8Array, known: SecretSource): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const asText = knownSecrets(known);
  const asBytes = new KnownSecrets(asText.reveal().map(value => new Secret(Buffer.from(value).toString('latin1'))));
  const marked = new Uint8Array(bytes.byteLength);
  let values: string[] = [];
  const mark = (text: string, secrets: KnownSecrets, from: number, width: number) => {
    const found = findCredentials(text, secrets, values);
    for (const { start, end } of found.spans) marked.fill(1, from + start * width, from + end * width);
    values = found.values;
  };
  for (let end = 0; end < buffer.length;) {
    const from = Math.max(0, end - overlap);
    end = Math.min(buffer.length, end + window);
    const part = buffer.subarray(from, end);
    mark(part.toString('latin1'), asBytes, from, 1);
    // Big-endian text is little-endian text that begins one byte later.
    for (const shift of [0, 1]) mark(part.subarray(shift).toString('utf16le'), asText, from + shift, 2);
  }
  return marked.includes(1) ? marked : undefined;
}

/** Replaces the credentials in a binary body with stars; `undefined` when it has none. */
export function maskBytes(bytes: Uint8Array, known: SecretSource): Uint8Array | undefined {
  const marked = credentialBytes(bytes, known);
  return marked && bytes.map((byte, index) => (marked[index] === 1 ? star : byte));
}

const star = 0x2a;
