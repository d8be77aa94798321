import { Secret } from '../secret';
import { viewsOf } from './decodings';
import { PatternSet } from './patterns';
import { maskSpans, type Span } from './spans';

/** Shorter values are not searched for: a single letter would mask every word that contains it. */
const shortestKnown = 4;
/** A shorter value in a field of a credential is masked only in that field, and not everywhere in the text. */
export const shortestSecret = 8;
/**
 * The number of values that are also searched for in base64 and hex. Further values, which come from a response, are
 * searched for only as text.
 */
const maximumEncoded = 200;
/** Matches values that encoders keep unchanged. */
const plain = /^[\w.~-]*$/;
/** Lines of at least this length are also searched for separately, for example the lines of a key. */
const shortestLine = 16;

/**
 * The secrets of a run, a window or a response. Finds every place where a text repeats one: unchanged, with URL, form, JSON
 * and HTML escapes in any combination, in base64 at any alignment, and in hex.
 */
export class KnownSecrets {
  readonly #values = new Set<string>();
  readonly #long = new PatternSet(shortestSecret);
  readonly #short = new PatternSet(shortestKnown);
  /** Spellings with line breaks. */
  readonly #multiline = new Set<string>();
  #isPlain = true;

  constructor(secrets: Iterable<Secret | string> = []) {
    this.add(secrets);
  }

  get size(): number {
    return this.#values.size;
  }

  add(secrets: Iterable<Secret | string>): void {
    for (const secret of secrets) this.#add(secret instanceof Secret ? secret.reveal() : secret);
  }

  reveal(): string[] {
    return [...this.#values];
  }

  spans(text: string): Span[] {
    if (this.#values.size === 0) return [];
    const views = viewsOf(text, this.#isPlain);
    return views.flatMap(view =>
      [...this.#long.find(view.text), ...this.#short.find(view.text)].map(span => view.source(span)),
    );
  }

  mask(text: string): string {
    return maskSpans(text, this.spans(text));
  }

  /** Whether a text contains a secret of at least eight characters. */
  isIn(text: string): boolean {
    return this.#long.size > 0 && viewsOf(text, this.#isPlain).some(view => this.#long.find(view.text).length > 0);
  }

  /**
   * Returns the start of a secret of several lines if the text ends with only its first lines; otherwise `undefined`.
   */
  unfinished(text: string): number | undefined {
    if (this.#multiline.size === 0) return undefined;
    const starts = viewsOf(text, this.#isPlain).flatMap(view =>
      [...this.#multiline].flatMap(spelling => {
        const length = longestStart(spelling, view.text);
        return length === 0 ? [] : [view.source({ start: view.text.length - length, end: view.text.length }).start];
      }),
    );
    return starts.length === 0 ? undefined : Math.min(...starts);
  }

  #add(value: string): void {
    if (value.trim().length < shortestKnown || this.#values.has(value)) return;
    this.#values.add(value);
    this.#isPlain &&= plain.test(value);
    const patterns = value.length < shortestSecret ? this.#short : this.#long;
    for (const text of spellings(value)) {
      patterns.add(text);
      if (text.includes('\n')) this.#multiline.add(text);
    }
    if (this.#values.size > maximumEncoded) return;
    for (const text of encodings(value)) this.#long.add(text);
  }
}

const cache = new WeakMap<readonly Secret[], { length: number; set: KnownSecrets }>();

/** Returns the same set for the same list, so that it is built once per response. */
export function knownSecrets(secrets: readonly Secret[] | KnownSecrets): KnownSecrets {
  if (secrets instanceof KnownSecrets) return secrets;
  const cached = cache.get(secrets);
  if (cached?.length === secrets.length) return cached.set;
  const set = new KnownSecrets(secrets);
  cache.set(secrets, { length: secrets.length, set });
  return set;
}

/**
 * Returns the textual variants of a value: in lower case as in a host, trimmed as in a header, without half surrogate
 * pairs as in an address, and its longer lines.
 */
function spellings(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(line => line.length >= shortestLine) : [];
  const trimmed = value.trim();
  const wellFormed = /\p{Surrogate}/u.test(value) ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return [value, value.toLowerCase(), trimmed, wellFormed, ...lines];
}

/**
 * Returns the length of the longest incomplete start of a secret that ends the text and consists of whole lines; 0
 * without one.
 */
function longestStart(secret: string, text: string): number {
  for (let end = secret.lastIndexOf('\n', secret.length - 2); end >= 0; end = secret.lastIndexOf('\n', end - 1)) {
    if (text.endsWith(secret.slice(0, end + 1))) return end + 1;
    if (end === 0) break;
  }
  return 0;
}

function encodings(value: string): string[] {
  // A shorter value could occur in any base64 by chance.
  if (Buffer.from(value).length < shortestSecret) return [];
  const texts = plain.test(value) ? [value] : new Set([value, ...written(value)]);
  return [...texts].flatMap(text => {
    const bytes = Buffer.from(text);
    const hex = bytes.toString('hex');
    return [hex, hex.toUpperCase(), ...base64Of(bytes)];
  });
}

/**
 * Returns the value as written in JSON, in an address and in a form. A whole body in base64, such as the policy of an
 * upload, contains one of these.
 */
function written(value: string): string[] {
  const address = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  const form = new URLSearchParams({ '': value }).toString().slice(1);
  return [JSON.stringify(value).slice(1, -1), address, address.replaceAll('%20', '+'), form];
}

/** Returns the base64 characters that depend only on the value, for each alignment. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap(before => {
    const written = Buffer.concat([Buffer.alloc(before), bytes]);
    const inner = written
      .toString('base64url')
      .slice(Math.ceil((before * 4) / 3), Math.floor((written.length * 4) / 3));
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
