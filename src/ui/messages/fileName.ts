import { plainText } from './plainText';

/** Names that Windows reserves for devices, also if an extension follows. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Converts foreign text into a file name that is valid on every system: a single path segment of at most 81 characters
 * and 241 bytes. The caller can append an extension.
 */
export function fileName(text: string): string {
  const name = plainText(text, 80);
  // Most systems limit a name to 255 bytes. 60 characters take at most 240 bytes in UTF-8.
  return (Buffer.byteLength(name) <= 240 ? name : plainText(text, 60))
    .replace(/[\\/:*?"<>|\n]/g, '_')
    .replace(devices, '$1_')
    .replace(/[. ]$/, '_'); // Windows removes trailing dots and spaces
}
