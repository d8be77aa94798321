import { credentialFieldPattern } from './credentialFields';

/** What stands in place of a credential. */
export const mask = '•••';

/**
 * A credential that cannot be printed by accident: string conversion, JSON and inspection all give a mask.
 * `reveal()` is called where the value goes onto the wire or into SecretStorage, and nowhere else.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  equals(other: Secret): boolean {
    return this.#value === other.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}

// A credential's field as JSON, as JSON inside a string, as a query, as a header, up to its value.
const secretFields = new RegExp(String.raw`${credentialFieldPattern}\\*["']?\s*[:=]\s*\\*["']?`, 'gi');
const scheme = /(?:Bearer|Basic|Hydrogen-r1)\s+/iy;
const separator = /["'&,;\s}<]/g;
// The service's tokens and secrets are 32 to 40 letters and digits; anything that long in foreign text is taken for
// one.
const longTokens = /[A-Za-z0-9_-]{28,}/g;

/**
 * Makes foreign text (a server's message, the start of an unexpected body) fit to be shown: the known secrets, every
 * field that carries a credential and everything that looks like a token is masked.
 */
export function redact(text: string, known: readonly Secret[] = []): string {
  return redactFields(redactKnown(text, known)).replace(longTokens, mask);
}

/**
 * Masks the values of fields that carry a credential by their names. They are looked for by hand: a pattern with
 * alternatives overflows the stack on one of nine million characters.
 */
export function redactFields(text: string): string {
  if (!/[:=]/.test(text)) return text;
  const pieces: string[] = [];
  let from = 0;
  secretFields.lastIndex = 0;
  for (let match = secretFields.exec(text); match !== null; match = secretFields.exec(text)) {
    const start = secretFields.lastIndex;
    const end = valueEnd(text, start);
    if (end === start) {
      // No value; another field may begin within this one.
      secretFields.lastIndex = match.index + 1;
      continue;
    }
    pieces.push(text.slice(from, start), mask);
    from = end;
    secretFields.lastIndex = end;
  }
  return pieces.join('') + text.slice(from);
}

/** A quoted value ends at its quote, any other at the next separator. */
function valueEnd(text: string, start: number): number {
  const opening = text[start - 1];
  if (opening === '"' && text[start - 2] !== '\\') {
    let end = start;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return Math.min(end, text.length);
  }
  if (opening === '"' || opening === "'") {
    const end = text.indexOf(opening, start);
    return end < 0 ? text.length : end;
  }
  scheme.lastIndex = start;
  const from = scheme.test(text) ? scheme.lastIndex : start;
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? text.length;
}

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Masks the known secrets alone, as they are and as they look inside JSON, addresses and base64. */
export function redactKnown(text: string, known: readonly Secret[]): string {
  return known.length === 0 ? text : maskSpans(text, knownSpans(text, known));
}

/** Where the known secrets stand, in any of their spellings; in no order. */
export function knownSpans(text: string, known: readonly Secret[]): Span[] {
  const spans: Span[] = [];
  for (const value of new Set(known.map(secret => secret.reveal()).flatMap(spellings))) {
    const { length } = value;
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + length)) {
      spans.push({ start: at, end: at + length });
    }
  }
  return spans;
}

/** @param cover what stands in place of a part; spans that overlap are one part */
export function maskSpans(
  text: string,
  spans: readonly Span[],
  cover: (length: number) => string = () => mask,
): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of joined(spans)) {
    pieces.push(text.slice(from, start), cover(end - start));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

function joined(spans: readonly Span[]): Span[] {
  const parts: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  return parts;
}

function spellings(value: string): string[] {
  if (value === '') return [];
  // Half a character cannot be written in an address, and a host is always in small letters.
  const whole = value.replace(/\p{Surrogate}/gu, '\ufffd');
  const asJson = JSON.stringify(value).slice(1, -1);
  return [value, value.toLowerCase(), asJson, encodeURIComponent(whole), encodeURI(whole), ...base64Spellings(value)];
}

/** Shorter ones could stand in any base64 by chance. */
const shortestInBase64 = 8;

/** What of base64 the value alone decides, wherever in it the value begins. */
function base64Spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < shortestInBase64) return [];
  return [0, 1, 2].flatMap(before => {
    const written = Buffer.concat([Buffer.alloc(before), bytes]);
    const inner = written
      .toString('base64url')
      .slice(Math.ceil((before * 4) / 3), Math.floor((written.length * 4) / 3));
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
