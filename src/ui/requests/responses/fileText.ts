import { createReadStream } from 'node:fs';
import type { Secret } from '../../../api/secret';
import { maskResponse } from '../../../requests/sending/mask';

/** A file as UTF-8, read in pieces. @param known secrets to mask; absent: shows every credential */
export async function fileText(
  file: string,
  charset: string,
  known: readonly Secret[] | undefined,
): Promise<Uint8Array> {
  const decoder = new TextDecoder(charset);
  const pieces: Buffer[] = [];
  let rest = '';
  const take = (end: number) => {
    const piece = rest.slice(0, end);
    pieces.push(Buffer.from(known === undefined ? piece : maskResponse(piece, known)));
    rest = rest.slice(end);
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    // Cut where no credential can be: they hold no comma, and neither does what stands between their name and them.
    const comma = rest.lastIndexOf(',') + 1;
    if (comma > 0 || rest.length > 4 << 20) take(comma > 0 ? comma : rest.length);
  }
  rest += decoder.decode();
  take(rest.length);
  return Buffer.concat(pieces);
}
