import type { FetchResponse } from '../../api/http/sendOnce';
import { byteOrderMark } from '../document/byteOrderMark';
import { RequestError } from '../document/requestError';

/** Receives the chunks of a response that is too large for memory; each chunk waits for the previous one. */
export type Sink = (chunk: Uint8Array) => Promise<void>;

export interface Received {
  /** The body, or its start. */
  bytes: Uint8Array;
  /** The number of decoded bytes. */
  size: number;
  /** Whether `bytes` is incomplete. The sink, if any, received everything up to `size`. */
  truncated: boolean;
  /** Whether reading stopped, because the response was longer than `maxBytes`. */
  stopped: boolean;
}

interface ReceiveLimits {
  /** The number of bytes to keep in memory. */
  keepBytes: number;
  /**
   * The number of bytes after which reading stops, with or without a sink: a compressed response can expand a thousandfold.
   */
  maxBytes: number;
  sink?: Sink | undefined;
}

/**
 * Reads a body chunk by chunk. When it exceeds `keepBytes`, the sink receives it from the first byte on. Without a sink,
 * the rest is read as well, because only its end shows how long the response takes and whether it is complete.
 * @throws RequestError `notSaved`; errors of the connection
 */
export async function receive(
  { body }: FetchResponse,
  { keepBytes, maxBytes, sink }: ReceiveLimits,
): Promise<Received> {
  const kept: Uint8Array[] = [];
  let keptSize = 0;
  let size = 0;
  let stopped = false;
  let isPassedOn = false;
  const keep = (chunk: Uint8Array) => {
    if (chunk.byteLength > 0) kept.push(chunk);
    keptSize += chunk.byteLength;
  };
  for await (const part of body ?? []) {
    const chunk = part.subarray(0, maxBytes - size);
    size += chunk.byteLength;
    if (size <= keepBytes) keep(chunk);
    else if (sink === undefined) keep(chunk.subarray(0, keepBytes - keptSize));
    else {
      for (const piece of isPassedOn ? [chunk] : [...kept, chunk]) await passToSink(piece, sink);
      isPassedOn = true;
    }
    stopped = chunk.byteLength < part.byteLength;
    if (stopped) break;
  }
  return { bytes: sharedBytes(kept, keptSize), size, truncated: size > keptSize || stopped, stopped };
}

/** Joins chunks in memory that threads share, because a copy for a thread takes megabytes. */
function sharedBytes(chunks: readonly Uint8Array[], size: number): Uint8Array<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function passToSink(chunk: Uint8Array, sink: Sink): Promise<void> {
  try {
    await sink(chunk);
  } catch (error) {
    throw new RequestError('notSaved', undefined, undefined, error);
  }
}

export interface Decoded {
  /** `undefined` for a binary body. */
  text: string | undefined;
  /** The name of the encoding that was used. */
  charset: string;
  /** True if the response names an unknown encoding, or its bytes are not valid in the encoding that was used. */
  wrongCharset: boolean;
}

/**
 * Decodes bytes by the byte order mark, the Content-Type, the declaration in XML or HTML, or else as UTF-8.
 * @param isCut whether more bytes followed; an incomplete character at the end is then left out
 */
export function decode(bytes: Uint8Array, contentType: string, isCut = false): Decoded {
  const named = namedCharset(contentType, bytes);
  const mark = byteOrderMark(bytes);
  const namedDecoder = decoderFor(named ?? '');
  const decoder = decoderOf(contentType, bytes);
  const charset = decoder.encoding;
  if (!isText(bytes, contentType, mark !== undefined)) return { text: undefined, charset, wrongCharset: false };
  const text = decoder.decode(bytes, { stream: isCut });
  return {
    text,
    charset,
    wrongCharset: (named !== undefined && namedDecoder === undefined) || text.includes('\ufffd'),
  };
}

/** The length of the longest byte order mark in bytes. */
export const longestMark = 3;

/** Returns a decoder for the encoding that the beginning of a body or its Content-Type names, otherwise for UTF-8. */
export function decoderOf(contentType: string, first: Uint8Array): InstanceType<typeof TextDecoder> {
  return (
    decoderFor(byteOrderMark(first) ?? '') ?? decoderFor(namedCharset(contentType, first) ?? '') ?? new TextDecoder()
  );
}

function namedCharset(contentType: string, first: Uint8Array): string | undefined {
  return /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? declaredCharset(contentType, first);
}

const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i;
const metaElement = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)/i;

/** Returns the encoding that XML or HTML declares at its beginning. */
function declaredCharset(contentType: string, first: Uint8Array): string | undefined {
  if (!/xml|html/i.test(contentType)) return undefined;
  const start = Buffer.from(first.subarray(0, 1024)).toString('latin1');
  const declared = (declaration.exec(start) ?? (/html/i.test(contentType) ? metaElement.exec(start) : null))?.[1];
  // A declaration that can be read as ASCII is not in UTF-16.
  return declared !== undefined && /^utf-?16/i.test(declared) ? undefined : declared;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return label === '' ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
}

const textTypes =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|ecmascript|x-www-form-urlencoded|x-ndjson|jsonl|x-jsonlines|yaml|graphql)\b|image\/svg\+xml)/i;

function isText(bytes: Uint8Array, contentType: string, hasMark: boolean): boolean {
  if (contentType.trim() !== '') return hasMark || textTypes.test(contentType.trim());
  // Without a declared type, a body without zero bytes is text.
  return hasMark || !bytes.subarray(0, 4096).includes(0);
}
