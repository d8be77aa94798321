import type { Span } from './spans';

/** Up to this number of patterns, searching for each one is faster than one pass with hashes. */
const fewPatterns = 8;
const multiplier = 0x01000193;

/**
 * Searches for many texts at once. The time grows with the searched text and not with the number of patterns: one pass
 * hashes a window of the text, and only windows that begin a pattern are compared (Rabin-Karp).
 */
export class PatternSet {
  readonly #window: number;
  readonly #all = new Set<string>();
  /** Patterns by the hash of their first characters. */
  #table: Map<number, Bucket> | undefined;
  #filter = new Uint8Array(0);

  /** @param window length of the shortest pattern; shorter ones are ignored */
  constructor(window: number) {
    this.#window = window;
  }

  get size(): number {
    return this.#all.size;
  }

  add(pattern: string): void {
    if (pattern.length < this.#window || this.#all.has(pattern)) return;
    this.#all.add(pattern);
    this.#table = undefined;
  }

  /** Finds all patterns in a text; spans may overlap. */
  find(text: string): Span[] {
    if (this.#all.size === 0 || text.length < this.#window) return [];
    return this.#all.size <= fewPatterns ? this.#findEach(text) : this.#findAll(text);
  }

  #findEach(text: string): Span[] {
    const spans: Span[] = [];
    for (const pattern of this.#all) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
        addSpan(spans, at, at + pattern.length);
      }
    }
    return spans;
  }

  #findAll(text: string): Span[] {
    const table = (this.#table ??= this.#build());
    const filter = this.#filter;
    const bits = filter.length - 1;
    const size = this.#window;
    const leaving = power(multiplier, size);
    const spans: Span[] = [];
    let hash = hashOf(text, 0, size);
    for (let start = 0; ; start++) {
      if (filter[(hash ^ (hash >>> 15)) & bits] === 1) {
        const end = table.get(hash)?.endOf(text, start) ?? start;
        if (end > start) addSpan(spans, start, end);
      }
      const next = start + size;
      if (next >= text.length) return spans;
      hash = (Math.imul(hash, multiplier) + text.charCodeAt(next) - Math.imul(leaving, text.charCodeAt(start))) | 0;
    }
  }

  #build(): Map<number, Bucket> {
    const table = new Map<number, Bucket>();
    let bits = 1 << 12;
    while (bits < this.#all.size * 8 && bits < 1 << 22) bits <<= 1;
    this.#filter = new Uint8Array(bits);
    for (const pattern of this.#all) {
      const hash = hashOf(pattern, 0, this.#window);
      this.#filter[(hash ^ (hash >>> 15)) & (bits - 1)] = 1;
      const bucket = table.get(hash);
      if (bucket === undefined) table.set(hash, new Bucket(pattern));
      else bucket.add(pattern);
    }
    return table;
  }
}

/** Patterns that begin with the same characters. */
class Bucket {
  readonly #first: string;
  /** Patterns by length, so that many patterns with the same beginning cost one look-up per length. */
  #byLength: Map<number, Set<string>> | undefined;
  #lengths: number[] = [];

  constructor(pattern: string) {
    this.#first = pattern;
  }

  add(pattern: string): void {
    this.#byLength ??= new Map([[this.#first.length, new Set([this.#first])]]);
    const same = this.#byLength.get(pattern.length);
    if (same === undefined) this.#byLength.set(pattern.length, new Set([pattern]));
    else same.add(pattern);
    this.#lengths = [];
  }

  /** Returns the end of the longest pattern that starts here. */
  endOf(text: string, start: number): number | undefined {
    const byLength = this.#byLength;
    if (byLength === undefined) {
      return text.startsWith(this.#first, start) ? start + this.#first.length : undefined;
    }
    if (this.#lengths.length === 0) this.#lengths = [...byLength.keys()].sort((a, b) => b - a);
    for (const length of this.#lengths) {
      if (byLength.get(length)?.has(text.slice(start, start + length)) === true) return start + length;
    }
    return undefined;
  }
}

/** Adds a span, or extends the last one if they overlap. In a repetitive text, a match begins at each character. */
function addSpan(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1);
  if (last !== undefined && start >= last.start && start < last.end) last.end = Math.max(last.end, end);
  else spans.push({ start, end });
}

function hashOf(text: string, start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, multiplier) + text.charCodeAt(at)) | 0;
  return hash;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count++) result = Math.imul(result, base);
  return result;
}
