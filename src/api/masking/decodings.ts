import type { Span } from './spans';

/** A decoded text, with the position of each character in the original text. */
class View {
  readonly text: string;
  readonly #parent: View | undefined;
  /** The decoded parts, each with its start and end in this text and in the parent. */
  readonly #edges: readonly DecodedRange[];

  constructor(text: string, parent?: View, edges: readonly DecodedRange[] = []) {
    this.text = text;
    this.#parent = parent;
    this.#edges = edges;
  }

  /** Returns the part of the original text that these characters came from. */
  source(span: Span): Span {
    if (this.#parent === undefined) return span;
    const { start, end } = span;
    return this.#parent.source({ start: this.#sourceOf(start).start, end: this.#sourceOf(end - 1).end });
  }

  /** Returns the part of the parent that one character came from. */
  #sourceOf(index: number): Span {
    let low = 0;
    let high = this.#edges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edges[middle] as DecodedRange).at <= index) low = middle + 1;
      else high = middle;
    }
    const edge = this.#edges[low - 1];
    if (edge === undefined) return { start: index, end: index + 1 };
    if (index < edge.atEnd) return { start: edge.from, end: edge.fromEnd };
    const start = edge.fromEnd + index - edge.atEnd;
    return { start, end: start + 1 };
  }
}

interface DecodedRange {
  at: number;
  atEnd: number;
  from: number;
  fromEnd: number;
}

type TextEncoding = 'url' | 'form' | 'json' | 'html';

/** For each encoding, a pattern that finds encoded parts and a function that decodes one. */
const decoders: Record<TextEncoding, { pattern: RegExp; decode: (written: string) => string }> = {
  url: { pattern: /(?:%[\da-f]{2})+/gi, decode: decodeBytes },
  // Forms differ from URLs only in the encoding of a space.
  form: { pattern: /(?:%[\da-f]{2})+|\+/gi, decode: written => (written === '+' ? ' ' : decodeBytes(written)) },
  json: { pattern: /\\(?:u[\da-f]{4}|x[\da-f]{2}|[^ux])/gi, decode: decodeEscape },
  html: { pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi, decode: decodeEntity },
};

/**
 * Escapes that may hide letters, digits and base64. Usual encoders keep those characters, unless they escape
 * everything.
 */
const mayHide: Record<TextEncoding, RegExp> = {
  url: /%(?:2[356b-f]|[3-7][\da-f])/i,
  form: /%(?:2[356b-f]|[3-7][\da-f])/i,
  json: /\\(?:(?:u00|x)[2-7][\da-f]|\/)/i,
  html: /&(?:amp;)?#/i,
};

/** Nested JSON in JSON strings is more common than any other nesting. */
const deepestJson = 5;
const deepestMixed = 3;
const maximumViews = 40;

/**
 * Returns all readings of a text: unchanged, and with its URL, form, JSON and HTML escapes decoded, also nested.
 * @param isPlain true if every searched value consists of letters, digits and `-._~`, which encoders keep
 */
export function viewsOf(text: string, isPlain: boolean): View[] {
  const views = [new View(text)];
  let level = [{ view: views[0] as View, isJson: true }];
  for (let depth = 1; depth <= deepestJson && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { view, isJson } of level) {
      for (const encoding of ['json', 'url', 'form', 'html'] as const) {
        const staysJson = isJson && encoding === 'json';
        if (depth > deepestMixed && !staysJson) continue;
        // Without a plus, the form decoding equals the URL decoding.
        if (encoding === 'form' && (isPlain || !view.text.includes('+'))) continue;
        if (isPlain && !mayHide[encoding].test(view.text)) continue;
        const decoded = decode(view, encoding);
        if (decoded === undefined || views.length >= maximumViews) continue;
        views.push(decoded);
        next.push({ view: decoded, isJson: staysJson });
      }
    }
    level = next;
  }
  return views;
}

function decode(parent: View, encoding: TextEncoding): View | undefined {
  const { pattern, decode: read } = decoders[encoding];
  const { text } = parent;
  const pieces: string[] = [];
  const edges: DecodedRange[] = [];
  let from = 0;
  let length = 0;
  for (const match of text.matchAll(pattern)) {
    const fromEnd = match.index + match[0].length;
    const decoded = read(match[0]);
    pieces.push(text.slice(from, match.index), decoded);
    const at = length + match.index - from;
    length = at + decoded.length;
    edges.push({ at, atEnd: length, from: match.index, fromEnd });
    from = fromEnd;
  }
  if (edges.length === 0) return undefined;
  pieces.push(text.slice(from));
  return new View(pieces.join(''), parent, edges);
}

function decodeBytes(written: string): string {
  return Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8');
}

const shortEscapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeEscape(written: string): string {
  const sign = written.charAt(1);
  if (sign === 'u' || sign === 'U' || sign === 'x' || sign === 'X') {
    return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  }
  return shortEscapes[sign] ?? written.slice(1);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decodeEntity(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return entities[name] ?? written;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
