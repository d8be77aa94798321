import { plainText } from './plainText';

/** Names that Windows keeps for devices, whatever stands behind a dot. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Foreign text as the name of a file on every system: one path segment, at most 80 characters and an underscore. */
export function fileName(text: string): string {
  return plainText(text, 80)
    .replace(/[\\/:*?"<>|\n]/g, '_')
    .replace(devices, '$1_')
    .replace(/[. ]$/, '_'); // Windows leaves them out
}
