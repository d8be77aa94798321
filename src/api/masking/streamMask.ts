import { KnownSecrets, knownSecrets, shortestSecret } from './knownSecrets';
import { restFrom, type CredentialList } from './lists';
import { findNamed, findNamedIn } from './named';
import { mergedSpans, maskSpans, type Span } from './spans';
import type { SecretSource } from './text';

/** Number of characters before a piece that are searched with it: the name of a credential may be there. */
const overlap = 64_000;
/** Maximum number of characters from the start of a credential's name to its value. */
const longestLead = 4_000;
/** Maximum number of characters of an incomplete attribute, element or CDATA section, with its tag. */
const longestOpen = 8_000;
/** Maximum number of characters of a name in which every letter may be escaped. */
const longestLabel = 200;
/** Maximum number of characters that are searched at once. More would take too long for the host. */
const longestSearched = 1_100_000;
/** Maximum number of values that are remembered. With more, each piece would take too long for the host. */
const maximumNamed = 20_000;

/**
 * Texts that may come next and show that the text before them is a credential: a name after its value, or the end of a
 * number, an attribute, an element or a CDATA section.
 */
const closings = [
  '</a>',
  '" name="password"',
  ' name="password"',
  ',"name":"password"\']]>',
  '"name":"password"',
  '","name":"password"',
  ':"password"',
  '"password"',
];

/**
 * Masks a text piece by piece, at least as strictly as the complete text is masked. There is one exception: a value
 * that only a later line names as a credential is masked from then on, because `namedSecrets` contains it.
 */
export class StreamMask {
  /** Values that the text names as credentials. */
  readonly namedSecrets = new KnownSecrets();
  readonly #known: KnownSecrets;
  /** The end of the returned text, unmasked. It is searched again with the next piece. */
  #context = '';

  constructor(secrets: SecretSource) {
    this.#known = knownSecrets(secrets);
  }

  /**
   * Masks complete lines. `left` is text that depends on later lines: pass it again, followed by these.
   * @returns undefined if a credential is too long or there are too many; then nothing more can be shown
   */
  next(lines: string): { masked: string; left: string } | undefined {
    const text = this.#context + lines;
    if (text.length > longestSearched) return undefined;
    const from = this.#context.length;
    const { spans, lists } = this.#find(text);
    if (this.namedSecrets.size > maximumNamed) return undefined;
    const end = this.#certainEnd(text, spans, from);
    // If an earlier call returned the start of a credential, it also returned the mask, so the rest is skipped.
    const begun = spans.find(span => span.start < from && span.end > from);
    const start = Math.min(begun?.end ?? from, end);
    const inside = spans
      .filter(span => span.start >= start && span.start < end)
      .map(span => ({ start: span.start - start, end: Math.min(span.end, end) - start }));
    const { lead, at } = restFrom(text, lists, contextStart(text, spans, end), end);
    this.#context = lead + text.slice(at, end);
    return { masked: maskSpans(text.slice(start, end), inside), left: text.slice(end) };
  }

  #find(text: string): { spans: Span[]; lists: CredentialList[] } {
    const { named, lists } = findNamedIn(text);
    // A value that reaches the end of the text may continue, so it is remembered only when it is complete.
    const values = named.filter(({ end, value }) => end < text.length && value.length >= shortestSecret);
    this.namedSecrets.add(values.map(({ value }) => value));
    return { spans: mergedSpans([...named, ...this.namedSecrets.spans(text), ...this.#known.spans(text)]), lists };
  }

  /** Returns the start of the first line whose masks depend on the text that follows. */
  #certainEnd(text: string, spans: readonly Span[], from: number): number {
    const open = [this.#known.unfinished(text), this.namedSecrets.unfinished(text), undecided(text, spans, from)];
    const first = Math.min(...open.filter(start => start !== undefined), text.length);
    return first === text.length ? first : Math.max(from, text.lastIndexOf('\n', first - 1) + 1);
  }
}

/** Returns the start of the first value that is a credential only if certain text follows. */
function undecided(text: string, spans: readonly Span[], from: number): number | undefined {
  const at = Math.min(Math.max(0, text.length - longestOpen), ...beforeLastValue(text));
  const tail = text.slice(at);
  if (!/value|\\u|\d\s*$|[=]\s*["']|CDATA|<[^<>]*>[^<]*$/i.test(tail)) return undefined;
  const starts = closings
    .flatMap(closing => findNamed(tail + closing))
    .map(({ start, end }) => ({ start: at + start, end: Math.min(at + end, text.length) }))
    .filter(({ start, end }) => end > from && start < end)
    .filter(({ start, end }) => !spans.some(span => span.start <= start && span.end >= end))
    .map(({ start }) => start);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/**
 * Returns, in a list, a position before the last member `value` or the last `\u` escape. The list is empty if the text has
 * neither. The member may have any length, and its name may come after it.
 */
function beforeLastValue(text: string): number[] {
  const at = Math.max(...['"value', '"Value', '"VALUE', '\\u'].map(label => text.lastIndexOf(label)));
  return at < 0 ? [] : [Math.max(0, at - longestLabel)];
}

/**
 * Returns the start of the lines that are searched again with the next piece. They include the names of credentials
 * that may continue there.
 */
function contextStart(text: string, spans: readonly Span[], end: number): number {
  const open = spans.filter(span => span.end >= end).map(span => span.start - longestLead);
  const start = Math.max(0, Math.min(end - overlap, ...open));
  return start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
}
