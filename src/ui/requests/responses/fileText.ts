import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Secret } from '../../../api/secret';
import { maskSpans } from '../../../api/masking/spans';
import { maskBytes } from '../../../api/masking/bytes';
import { findCredentials } from '../../../api/masking/text';

/** Decodes a file as UTF-8. @param known secrets to mask; absent to show every credential */
export async function fileText(
  file: string,
  charset: string,
  known: readonly Secret[] | undefined,
): Promise<Uint8Array> {
  const masked = known && (await maskedText(file, charset, known));
  if (masked !== undefined) return masked;
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(file, charset)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Returns a file without its credentials; `undefined` if it has none. @param charset absent for binary data */
export async function maskedFile(
  file: string,
  charset: string | undefined,
  known: readonly Secret[],
): Promise<Uint8Array | undefined> {
  return charset === undefined ? maskBytes(await readFile(file), known) : maskedText(file, charset, known);
}

async function maskedText(file: string, charset: string, known: readonly Secret[]): Promise<Uint8Array | undefined> {
  // Two passes: a value may appear before the name that makes it a credential.
  let values: string[] = [];
  for await (const piece of piecesOf(file, charset)) ({ values } = findCredentials(piece, [], values));
  const pieces: Buffer[] = [];
  let isMasked = false;
  for await (const piece of piecesOf(file, charset)) {
    const { spans } = findCredentials(piece, known, values);
    isMasked ||= spans.length > 0;
    pieces.push(Buffer.from(maskSpans(piece, spans)));
  }
  return isMasked ? Buffer.concat(pieces) : undefined;
}

async function* piecesOf(file: string, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    // Splits at commas: neither a credential nor the text between its name and value contains one.
    const comma = rest.lastIndexOf(',') + 1;
    if (comma === 0 && rest.length <= 4 << 20) continue;
    const end = comma > 0 ? comma : rest.length;
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest + decoder.decode();
}
