import type { Secret } from '../../../api/secret';
import { credentialBytes } from '../../../api/masking/bytes';

const hexBytes = 64 * 1024;
/** The number of characters shown of a body that is not completely in memory. */
const previewLength = 100_000;

/** Returns the beginning of a body that is too large to be shown completely. */
export function bodyPreview(text: string): string {
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/**
 * Returns an array with 1 for each byte of a dump that belongs to a credential; `undefined` if there are none. Searches
 * beyond the shown part, because a credential may extend beyond it.
 */
export function hexCredentials(bytes: Uint8Array, secrets: readonly Secret[]): Uint8Array | undefined {
  return credentialBytes(bytes.subarray(0, 2 * hexBytes), secrets);
}

/**
 * Returns the beginning of a binary body as a hex dump.
 * @param secrets are masked; absent to show every credential
 */
export function hexDump(bytes: Uint8Array, secrets: readonly Secret[] | undefined): string {
  const lines: string[] = [];
  const marked = secrets && hexCredentials(bytes, secrets);
  for (let offset = 0; offset < Math.min(bytes.length, hexBytes); offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const isMarked = (index: number) => marked?.[offset + index] === 1;
    const hex = row.map((byte, index) => (isMarked(index) ? '••' : byte.toString(16).padStart(2, '0'))).join(' ');
    const text = row.map((byte, index) => (isMarked(index) ? '•' : character(byte))).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > hexBytes) lines.push('…');
  return lines.join('\n');
}

function character(byte: number): string {
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
}
