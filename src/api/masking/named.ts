import { isCredentialField, isCredentialObject, isDigitCredential, isStatus } from '../credentialFields';
import { unescaped, valueEnd } from './jsonStrings';
import { listValues, type CredentialList } from './lists';
import { findShaped } from './shaped';
import type { FoundCredential, Span } from './spans';

/**
 * Finds credentials by their names in JSON, in JSON inside strings, in XML, HTML, forms, multipart bodies and lines, and
 * values that look like a credential.
 */
export function findNamed(text: string): FoundCredential[] {
  return findNamedIn(text).named;
}

/**
 * Like `findNamed`. Also returns the lists and objects under names of credentials.
 * @param isPart whether the text continues; the end of an element may then be missing
 */
export function findNamedIn(text: string, isPart = false): { named: FoundCredential[]; lists: CredentialList[] } {
  const lists: CredentialList[] = [];
  const named = [...members(text, lists), ...findShaped(text), ...elements(text, isCredentialField, isPart)];
  if (text.includes('=')) named.push(...pairs(text));
  if (text.includes('form-data')) named.push(...formParts(text));
  return { named, lists };
}

// In JSON inside a string, each quote has backslashes, the same number for all quotes of a member.
const space = String.raw`(?:\s|\\+[nrt]){0,200}`;
const member = new RegExp(
  String.raw`(?<!\\)(\\{0,31})"((?:[^"\\]|\\{1,31}u[\da-f]{4}){1,80})\1"${space}:${space}(?:\1"|(\d{4,20})(?=\s*[,}\\\]]|$)|([[{]))`,
  'gi',
);

function* members(text: string, lists: CredentialList[]): Generator<FoundCredential> {
  if (!text.includes('"')) return;
  member.lastIndex = 0;
  /** The last member that marks the value beside it as a credential. */
  let label: Span | undefined;
  /** The last member named `value`; a label after it may mark it as a credential. */
  let lastValueMember: FoundCredential | undefined;
  for (let match = member.exec(text); match !== null; match = member.exec(text)) {
    const [, escapes = '', written = '', digits, bracket] = match;
    const name = unescapedName(written);
    if (bracket !== undefined) {
      const list = { name, nameStart: match.index, start: member.lastIndex - 1, escapes: escapes.length };
      // Any other list may contain members.
      member.lastIndex = match.index + 1;
      if (!(bracket === '{' ? isCredentialObject(name) : isCredentialField(name))) continue;
      const { values, end } = listValues(text, list);
      lists.push({ ...list, end });
      yield* values;
      member.lastIndex = end;
      continue;
    }
    const isText = digits === undefined;
    const start = member.lastIndex - (digits?.length ?? 0);
    const isCredential = isText ? isCredentialField(name) : isDigitCredential(name);
    // The value of any other member is searched too, because it may be JSON itself.
    if (!isCredential && !isLabel(name) && !isValue(name)) continue;
    const end = isText ? valueEnd(text, start, escapes.length) : member.lastIndex;
    if (end === start || isStatus(name, text.slice(start, end))) continue;
    const value = digits ?? unescaped(text.slice(start, end), escapes.length);
    if (isCredential) {
      yield { start, end, value };
      member.lastIndex = end;
    } else if (isLabel(name) && isCredentialField(value)) {
      if (lastValueMember !== undefined && isNext(text, lastValueMember.end, match.index)) yield lastValueMember;
      label = { start, end };
    } else if (isValue(name)) {
      if (label !== undefined && isNext(text, label.end, match.index)) yield { start, end, value };
      lastValueMember = { start, end, value };
    }
  }
}

/** Whether a member of this name may name the credential in the member `value` beside it. */
export function isLabel(name: string): boolean {
  return /^(?:name|key|field|id)$/i.test(name);
}

export function isValue(name: string): boolean {
  return /^value$/i.test(name);
}

/** Whether only a comma and spaces separate two members. */
function isNext(text: string, from: number, to: number): boolean {
  return to - from < 200 && /^[\\"]*(?:\s|\\+[nrt])*,(?:\s|\\+[nrt])*$/.test(text.slice(from, to));
}

function unescapedName(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

// Finds a pair in a form, a query or a line: `a=b&password=c`, `?token=…`, `password = c`.
const pair = /(?<![^\s?&;#"'(])([\w%.[\]+\-\u4e00-\u9fff]{1,80})(?:=|[^\S\r\n]=[^\S\r\n])([^&\s"'<>\\;]+)/g;

export function* pairs(text: string): Generator<FoundCredential> {
  for (const match of text.matchAll(pair)) {
    const [whole, name = '', value = ''] = match;
    if (!isCredentialField(decoded(name).trim())) continue;
    const end = match.index + whole.length;
    yield { start: end - value.length, end, value: decoded(value) };
  }
}

/** Decodes a name or a value of a form; returns any other text unchanged. */
export function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const startTag = /<([\w:.-]{1,80})(?:\s[^<>]{0,400})?>/g;
const comment = { opening: '<!--', closing: '-->' };
const sections = [comment, { opening: '<![CDATA[', closing: ']]>' }];
const attribute = /\s([\w:.-]{1,80})\s{0,20}=\s{0,20}(?:"([^"<]+)"|'([^'<]+)')/g;
const valueAttribute = /\svalue\s{0,20}=\s{0,20}(?:"([^"<]+)|'([^'<]+))/gi;
const nameAttribute = /\s(?:name|key|id)\s{0,20}=\s{0,20}["']([\w:.-]{1,80})["']/gi;
/** Maximum number of characters between a value and the attribute with its name. */
const longestGap = 600;
/** Patterns for a name in an attribute or element and the value in the element after it. */
const labelled = [
  // <entry key="password">…</entry>
  /<(?:entry|field|item|param|parameter|property|setting|string|variable)\s[^<>]{0,400}?\b(?:name|key)\s{0,20}=\s{0,20}["']([\w:.-]{1,80})["'][^<>]{0,400}>([^<>]+)/gi,
  // <key>password</key><string>…</string>
  /<(?:key|name)>([\w:.-]{1,80})<\/(?:key|name)>\s{0,200}<(?:string|value|integer)>([^<>]+)/gi,
];

/** Finds credentials in XML and HTML, by the names that `isCredential` accepts. */
export function* elements(text: string, isCredential = isCredentialField, isPart = false): Generator<FoundCredential> {
  if (!text.includes('<')) return;
  yield* elementTexts(text, isCredential, isPart);
  for (const match of text.matchAll(attribute)) {
    const [whole, name = '', double, single] = match;
    const value = double ?? single ?? '';
    const end = match.index + whole.length - 1;
    if (isCredential(localName(name))) yield { start: end - value.length, end, value };
  }
  for (const pattern of labelled) {
    for (const match of text.matchAll(pattern)) {
      const [whole, name = '', value = ''] = match;
      const end = match.index + whole.length;
      if (isCredential(localName(name)) && value.trim() !== '')
        yield { start: end - value.length, end, value: value.trim() };
    }
  }
  yield* valueAttributes(text, isCredential);
}

/** Finds the values of attributes `value` that another attribute of the tag names: `<input name="password" value="…">`. */
function* valueAttributes(text: string, isCredential: (name: string) => boolean): Generator<FoundCredential> {
  for (const { 0: whole, 1: double, 2: single, index } of text.matchAll(valueAttribute)) {
    const value = double ?? single ?? '';
    const end = index + whole.length;
    const before =
      text
        .slice(Math.max(0, index - longestGap), index)
        .split(/[<>]/)
        .at(-1) ?? '';
    const after = text.slice(end, end + longestGap).split(/[<>]/, 1)[0] ?? '';
    const names = [...before.matchAll(nameAttribute), ...after.matchAll(nameAttribute)];
    if (names.some(([, name = '']) => isCredential(localName(name)))) yield { start: end - value.length, end, value };
  }
}

/** Finds the texts of elements. */
function* elementTexts(
  text: string,
  isCredential: (name: string) => boolean,
  isPart: boolean,
): Generator<FoundCredential> {
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(startTag)) {
    if (index < from || isCodeElement(name) || !isCredential(localName(name))) continue;
    for (const { start, end, isClosed } of contents(text, index + tag.length)) {
      const value = text.slice(start, end).trim();
      from = end;
      if ((isClosed ?? isPart) && value !== '') yield { start, end, value };
    }
  }
}

/**
 * Returns the texts, CDATA sections and comments of an element.
 * @returns `isClosed` is undefined for the end of `text`. It is false for a comment, and for a text before another start
 * tag. Then the start tag before it is only a placeholder: `The type <token> is not allowed <here>`.
 */
function* contents(text: string, from: number): Generator<Span & { isClosed: boolean | undefined }> {
  for (let at = from; at < text.length;) {
    const section = sections.find(({ opening }) => text.startsWith(opening, at));
    const start = at + (section?.opening.length ?? 0);
    const closing = text.indexOf(section?.closing ?? '<', start);
    const end = closing < 0 ? text.length : closing;
    if (section === comment) yield { start, end, isClosed: false };
    else if (closing < 0) yield { start, end, isClosed: undefined };
    else yield { start, end, isClosed: section !== undefined || /^<[/!]/.test(text.slice(end, end + 2)) };
    if (section === undefined && !sections.some(({ opening }) => text.startsWith(opening, end))) return;
    at = end + (section?.closing.length ?? 0);
  }
}

/** Whether an element is a `<code>`. It contains an example in HTML, and a status in XML. */
function isCodeElement(name: string): boolean {
  return /^code$/i.test(name);
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

const formPart =
  /form-data;[^\r\n]{0,200}?\bname="([^"\r\n]{1,80})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,10}\r?\n\r?\n([^]*?)(?=\r?\n--|$)/g;

function* formParts(text: string): Generator<FoundCredential> {
  for (const match of text.matchAll(formPart)) {
    const [whole, name = '', value = ''] = match;
    const end = match.index + whole.length;
    if (value !== '' && isCredentialField(name)) yield { start: end - value.length, end, value };
  }
}
