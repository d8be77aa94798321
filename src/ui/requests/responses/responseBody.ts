const hexBytes = 64 * 1024;
/** Characters of a body that is not all in memory: enough to see what it is. */
const previewLength = 100_000;

/** The start of a body that is too large to be shown as a whole. */
export function bodyPreview(text: string): string {
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/** The start of a body that is no text. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, hexBytes); offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map(byte => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > hexBytes) lines.push('…');
  return lines.join('\n');
}
