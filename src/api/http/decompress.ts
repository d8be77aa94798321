import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';

// Lenient towards responses whose end is missing, as browsers are.
const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const brotliFlush = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const decompressors = new Map<string, () => NodeJS.ReadWriteStream>([
  ['gzip', () => zlib.createGunzip(flush)],
  ['deflate', () => zlib.createInflate(flush)],
  ['br', () => zlib.createBrotliDecompress(brotliFlush)],
]);

/** The content codings to ask for. Not deflate, for which servers send two different formats. */
export const acceptEncoding = 'gzip, br';

/** Each could make the response a thousand times as large. */
const mostCodings = 5;

/** A body without its content codings (RFC 9110, 8.4); a body in an unknown coding is left as it is. */
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
  if (makers.length === 0 || makers.length < codings.length || makers.length > mostCodings) return body;
  const streams = makers.reverse().map(make => make());
  // The reader of the last stream gets the errors of all.
  return pipeline([body, ...streams], () => undefined) as unknown as Readable;
}
