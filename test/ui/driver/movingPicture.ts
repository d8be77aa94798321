import { crc32 } from 'node:zlib';

interface Frame {
  /** A PNG image. All frames must have the same size and color type. */
  png: Buffer;
  milliseconds: number;
}

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * Creates an animated PNG (APNG) from PNG frames. It reuses their compressed image data and adds the animation chunks.
 * A README shows it like any PNG.
 * https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function movingPicture(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('A moving picture has frames.');
  const header = dataOf(chunksOf(first.png), 'IHDR');
  let sequence = 0;
  const numbered = (type: string, data: Buffer): Chunk => ({ type, data: Buffer.concat([uint32(sequence++), data]) });
  const chunks: Chunk[] = [
    { type: 'IHDR', data: header },
    // 0 repetitions: the animation repeats forever
    { type: 'acTL', data: Buffer.concat([uint32(frames.length), uint32(0)]) },
  ];
  for (const [index, { png, milliseconds }] of frames.entries()) {
    const parts = chunksOf(png);
    if (!dataOf(parts, 'IHDR').equals(header)) throw new Error(`Frame ${index} has another size or other colours.`);
    const place = Buffer.concat([header.subarray(0, 8), uint32(0), uint32(0)]);
    const time = Buffer.from([milliseconds >> 8, milliseconds & 0xff, 1000 >> 8, 1000 & 0xff]);
    chunks.push(numbered('fcTL', Buffer.concat([place, time, Buffer.from([0, 0])])));
    for (const { data } of parts.filter(({ type }) => type === 'IDAT')) {
      chunks.push(index === 0 ? { type: 'IDAT', data } : numbered('fdAT', data));
    }
  }
  return Buffer.concat([signature, ...[...chunks, { type: 'IEND', data: Buffer.alloc(0) }].map(written)]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function dataOf(chunks: readonly Chunk[], type: string): Buffer {
  const chunk = chunks.find(chunk => chunk.type === type);
  if (chunk === undefined) throw new Error(`The PNG has no ${type}.`);
  return chunk.data;
}

function written({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
