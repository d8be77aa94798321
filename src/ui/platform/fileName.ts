import { plainText } from './plainText';

/** Names that Windows keeps for devices, whatever stands behind a dot. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Foreign text as the name of a file on every system: one path segment, at most 80 characters and an underscore, and no more bytes
 * than leave room for an ending.
 */
export function fileName(text: string): string {
  const name = plainText(text, 80);
  // A letter takes four bytes at most, and most systems allow 255.
  return (Buffer.byteLength(name) <= 240 ? name : plainText(text, 60))
    .replace(/[\\/:*?"<>|\n]/g, '_')
    .replace(devices, '$1_')
    .replace(/[. ]$/, '_'); // Windows leaves them out
}
