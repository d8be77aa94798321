import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { HttpError } from '../http/httpError';

/** The default width of the platforms. */
const defaultWidth = 430;

/**
 * Creates a PNG with the QR code of a text, black on white, with the quiet zone of four modules that scanners need.
 * @param width pixels of each side, 280 to 1280; default 430
 * @throws HttpError 400 for another width, and for a text that does not fit
 */
export function qrCode(text: string, width: unknown = defaultWidth): Buffer {
  if (!Number.isSafeInteger(width) || Number(width) < 280 || Number(width) > 1280) {
    throw new HttpError(400, 'width must be a number from 280 to 1280.');
  }
  return writePng(modulesOf(text), Number(width));
}

function modulesOf(text: string): boolean[][] {
  try {
    return encode(text, { ecc: 'M', border: 4 }).data;
  } catch {
    throw new HttpError(400, 'The text is too long for a QR code.');
  }
}

/** Writes a square image of one bit per pixel. Modules have whole pixels; the remainder becomes white margin. */
function writePng(modules: boolean[][], width: number): Buffer {
  const scale = Math.max(1, Math.floor(width / modules.length));
  const margin = Math.floor((width - scale * modules.length) / 2);
  const moduleAt = (pixel: number): number => Math.floor((pixel - margin) / scale);
  const bytesInRow = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(bytesInRow * width, 0xff);
  for (let y = 0; y < width; y += 1) {
    const row = y * bytesInRow;
    pixels[row] = 0; // no filter
    for (let x = 0; x < width; x += 1) {
      const at = row + 1 + (x >> 3);
      if (modules[moduleAt(y)]?.[moduleAt(x)]) pixels.writeUInt8(pixels.readUInt8(at) & ~(0x80 >> (x & 7)), at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt8(1, 8); // one bit per pixel, greyscale, and the defaults
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}
