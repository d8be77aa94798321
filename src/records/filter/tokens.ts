import type { Range } from '../../json/json';

export interface FilterToken extends Range {
  /** `text` is quoted, `name` is in backticks, `json` in braces, `pattern` between slashes. */
  kind: 'word' | 'text' | 'name' | 'sign' | 'json' | 'pattern';
  /** The text without quotes and escapes; signs in their standard spelling. */
  text: string;
  /** The flags after a pattern. */
  flags?: string;
  /** `false` while the closing quote or brace is missing. */
  isClosed: boolean;
}

/** Every spelling of each sign. Chinese input methods type full-width signs, and curly quotes (see `closers`). */
const signs: readonly (readonly [written: string, sign: string])[] = [
  ...['==', '!=', '>=', '<=', '&&', '||'].map(sign => [sign, sign === '==' ? '=' : sign] as const),
  ...['(', ')', '[', ']', ',', '=', '>', '<', '!'].map(sign => [sign, sign] as const),
  ...(['<>', '≠', '！＝', '!＝', '！='] as const).map(written => [written, '!='] as const),
  ...(['≥', '＞＝', '>＝', '＞='] as const).map(written => [written, '>='] as const),
  ...(['≤', '＜＝', '<＝', '＜='] as const).map(written => [written, '<='] as const),
  ...(['（(', '）)', '［[', '］]', '，,', '＝=', '＞>', '＜<', '！!'] as const).map(
    pair => [pair.charAt(0), pair.charAt(1)] as const,
  ),
];
const bySpelling = new Map(signs);
const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const wordEnd = /[\s()[\],=<>!"'`{}≠≥≤“”‘’（）［］，＝＞＜！]|&&|\|\|/u;

/** Splits a filter into tokens. An unclosed quote or brace extends to the end of the text. */
export function filterTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number, before: FilterToken | undefined): FilterToken {
  const first = text.charAt(start);
  const closer = closers[first];
  if (closer !== undefined) return textToken(text, start, closer);
  if (first === '`') return nameToken(text, start);
  if (first === '{') return jsonToken(text, start);
  if (first === '/' && before?.kind === 'word' && before.text.toLowerCase() === 'matches') {
    return patternToken(text, start);
  }
  for (const length of [2, 1]) {
    const written = text.slice(start, start + length);
    const sign = bySpelling.get(written);
    if (sign !== undefined) return { kind: 'sign', start, end: start + written.length, text: sign, isClosed: true };
  }
  const length = text.slice(start + 1).search(wordEnd);
  const end = length < 0 ? text.length : start + 1 + length;
  return { kind: 'word', start, end, text: text.slice(start, end), isClosed: true };
}

function textToken(text: string, start: number, closer: string): FilterToken {
  let value = '';
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== closer) {
    if (text.charAt(at) !== '\\') {
      value += text.charAt(at);
      at += 1;
      continue;
    }
    const hex = /^u([0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6))?.[1];
    const next = text.charAt(at + 1);
    value += hex === undefined ? (escapes[next] ?? next) : String.fromCharCode(parseInt(hex, 16));
    at += hex === undefined ? 2 : 6;
  }
  return ended('text', text, start, at, value);
}

function nameToken(text: string, start: number): FilterToken {
  const [, name = ''] = /^((?:[^`]|``)*)/.exec(text.slice(start + 1)) ?? [];
  return ended('name', text, start, start + 1 + name.length, name.replaceAll('``', '`'));
}

/** A JSON object; its content is checked when it is read. */
function jsonToken(text: string, start: number): FilterToken {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted && letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === '{') depth += 1;
    else if (!isQuoted && letter === '}') depth -= 1;
    if (depth === 0) {
      return { kind: 'json', start, end: at + 1, text: text.slice(start, at + 1), isClosed: true };
    }
  }
  return { kind: 'json', start, end: text.length, text: text.slice(start), isClosed: false };
}

function patternToken(text: string, start: number): FilterToken {
  const [, source = ''] = /^((?:[^/\\]|\\[^])*)/.exec(text.slice(start + 1)) ?? [];
  const token = ended('pattern', text, start, start + 1 + source.length, source.replaceAll('\\/', '/'));
  const [flags = ''] = token.isClosed ? (/^[A-Za-z]*/.exec(text.slice(token.end)) ?? []) : [];
  return { ...token, end: token.end + flags.length, flags };
}

/** @param at the offset of the closing sign, or the end of the text */
function ended(kind: FilterToken['kind'], text: string, start: number, at: number, value: string): FilterToken {
  const isClosed = at < text.length;
  return { kind, start, end: isClosed ? at + 1 : text.length, text: value, isClosed };
}
