/** The properties of an image that the upload host returns besides its size in bytes. */
interface ImageProperties {
  'image-type': string;
  'image-width': number;
  'image-height': number;
  'image-frames': number;
}

/**
 * Reads the properties from the bytes; the file's name does not matter. Returns undefined unless it is a PNG, GIF or JPEG.
 */
export function imageProperties(bytes: Buffer): ImageProperties | undefined {
  try {
    return readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes);
  } catch (error) {
    // A read beyond the end means that the image is incomplete.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function properties(type: string, width: number, height: number, frames = 1): ImageProperties {
  return { 'image-type': type, 'image-width': width, 'image-height': height, 'image-frames': frames };
}

function readPng(bytes: Buffer): ImageProperties | undefined {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  return properties('PNG', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

function readGif(bytes: Buffer): ImageProperties | undefined {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  return properties('GIF', width, height, countFrames(bytes, 13 + colourTable(bytes.readUInt8(10))));
}

/** Returns the size in bytes of the colour table that a packed field announces. */
function colourTable(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

function countFrames(bytes: Buffer, start: number): number {
  let frames = 0;
  let at = start;
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x2c) {
      frames += 1;
      at += 11 + colourTable(bytes.readUInt8(at + 9));
    } else if (kind === 0x21) at += 2;
    else return frames;
    // Skip the data of a frame or an extension: blocks that begin with their length, up to an empty block.
    let length: number;
    do {
      length = bytes.readUInt8(at);
      at += length + 1;
    } while (length > 0);
  }
}

function readJpeg(bytes: Buffer): ImageProperties | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return properties('JPEG', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    if (marker < 0xffc0) return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
