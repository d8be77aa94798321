import { credentialFieldPattern } from '../credentialFields';
import { mask, type Secret } from '../secret';
import { findNamed } from './named';
import { KnownSecrets, knownSecrets, shortestSecret } from './knownSecrets';
import { findShaped } from './shaped';
import { maskSpans, type NamedValue, type Span } from './spans';

/** Secrets that are known: a list, or a set that is built already. */
export type SecretSource = readonly Secret[] | KnownSecrets;

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
export function redact(text: string, known: SecretSource = []): string {
  const shown = redactFields(redactKnown(text, known));
  return maskSpans(shown, [...findShaped(shown)]).replace(longTokens, mask);
}

/** Masks the known secrets alone, in all their encodings. */
export function redactKnown(text: string, known: SecretSource): string {
  return knownSecrets(known).mask(text);
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

/** The credentials of a response. */
export interface FoundCredentials {
  spans: Span[];
  /** Values that were found under their names; each of them is a credential wherever it is. */
  values: string[];
  /** The same, to be searched for in other texts. */
  own: KnownSecrets;
}

/** Values that one response may name. A longer list is no list of credentials but of words. */
const mostNamed = 200_000;

/**
 * Values under names of credentials, also in JSON inside strings, and everything that repeats them or a known secret.
 * @param before values that were found in another part of the same body
 */
export function findCredentials(text: string, known: SecretSource, before: readonly string[] = []): FoundCredentials {
  const named = findNamed(text);
  const values = [...new Set([...before, ...long(named)])].slice(0, mostNamed);
  const own = new KnownSecrets(values);
  const spans = [...named, ...own.spans(text), ...knownSecrets(known).spans(text)];
  return { spans, values, own };
}

function long(named: readonly NamedValue[]): string[] {
  return named.map(({ value }) => value).filter(({ length }) => length >= shortestSecret);
}

/** A response fit to be shown: its tokens and the request's own secrets are masks, everything else is as it came. */
export function maskResponse(text: string, known: SecretSource): string {
  return maskSpans(text, findCredentials(text, known).spans);
}
