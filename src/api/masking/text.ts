import {
  credentialFieldPattern,
  isCredentialField,
  isCredentialObject,
  isLastingCredential,
  isStatus,
} from '../credentialFields';
import { mask, type Secret } from '../secret';
import { valueEnd as stringEnd } from './jsonStrings';
import { isReason, type CredentialList } from './lists';
import { elements, findNamedIn, pairs } from './named';
import { KnownSecrets, knownSecrets, shortestSecret } from './knownSecrets';
import { findShaped } from './shaped';
import { maskSpans, type FoundCredential, type Span } from './spans';

/** Known secrets: a list, or a set that is already built. */
export type SecretSource = readonly Secret[] | KnownSecrets;

// A credential's field in JSON, in JSON inside a string, in a query or a header, up to its value.
const secretFields = new RegExp(String.raw`${credentialFieldPattern}\\*["']?\s*(?:=>|[:=：])\s*\\*["']?`, 'gi');
// The letter of an escaped line break, as in `\nCookie`, is not part of the name.
const nameStart = /(?<!\\)[\w\u4e00-\u9fff-]*$/;
const nameEnd = /^[\w\u4e00-\u9fff-]*/;
// The value of such a header has spaces, signs and quotes, and ends with its line.
const headerLine = /^(?:authorization|cookie)\s*:\s*$/i;
// After a closing quote. Anything else begins a name or a value, so the quote before it is an opening quote.
const afterQuote = /^(?:[,:;\s"')\]}<.|&，。；：、！？）】》」]|\\+[rn]|$)/;
const scheme = /(?:Bearer|Basic|Hydrogen-r1)\s+/iy;
// The start of an object, or of a list of texts or objects. A value in brackets, as in `code={value}`, is neither.
const bracketStart = /^(?:\{\s*(?:\\*["'}]|[\w$]+\s*:)|\[[\s[{]*\\*["'}\]])/;
// A number in JSON that is too short for a credential, such as a status.
const shortNumber = /-?\d{1,3}(?=\s*[,}\]])/y;
const itemOfList = /\["([^"\\]{1,300})"\]/y;
const separator = /["'&,;\s}<]/g;
// The service's tokens and secrets have 32 to 40 letters and digits; anything that long in foreign text is masked.
const longTokens = /[A-Za-z0-9_-]{28,}/g;

/**
 * Redacts foreign text (a server's message, the start of an unexpected body) for display: masks the known secrets, every
 * field with a credential and everything that looks like a token.
 */
export function redact(text: string, secrets: SecretSource = []): string {
  const shown = redactFields(redactKnown(text, secrets));
  return maskSpans(shown, [...findShaped(shown), ...elements(shown, isLastingCredential)]).replace(longTokens, mask);
}

/** Maximum number of characters of a credential in any encoding, including its name. */
export const longestCredential = 100_000;

/**
 * Redacts only the beginning of a foreign text, which may be very long. The end of that beginning is left out, because a
 * part of a credential would not be recognized there.
 */
export function redactStart(text: string, secrets: SecretSource): string {
  const longest = longestCredential * 2;
  const shown = redact(text.slice(0, longest), secrets);
  return text.length > longest ? shown.slice(0, -longestCredential) : shown;
}

/** Masks only the known secrets, in all their encodings. */
export function redactKnown(text: string, secrets: SecretSource): string {
  return knownSecrets(secrets).mask(text);
}

/** Masks fields that carry a credential, by their names. Those in an address may be percent-encoded. */
export function redactFields(text: string): string {
  return maskSpans(text, [...fieldSpans(text), ...(text.includes('%') ? pairs(text) : [])]);
}

/**
 * Finds the values of fields that carry a credential, by their names. Scans by hand: a regular expression with
 * alternatives overflows the stack on a value of nine million characters.
 * @param isField whether a field of this name counts
 */
export function* fieldSpans(text: string, isField: (name: string) => boolean = () => true): Generator<Span> {
  if (!/[:=：]/.test(text)) return;
  secretFields.lastIndex = 0;
  for (let match = secretFields.exec(text); match !== null; match = secretFields.exec(text)) {
    const start = secretFields.lastIndex;
    const name = nameStart.exec(text.slice(Math.max(0, match.index - 40), match.index))?.[0] ?? '';
    const field = name + (nameEnd.exec(match[0])?.[0] ?? '');
    const end = isField(field) && !isHarmless(text, start, field) ? valueEnd(text, start, match[0]) : start;
    // Without a value, another field may begin within this one.
    if (end > start && !isQuotedStatus(text, { start, end }, field)) yield { start, end };
    secretFields.lastIndex = end > start ? end : match.index + 1;
  }
}

/** Whether a quoted value is a status. In JSON in a string, the span includes the backslashes before its closing quote. */
function isQuotedStatus(text: string, { start, end }: Span, field: string): boolean {
  if (end - start > 40 || !isQuote(text[start - 1] ?? '')) return false;
  return isStatus(field, text.slice(start, end).replace(/\\+$/, ''));
}

/**
 * Whether the value is an object or a list that is not a credential, a list with the reason of an error, or a short
 * number in a `code` or in another field that is not a credential.
 */
function isHarmless(text: string, start: number, field: string): boolean {
  if (isQuote(text[start - 1] ?? '')) return false;
  if (isShortNumber(text, start)) return /^code$/i.test(field) || !isCredentialField(field);
  const isCredential = text[start] === '{' ? isCredentialObject(field) : isCredentialField(field);
  if (!isCredential && !/(?:authorization|cookie)$/i.test(field)) return bracketStart.test(text.slice(start));
  itemOfList.lastIndex = start;
  return isReason(field, itemOfList.exec(text)?.[1] ?? '');
}

function isShortNumber(text: string, start: number): boolean {
  shortNumber.lastIndex = start;
  return shortNumber.test(text) && /["']\s*:\s*$/.test(text.slice(Math.max(0, start - 20), start));
}

/** Returns the end of a value: its closing quote or bracket, or the next separator. */
function valueEnd(text: string, start: number, field: string): number {
  const opening = text[start - 1] ?? '';
  if (isQuote(opening)) return quoteEnd(text, start, opening);
  if (/[[{]/.test(text.charAt(start))) return bracketEnd(text, start);
  if (headerLine.test(field)) return lineEnd(text, start);
  scheme.lastIndex = start;
  const from = scheme.test(text) ? scheme.lastIndex : start;
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? text.length;
}

/** Returns the position after the bracket that closes the one at `start`. Brackets in quotes do not count. */
function bracketEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isQuote(sign)) at = quoteEnd(text, at + 1, sign);
    else if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the end of a line, or the quote around it. The values of its parameters may have quotes too. */
function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\r' || sign === '\n') return at;
    if (!isQuote(sign)) continue;
    const end = parameterEnd(text, at, sign);
    if (end === at) return at;
    at = end;
  }
  return text.length;
}

/** Returns the end of the parameter with this opening quote, or `at` if the quote ends the line, as in `"Cookie: a="`. */
function parameterEnd(text: string, at: number, quote: string): number {
  if (!/=\\*$/.test(text.slice(Math.max(0, at - 20), at))) return at;
  const end = quoteEnd(text, at + 1, quote);
  const lineBreak = text.slice(at, end).search(/[\r\n]/);
  const isOpen = lineBreak > 0 || end === text.length;
  const isClosing = (position: number) => afterQuote.test(text.slice(position + 1, position + 9));
  if (isOpen ? isClosing(at) : !isClosing(end)) return at;
  // Without a closing quote, the value ends with the line.
  return lineBreak > 0 ? at + lineBreak - 1 : end;
}

function isQuote(sign: string): boolean {
  return sign === '"' || sign === "'";
}

/** Returns the end of a quoted value. In JSON inside a string, each quote has backslashes. */
function quoteEnd(text: string, start: number, quote: string): number {
  let escapes = 0;
  while (text[start - 2 - escapes] === '\\') escapes++;
  const end = stringEnd(text, start, escapes, quote);
  return escapes > 0 && end < text.length ? end + escapes : end;
}

interface ResponseCredentials {
  spans: Span[];
  /** Values of named fields; each is a credential wherever it occurs. */
  values: string[];
  /** The lists and objects under names of credentials. */
  lists: CredentialList[];
  /** The same values as a set that can search other texts. */
  namedSecrets: KnownSecrets;
}

/** Maximum number of values in one response. A longer list contains words, not credentials. */
export const maximumNamed = 200_000;

/**
 * Finds values whose names mark them as credentials, also in JSON inside strings. Also finds every repetition of such a
 * value and of a known secret.
 * @param before values found in another part of the same body
 * @param isPart whether the body continues after the text
 */
export function findCredentials(
  text: string,
  secrets: SecretSource,
  before: readonly string[] = [],
  isPart = false,
): ResponseCredentials {
  const { named, lists } = findNamedIn(text, isPart);
  const values = [...new Set([...before, ...namedValues(named)])].slice(0, maximumNamed);
  const namedSecrets = new KnownSecrets(values);
  const spans = [...named, ...namedSecrets.spans(text), ...knownSecrets(secrets).spans(text)];
  return { spans, values, lists, namedSecrets };
}

/** Returns the values that are long enough to be masked wherever they occur. */
export function namedValues(named: readonly FoundCredential[]): string[] {
  return named.map(({ value }) => value).filter(({ length }) => length >= shortestSecret);
}

/** Masks the tokens of a response and the request's own secrets; everything else stays as received. */
export function maskResponse(text: string, secrets: SecretSource): string {
  return maskSpans(text, findCredentials(text, secrets).spans);
}
