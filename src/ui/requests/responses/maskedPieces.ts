import { KnownSecrets } from '../../../api/masking/knownSecrets';
import { findNamed } from '../../../api/masking/named';
import { joined, maskSpans, type Span } from '../../../api/masking/spans';
import { mostNamed, namedValues } from '../../../api/masking/text';
import type { Secret } from '../../../api/secret';

/** Characters before and after a text that are searched with it: the name of a credential may be there. */
const margin = 64_000;

/** A part of a text with its credentials masked. */
export interface MaskedPiece {
  text: string;
  isMasked: boolean;
}

/** Finds all values that a text names as credentials. They are credentials wherever the text repeats them. */
export async function namedInPieces(pieces: AsyncIterable<string>): Promise<string[]> {
  const values = new Set<string>();
  for await (const { text } of windows(pieces, () => [])) {
    for (const value of namedValues(findNamed(text))) if (values.size < mostNamed) values.add(value);
  }
  return [...values];
}

/** Masks a long text piece by piece, as the complete text is masked. @param values of `namedInPieces` */
export async function* maskedPieces(
  pieces: AsyncIterable<string>,
  known: readonly Secret[],
  values: readonly string[],
): AsyncGenerator<MaskedPiece> {
  const sets = [new KnownSecrets(values), new KnownSecrets(known)];
  const find = (text: string) => joined([...findNamed(text), ...sets.flatMap(set => set.spans(text))]);
  for await (const { text, start, end, spans } of windows(pieces, find)) {
    const inside = spans
      .filter(span => span.end > start && span.start < end)
      .map(span => ({ start: Math.max(span.start, start) - start, end: span.end - start }));
    yield { text: maskSpans(text.slice(start, end), inside), isMasked: inside.length > 0 };
  }
}

interface TextWindow {
  /** With the margins. */
  text: string;
  /** The new part of the text. */
  start: number;
  end: number;
  /** Found in the text with its margins. */
  spans: readonly Span[];
}

/** Splits a text so that no span crosses a border, each part with its margins. */
async function* windows(
  pieces: AsyncIterable<string>,
  find: (text: string) => readonly Span[],
): AsyncGenerator<TextWindow> {
  let text = '';
  let start = 0;
  let next = 0;
  for await (const piece of pieces) {
    text += piece;
    if (text.length < Math.max(start + 2 * margin, next)) continue;
    const border = text.length - margin;
    const spans = find(text);
    const crossing = spans.find(span => span.start < border && span.end > border);
    const end = crossing?.start ?? border;
    if (end <= start) {
      // A credential longer than the margin: searching after each piece would take too long.
      next = 2 * text.length;
      continue;
    }
    yield { text, start, end, spans };
    const kept = Math.max(0, end - margin);
    text = text.slice(kept);
    start = end - kept;
    next = 0;
  }
  yield { text, start, end: text.length, spans: find(text) };
}
