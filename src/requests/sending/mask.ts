import { credentialFieldPattern, isCredentialField } from '../../api/credentialFields';
import { knownSpans, mask, maskSpans, redactFields, redactKnown, Secret, type Span } from '../../api/secret';

// A member of JSON whose value is a text: the numeric `code` of a cloud function is no credential. In JSON inside a string
// each quote has backslashes, the same number for all of a member.
const space = String.raw`(?:\s|\\+[nrt]){0,200}`;
const members = new RegExp(
  String.raw`(?<!\\)(\\{0,31})"([\w$-]{0,40}${credentialFieldPattern})\1"${space}:${space}\1"`,
  'gi',
);

/** Shorter values are masked under their names alone: elsewhere they may be anything. */
const shortestRepeated = 8;
/** Values that are looked for in every spelling; any other only as it is. */
const mostSpelled = 20;

/** The credentials of a response. */
interface Credentials {
  spans: Span[];
  /** Values that were found under their names; each of them is a credential wherever it stands. */
  values: string[];
}

/**
 * Values under names of credentials, also in JSON inside strings, and everything that repeats them or a known secret.
 * @param before values that were found in another part of the same body
 */
export function findCredentials(text: string, known: readonly Secret[], before: readonly string[] = []): Credentials {
  const named = namedValues(text);
  const long = named.map(({ value }) => value).filter(({ length }) => length >= shortestRepeated);
  const values = [...new Set([...before, ...long])];
  const secrets = [...known, ...values.slice(0, mostSpelled).map(value => new Secret(value))];
  return { spans: [...named, ...repeats(text, new Set(values)), ...knownSpans(text, secrets)], values };
}

/** A response fit to be shown: its tokens and the request's own secrets are masks, everything else is as it came. */
export function maskResponse(text: string, known: readonly Secret[]): string {
  return maskSpans(text, findCredentials(text, known).spans);
}

/** A header's value as it may be shown. */
export function maskHeader(name: string, value: string, known: readonly Secret[]): string {
  return isCredentialField(name) ? mask : redactFields(redactKnown(value, known));
}

/** What a header with a credential brings: the body may repeat it. */
export function headerSecrets(name: string, value: string): Secret[] {
  if (!isCredentialField(name)) return [];
  // `name=value; Path=/`, `Bearer value`
  const cookie = /^set-cookie$/i.test(name) ? /^[^=;]*=([^;]*)/.exec(value)?.[1] : undefined;
  const found = (cookie ?? value.split(' ').at(-1) ?? '').trim();
  return found.length >= shortestRepeated ? [new Secret(found)] : [];
}

/** Bytes that are looked at together, and how many of those before them: a credential may begin there. */
const [window, overlap] = [8 << 20, 64 << 10];

/**
 * Which bytes of a body that is no text are those of credentials, in ASCII or in UTF-16: 1 for each. `undefined`: none.
 */
export function credentialBytes(bytes: Uint8Array, known: readonly Secret[]): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const asBytes = known.map(secret => new Secret(Buffer.from(secret.reveal()).toString('latin1')));
  const marked = new Uint8Array(bytes.byteLength);
  let values: string[] = [];
  const mark = (text: string, secrets: readonly Secret[], from: number, width: number) => {
    const found = findCredentials(text, secrets, values);
    for (const { start, end } of found.spans) marked.fill(1, from + start * width, from + end * width);
    values = found.values;
  };
  for (let end = 0; end < buffer.length;) {
    const from = Math.max(0, end - overlap);
    end = Math.min(buffer.length, end + window);
    const part = buffer.subarray(from, end);
    mark(part.toString('latin1'), asBytes, from, 1);
    // Big-endian text is little-endian text that begins a byte later.
    for (const shift of [0, 1]) mark(part.subarray(shift).toString('utf16le'), known, from + shift, 2);
  }
  return marked.includes(1) ? marked : undefined;
}

/** A body that is no text with stars in place of its credentials; `undefined` when it has none. */
export function maskBytes(bytes: Uint8Array, known: readonly Secret[]): Uint8Array | undefined {
  const marked = credentialBytes(bytes, known);
  return marked && bytes.map((byte, index) => (marked[index] === 1 ? star : byte));
}

const star = 0x2a;

interface NamedValue extends Span {
  value: string;
}

function namedValues(text: string): NamedValue[] {
  const found: NamedValue[] = [];
  members.lastIndex = 0;
  for (let match = members.exec(text); match !== null; match = members.exec(text)) {
    const [, escapes = '', name = ''] = match;
    if (!isCredentialField(name)) continue;
    const start = members.lastIndex;
    const end = valueEnd(text, start, escapes.length);
    if (end > start) found.push({ start, end, value: unescaped(text.slice(start, end), escapes.length) });
    members.lastIndex = end;
  }
  return found;
}

/**
 * A value ends at a quote with as many backslashes as that which opened it; those of the value itself come in multiples. One
 * with fewer ends the string around it.
 */
function valueEnd(text: string, start: number, escapes: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let run = 0;
    while (quote - run > start && text.charAt(quote - run - 1) === '\\') run++;
    if (run < escapes) return quote - run;
    if (run % (2 * (escapes + 1)) === escapes) return quote - escapes;
  }
  return text.length;
}

function unescaped(written: string, escapes: number): string {
  let value = written;
  try {
    for (let left = escapes; left >= 0; left = left === 0 ? -1 : (left - 1) / 2)
      value = String(JSON.parse(`"${value}"`));
  } catch {
    // As far as it can be read.
  }
  return value;
}

function repeats(text: string, values: ReadonlySet<string>): Span[] {
  if (values.size <= mostSpelled) return [];
  const words = text.matchAll(/[\w.~+/=-]{8,}/g);
  return [...words]
    .filter(([word]) => values.has(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}
