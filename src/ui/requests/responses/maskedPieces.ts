import { findCredentials } from '../../../api/masking/text';
import { joined, maskSpans } from '../../../api/masking/spans';
import type { Secret } from '../../../api/secret';

/** Characters before and after a text that are searched with it: the name of a credential may be there. */
const margin = 64_000;

/** A part of a text with its credentials masked. */
export interface MaskedPiece {
  text: string;
  isMasked: boolean;
}

/** Finds all values that a text names as credentials. They are credentials wherever the text repeats them. */
export async function namedValues(pieces: AsyncIterable<string>): Promise<string[]> {
  let values: string[] = [];
  for await (const { text } of windows(pieces, () => [])) ({ values } = findCredentials(text, [], values));
  return values;
}

/** Masks a long text piece by piece, as the complete text is masked. @param values of `namedValues` */
export async function* maskedPieces(
  pieces: AsyncIterable<string>,
  known: readonly Secret[],
  values: readonly string[],
): AsyncGenerator<MaskedPiece> {
  const find = (text: string) => joined(findCredentials(text, known, values).spans);
  for await (const { text, start, end } of windows(pieces, find)) {
    const inside = find(text).filter(span => span.end > start && span.start < end);
    const spans = inside.map(span => ({ start: Math.max(span.start, start) - start, end: span.end - start }));
    yield { text: maskSpans(text.slice(start, end), spans), isMasked: spans.length > 0 };
  }
}

interface Window {
  /** With the margins. */
  text: string;
  /** The new part of the text. */
  start: number;
  end: number;
}

/** Splits a text so that no span crosses a border, each part with its margins. */
async function* windows(
  pieces: AsyncIterable<string>,
  find: (text: string) => readonly { start: number; end: number }[],
): AsyncGenerator<Window> {
  let text = '';
  let start = 0;
  let next = 0;
  for await (const piece of pieces) {
    text += piece;
    if (text.length < Math.max(start + 2 * margin, next)) continue;
    const border = text.length - margin;
    const crossing = find(text).find(span => span.start < border && span.end > border);
    const end = crossing?.start ?? border;
    if (end <= start) {
      // A credential longer than the margin: searching after each piece would take too long.
      next = 2 * text.length;
      continue;
    }
    yield { text, start, end };
    const kept = Math.max(0, end - margin);
    text = text.slice(kept);
    start = end - kept;
    next = 0;
  }
  yield { text, start, end: text.length };
}
