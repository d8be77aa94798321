import type { BodyText } from '../../../requests/sending/bodyText';
import { GrowingBytes } from './growingBytes';
import { indentJsonTo } from './indentJson';

/**
 * The document of a response: the head, and the body, indented if it is JSON. All that JSON consists of is ASCII, so
 * its UTF-8 is read as Latin-1: half the memory of a text with other characters.
 */
export function jsonDocument(head: string, body: BodyText): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer);
  const text = bytes.toString('latin1');
  const start = `${head}\n\n`;
  const document = new GrowingBytes(Buffer.byteLength(start) + bytes.length * 2 + 1);
  document.write(start, 'utf8');
  if (!indentJsonTo(text, part => document.write(part, 'latin1'))) document.write(text, 'latin1');
  document.write('\n', 'latin1');
  return document.take();
}
