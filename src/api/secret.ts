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

// A credential's field as JSON, as JSON inside a string, as a query, as a header. A quoted value ends at its quote, any other at the next separator.
const secretFields = new RegExp(
  String.raw`(${credentialFieldPattern}\\*["']?\s*[:=]\s*\\*["']?)` +
    String.raw`((?<=[^\\]")(?:[^"\\]|\\.)+|(?<=\\")[^"]+|(?<=')[^']+|(?:(?:Bearer|Basic|Hydrogen-r1)\s+)?[^"'&,;\s}<]+)`,
  'gis',
);
// The service's tokens and secrets are 32 to 40 letters and digits; anything that long in foreign text is taken for one.
const longTokens = /[A-Za-z0-9_-]{28,}/g;

/**
 * Makes foreign text (a server's message, the start of an unexpected body) fit to be shown: the known secrets, every
 * field that carries a credential and everything that looks like a token is masked.
 */
export function redact(text: string, known: readonly Secret[] = []): string {
  return redactKnown(text, known).replace(secretFields, `$1${mask}`).replace(longTokens, mask);
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
