import { KnownSecrets } from '../../../api/masking/knownSecrets';
import { restFrom } from '../../../api/masking/lists';
import { findNamedIn } from '../../../api/masking/named';
import { mergedSpans, maskSpans, type FoundCredential, type Span } from '../../../api/masking/spans';
import { maximumNamed, namedValues } from '../../../api/masking/text';
import type { Secret } from '../../../api/secret';

/** The number of characters before and after a part that are searched with it, because they may name a credential. */
const margin = 64_000;

/** A part of a text with its credentials masked. */
interface MaskedPiece {
  text: string;
  isMasked: boolean;
}

/** Returns all values that a text names as credentials. They must be masked wherever the text repeats them. */
export async function namedInPieces(pieces: AsyncIterable<string>): Promise<string[]> {
  const values = new Set<string>();
  for await (const { named } of windows(pieces, [])) {
    for (const value of namedValues(named)) if (values.size < maximumNamed) values.add(value);
  }
  return [...values];
}

/**
 * Masks a long text piece by piece, with the same result as for the complete text.
 * @param values the result of `namedInPieces`
 */
export async function* maskedPieces(
  pieces: AsyncIterable<string>,
  secrets: readonly Secret[],
  values: readonly string[],
): AsyncGenerator<MaskedPiece> {
  const sets = [new KnownSecrets(values), new KnownSecrets(secrets)];
  for await (const { text, start, end, spans } of windows(pieces, sets)) {
    const inside = spans
      .filter(span => span.end > start && span.start < end)
      .map(span => ({ start: Math.max(span.start, start) - start, end: span.end - start }));
    yield { text: maskSpans(text.slice(start, end), inside), isMasked: inside.length > 0 };
  }
}

interface TextWindow {
  /** A part of the text with its margins. */
  text: string;
  /** The part without its margins is `text.slice(start, end)`. */
  start: number;
  end: number;
  /** The spans in `text`, including those in the margins. */
  spans: readonly Span[];
  /** The values that `text` names as credentials. */
  named: readonly FoundCredential[];
}

/** Splits a text into parts with margins, so that no span crosses a border between parts. */
async function* windows(pieces: AsyncIterable<string>, sets: readonly KnownSecrets[]): AsyncGenerator<TextWindow> {
  const find = (text: string, isPart: boolean) => {
    const { named, lists } = findNamedIn(text, isPart);
    return { named, lists, spans: mergedSpans([...named, ...sets.flatMap(set => set.spans(text))]) };
  };
  let text = '';
  let start = 0;
  let next = 0;
  for await (const piece of pieces) {
    text += piece;
    if (text.length < Math.max(start + 2 * margin, next)) continue;
    const border = text.length - margin;
    const { lists, ...found } = find(text, true);
    const crossing = found.spans.find(span => span.start < border && span.end > border);
    const end = crossing?.start ?? border;
    if (end <= start) {
      // A credential is longer than the margin. A search after each piece would take too long, so the next one waits
      // until the text has doubled.
      next = 2 * text.length;
      continue;
    }
    yield { text, start, end, ...found };
    const { lead, at } = restFrom(text, lists, Math.max(0, end - margin), end);
    text = lead + text.slice(at);
    start = lead.length + end - at;
    next = 0;
  }
  const { named, spans } = find(text, false);
  yield { text, start, end: text.length, named, spans };
}
