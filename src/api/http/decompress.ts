import { Duplex, pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';

// Accepts truncated responses, as browsers do.
const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const brotliFlush = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/** Node has it from version 22.15 on, and so does every supported editor. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream };

const decompressors = new Map<string, () => NodeJS.ReadWriteStream>([
  ['gzip', () => zlib.createGunzip(flush)],
  ['deflate', () => Duplex.from(inflate)],
  ['br', () => zlib.createBrotliDecompress(brotliFlush)],
  // Not requested, but a copied request may accept it.
  ...(createZstdDecompress === undefined ? [] : [['zstd', createZstdDecompress] as const]),
]);

/** The accepted content codings, without deflate, because servers send it in two different formats. */
export const acceptEncoding = 'gzip, br';

/** Decodes deflate with or without the header of zlib: servers send both. The lowest digit of that header is 8. */
async function* inflate(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]();
  const { value: first } = (await parts.next()) as IteratorResult<Buffer, undefined>;
  if (first === undefined) return;
  async function* all() {
    yield first as Buffer;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  const isZlib = ((first[0] ?? 0) & 0x0f) === 8;
  const stream = isZlib ? zlib.createInflate(flush) : zlib.createInflateRaw(flush);
  yield* pipeline(Readable.from(all()), stream, () => undefined) as AsyncIterable<Buffer>;
}

/** Limits nested codings: each can enlarge a response a thousand times. */
const maximumCodings = 5;

/** Decodes a body (RFC 9110, 8.4). A body in an unknown coding is returned unchanged. */
export function decompress(body: Readable, contentEncoding: string | null): Readable {
  if (contentEncoding === null) return body;
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(Boolean);
  const makers = codings
    .map(coding => decompressors.get(coding.replace(/^x-/, '')))
    .filter(maker => maker !== undefined);
  if (makers.length === 0 || makers.length < codings.length || makers.length > maximumCodings) return body;
  const streams = makers.reverse().map(make => make());
  // `pipeline` forwards the errors of all streams to the last one.
  return pipeline([body, ...streams], () => undefined) as unknown as Readable;
}
