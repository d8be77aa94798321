import { Secret } from '../secret';
import { KnownSecrets, knownSecrets } from './knownSecrets';
import { restFrom } from './lists';
import { findCredentials, type SecretSource } from './text';

/** The number of bytes scanned together. */
const window = 8 << 20;
/** The number of bytes before them that are scanned again, because a credential may begin there. */
const overlap = 64 << 10;

/**
 * Returns an array with 1 for each byte that belongs to a credential in ASCII or UTF-16; `undefined` without
 * credentials.
 */
export function credentialBytes(bytes: Uint8Array, source: SecretSource): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const asText = knownSecrets(source);
  const asBytes = new KnownSecrets(asText.reveal().map(value => new Secret(Buffer.from(value).toString('latin1'))));
  const marked = new Uint8Array(bytes.byteLength);
  let values: string[] = [];
  // Big-endian text is little-endian text that begins one byte later.
  const readings = [
    { encoding: 'latin1' as const, width: 1, secrets: asBytes, from: 0, lead: '' },
    ...[0, 1].map(from => ({ encoding: 'utf16le' as const, width: 2, secrets: asText, from, lead: '' })),
  ];
  for (let end = 0; end < buffer.length;) {
    end = Math.min(buffer.length, end + window);
    for (const reading of readings) {
      const { encoding, width, secrets, from, lead } = reading;
      const text = lead + buffer.subarray(from, end).toString(encoding);
      const placeOf = (index: number) => from + Math.max(0, index - lead.length) * width;
      const matches = findCredentials(text, secrets, values, end < buffer.length);
      for (const span of matches.spans) marked.fill(1, placeOf(span.start), placeOf(span.end));
      values = matches.values;
      const next = restFrom(text, matches.lists, Math.max(0, text.length - overlap / width), text.length);
      Object.assign(reading, { from: placeOf(next.at), lead: next.lead });
    }
  }
  return marked.includes(1) ? marked : undefined;
}

/** Replaces the credentials in a binary body with stars; `undefined` when it has none. */
export function maskBytes(bytes: Uint8Array, secrets: SecretSource): Uint8Array | undefined {
  const marked = credentialBytes(bytes, secrets);
  return marked && bytes.map((byte, index) => (marked[index] === 1 ? star : byte));
}

const star = 0x2a;
