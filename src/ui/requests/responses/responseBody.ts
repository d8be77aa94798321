import { createReadStream } from 'node:fs';
import type { Secret } from '../../../api/secret';
import { indentJson } from './indentJson';
import { maskResponse } from '../../../requests/sending/mask';
import type { RunResult } from '../../../requests/sending/runResult';

const hexBytes = 64 * 1024;
/** Characters of a response that is not all in memory: enough to see what it is. */
const previewLength = 100_000;

/** The body as text: JSON indented, bytes as hex, of a large response the start. */
export function bodyText(result: RunResult, revealed: boolean): string {
  const text = revealed ? result.revealText() : result.report.text;
  if (text === undefined) return hexDump(result.revealBytes());
  if (result.report.truncated) return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
  return indentJson(text) ?? text;
}

/** A file as text in pieces, so that nothing else has to wait; its credentials are masks unless they are asked for. */
export async function fileText(file: string, charset: string, known: readonly Secret[] | 'revealed'): Promise<Buffer> {
  const decoder = new TextDecoder(charset);
  const pieces: Buffer[] = [];
  let rest = '';
  const take = (end: number) => {
    const piece = rest.slice(0, end);
    pieces.push(Buffer.from(known === 'revealed' ? piece : maskResponse(piece, known)));
    rest = rest.slice(end);
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    // Cut where no credential can be: they hold no comma, and neither does what stands between their name and them.
    const comma = rest.lastIndexOf(',') + 1;
    if (comma > 0 || rest.length > 4 << 20) take(comma > 0 ? comma : rest.length);
  }
  rest += decoder.decode();
  take(rest.length);
  return Buffer.concat(pieces);
}

function hexDump(bytes: Uint8Array): string {
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
