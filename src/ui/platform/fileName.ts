import { plainText } from './plainText';

/** Foreign text as the name of a file: one path segment, at most 80 characters. */
export function fileName(text: string): string {
  return plainText(text, 80).replace(/[\\/:*?"<>|\n]/g, '_');
}
