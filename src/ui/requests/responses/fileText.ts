import { open, readFile, stat } from 'node:fs/promises';
import { type Secret } from '../../../api/secret';
import { maskBytes } from '../../../api/masking/bytes';
import { GrowingBytes } from './growingBytes';
import { maskedPieces, namedInPieces } from './maskedPieces';

/** Returns the text of a file, converted to UTF-8. @param secrets are masked; absent to show every credential */
export async function fileText(
  file: string,
  charset: string,
  secrets: readonly Secret[] | undefined,
): Promise<Uint8Array> {
  if (secrets !== undefined) return (await maskedText(file, charset, secrets)).text;
  const text = await growingFor(file);
  for await (const piece of piecesOf(file, charset)) text.write(piece, 'utf8');
  return text.take();
}

/**
 * Returns the content of a file with its credentials masked; `undefined` if it has none.
 * @param charset absent for binary data
 */
export async function maskedFile(
  file: string,
  charset: string | undefined,
  secrets: readonly Secret[],
): Promise<Uint8Array | undefined> {
  if (charset === undefined) return maskBytes(await readFile(file), secrets);
  const { text, isMasked } = await maskedText(file, charset, secrets);
  return isMasked ? text : undefined;
}

async function maskedText(
  file: string,
  charset: string,
  secrets: readonly Secret[],
): Promise<{ text: Uint8Array; isMasked: boolean }> {
  // Needs two passes: a value may appear before the name that marks it as a credential.
  const values = await namedInPieces(piecesOf(file, charset));
  const text = await growingFor(file);
  let isMasked = false;
  for await (const piece of maskedPieces(piecesOf(file, charset), secrets, values)) {
    isMasked ||= piece.isMasked;
    text.write(piece.text, 'utf8');
  }
  return { text: text.take(), isMasked };
}

async function growingFor(file: string): Promise<GrowingBytes> {
  return new GrowingBytes((await stat(file)).size + 1_000_000);
}

/** Reads every part into the same buffer, because the memory of separate buffers would be freed only later. */
async function* piecesOf(file: string, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  const opened = await open(file);
  try {
    const buffer = new Uint8Array(256 * 1024);
    for (;;) {
      const { bytesRead } = await opened.read(buffer);
      if (bytesRead === 0) break;
      yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
    }
    yield decoder.decode();
  } finally {
    await opened.close();
  }
}
