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
// The service's tokens and secrets are 32 to 40 letters and digits; anything that long in foreign text is taken for one.
const longTokens = /[A-Za-z0-9_-]{28,}/g;

/**
 * Makes foreign text (a server's message, the start of an unexpected body) fit to be shown: the known secrets, every
 * field that carries a credential and everything that looks like a token is masked.
 */
export function redact(text: string, known: readonly Secret[] = []): string {
  return redactFields(redactKnown(text, known)).replace(longTokens, mask);
}

/** Values are looked for by hand: a pattern with alternatives overflows the stack on one of nine million characters. */
function redactFields(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  const fields = new RegExp(secretFields);
  for (let match = fields.exec(text); match !== null; match = fields.exec(text)) {
    const start = fields.lastIndex;
    const end = valueEnd(text, start);
    if (end === start) {
      // No value; another field may begin within this one.
      fields.lastIndex = match.index + 1;
      continue;
    }
    pieces.push(text.slice(from, start), mask);
    from = end;
    fields.lastIndex = end;
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

/** Masks the known secrets alone, as they are and as they look inside JSON and addresses. */
export function redactKnown(text: string, known: readonly Secret[]): string {
  const values = new Set(known.map(secret => secret.reveal()).flatMap(spellings));
  // The longest first: one secret may be the start of another.
  return [...values].sort((a, b) => b.length - a.length).reduce((safe, value) => safe.replaceAll(value, mask), text);
}

function spellings(value: string): string[] {
  if (value === '') return [];
  // Half a character cannot be written in an address, and a host is always in small letters.
  const whole = value.replace(/\p{Surrogate}/gu, '\ufffd');
  const asJson = JSON.stringify(value).slice(1, -1);
  return [value, value.toLowerCase(), asJson, encodeURIComponent(whole), encodeURI(whole)];
}
