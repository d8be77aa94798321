import { plainText } from './plainText';

/** Names that Windows reserves for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Turns foreign text into a file name for every system: one path segment, at most 80 characters and an underscore, with
 * room for an extension.
 */
export function fileName(text: string): string {
  const name = plainText(text, 80);
  // A character takes at most four bytes, and most systems allow 255.
  return (Buffer.byteLength(name) <= 240 ? name : plainText(text, 60))
    .replace(/[\\/:*?"<>|\n]/g, '_')
    .replace(devices, '$1_')
    .replace(/[. ]$/, '_'); // Windows removes trailing dots and spaces
}
