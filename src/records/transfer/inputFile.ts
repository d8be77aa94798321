import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isSpecialFile } from './replaceFile';
import { systemCode, TransferError } from './transferError';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** A file to import, in the state in which it was inspected. */
export interface InputFile {
  path: string;
  encoding: Encoding;
  /** SHA-256 of all bytes, in hexadecimal digits. */
  sha256: string;
  size: number;
  modifiedMs: number;
}

/**
 * Reads a file once to find its encoding and its hash.
 * @throws TransferError `notAFile`, `unreadable`, `emptyFile`, `encoding`; the signal's reason
 */
export async function inspectFile(path: string, signal?: AbortSignal): Promise<InputFile> {
  // A pipe gives its content once, and an import reads it several times.
  if (await isSpecialFile(path)) throw new TransferError('notAFile');
  try {
    const { size, mtimeMs: modifiedMs } = await stat(path);
    const hash = createHash('sha256');
    const utf8 = new StrictDecoder('utf-8');
    let first: Buffer | undefined;
    for await (const bytes of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      first ??= bytes.subarray(0, 2);
      hash.update(bytes);
      utf8.add(bytes);
    }
    if (first === undefined || utf8.isBlank) throw new TransferError('emptyFile');
    const marker = encodingOfMark(first);
    const encoding = marker ?? (utf8.end() ? 'utf-8' : 'gb18030');
    const file: InputFile = { path, encoding, sha256: hash.digest('hex'), size, modifiedMs };
    if (encoding !== 'utf-8') await checkEncoding(file, signal);
    return file;
  } catch (error) {
    if (error instanceof TransferError || signal?.aborted === true) throw error;
    throw new TransferError('unreadable', systemCode(error), error);
  }
}

/** Whether a file still has the size and modification time that it had when it was inspected. */
export async function isUnchanged({ path, size, modifiedMs }: InputFile): Promise<boolean> {
  const current = await stat(path).catch(() => undefined);
  return current?.size === size && current.mtimeMs === modifiedMs;
}

/**
 * Yields the text of a file in pieces, without its byte order mark.
 * @throws TransferError `unreadable`; the signal's reason
 */
export async function* textOf({ path, encoding }: InputFile, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  try {
    const stream = createReadStream(path, { highWaterMark: 256 * 1024, signal });
    for await (const bytes of stream as AsyncIterable<Buffer>) yield decoder.decode(bytes, { stream: true });
  } catch (error) {
    signal?.throwIfAborted();
    throw new TransferError('unreadable', systemCode(error), error);
  }
  yield decoder.decode();
}

function encodingOfMark(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

async function checkEncoding({ path, encoding }: InputFile, signal: AbortSignal | undefined): Promise<void> {
  const decoder = new StrictDecoder(encoding);
  for await (const bytes of createReadStream(path, { signal }) as AsyncIterable<Buffer>) decoder.add(bytes);
  if (!decoder.end()) throw new TransferError('encoding');
  if (decoder.isBlank) throw new TransferError('emptyFile');
}

/** Checks whether bytes are valid text in an encoding. */
class StrictDecoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  #isValid = true;
  isBlank = true;

  constructor(encoding: Encoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  add(bytes: Buffer): void {
    if (!this.#isValid) return;
    try {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.isBlank &&= text.trim() === '';
    } catch {
      this.#isValid = false;
      this.isBlank = false;
    }
  }

  end(): boolean {
    try {
      if (this.#isValid) this.#decoder.decode();
    } catch {
      this.#isValid = false;
    }
    return this.#isValid;
  }
}
