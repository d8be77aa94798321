import { createScanner } from 'jsonc-parser';
import type { Range } from './json';
import { scanned } from './scanner';

/** A part of a document that holds JSON. */
interface JsonPiece extends Range {
  text: string;
}

/** A token of JSON. `value` is a number, a word or a `{{reference}}`; `invalid` is not JSON. */
export interface JsonToken extends Range {
  kind: 'string' | 'value' | 'punctuation' | 'invalid';
}

interface JsonProblem extends Range {
  code: 'unexpectedToken' | 'unexpectedEnd' | 'badString';
}

const space: readonly number[] = [scanned.lineBreak, scanned.space];
const { openBrace, closeBrace, openBracket, closeBracket, comma, colon, endOfFile } = scanned;
const punctuation = [openBrace, closeBrace, openBracket, closeBracket, comma, colon];
const values = [scanned.null, scanned.true, scanned.false, scanned.number];
/** The kinds by number in the scanner. Other kinds, such as comments and unknown words, are invalid. */
const kinds: Readonly<Record<number, JsonToken['kind']>> = {
  ...Object.fromEntries(punctuation.map(kind => [kind, 'punctuation'])),
  ...Object.fromEntries(values.map(kind => [kind, 'value'])),
  [scanned.string]: 'string',
};

/** Splits JSON that may contain `{{references}}` into tokens. Other text gives `invalid` tokens. */
export function jsonTokens(text: string): JsonToken[] {
  const scanner = createScanner(withoutReferences(text), false);
  const tokens: JsonToken[] = [];
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (space.includes(kind)) continue;
    const start = scanner.getTokenOffset();
    const error: number = scanner.getTokenError();
    const isReference = text.startsWith('{{', start) && kinds[kind] === 'string';
    tokens.push({
      kind: isReference ? 'value' : (error === 0 && kinds[kind]) || 'invalid',
      start,
      end: start + scanner.getTokenLength(),
    });
  }
  return tokens;
}

/** Replaces each `{{reference}}` with a placeholder of the same length, so that positions stay right. */
function withoutReferences(text: string): string {
  if (!text.includes('{{')) return text;
  return text.replace(/"(?:\{\{[^{}\r\n]*\}\}|[^"\\\r\n]|\\.)*"?|\{\{[^{}\r\n]*\}\}/g, found =>
    found.startsWith('"')
      ? found.replace(/\{\{[^{}]*\}\}/g, reference => '_'.repeat(reference.length))
      : `"${'_'.repeat(found.length - 2)}"`,
  );
}

/**
 * Returns the first position where the text is not JSON; each `{{reference}}` counts as a value. Not recursive, because
 * a body may nest as deep as it is long.
 */
export function jsonProblem(text: string): JsonProblem | undefined {
  const nesting: string[] = [];
  let expected: 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'next' | 'end' = 'value';
  for (const token of jsonTokens(text)) {
    const { start, end } = token;
    const written = text.slice(start, end);
    const wrong: JsonProblem = { start, end, code: 'unexpectedToken' };
    const isName = expected === 'name' || expected === 'firstName';
    const isValue = expected === 'value' || expected === 'firstValue';
    if (token.kind === 'invalid') return { ...wrong, code: written.startsWith('"') ? 'badString' : 'unexpectedToken' };
    if (token.kind === 'string' || token.kind === 'value') {
      if (isName && token.kind === 'string') expected = 'colon';
      else if (isValue) expected = nesting.length === 0 ? 'end' : 'next';
      else return wrong;
    } else if ((written === '{' || written === '[') && isValue) {
      nesting.push(written);
      expected = written === '{' ? 'firstName' : 'firstValue';
    } else if (closes(written, nesting.at(-1)) && ['next', 'firstName', 'firstValue'].includes(expected)) {
      nesting.pop();
      expected = nesting.length === 0 ? 'end' : 'next';
    } else if (written === ':' && expected === 'colon') expected = 'value';
    else if (written === ',' && expected === 'next') expected = nesting.at(-1) === '{' ? 'name' : 'value';
    else return wrong;
  }
  return expected === 'end' ? undefined : { start: text.length, end: text.length, code: 'unexpectedEnd' };
}

function closes(written: string, opened: string | undefined): boolean {
  return (written === '}' && opened === '{') || (written === ']' && opened === '[');
}

/** Returns the names of the top-level object in a JSON text; empty for a list or any other value. */
export function jsonFieldNames(body: JsonPiece): JsonPiece[] {
  const tokens = jsonTokens(body.text);
  if (!beginsWithObject(tokens, body.text)) return [];
  const names: JsonPiece[] = [];
  let depth = 0;
  for (const [index, { kind, start, end }] of tokens.entries()) {
    const written = body.text.slice(start, end);
    depth += depthChange(kind, written);
    const isName = written.startsWith('"') && body.text.charAt(tokens[index + 1]?.start ?? body.text.length) === ':';
    if (depth === 1 && isName)
      names.push({ start: body.start + start, end: body.start + end, text: unquoted(written) });
  }
  return names;
}

/** Whether a name of the top-level object can be at an offset of the document, or is being typed there. */
export function isJsonFieldName(body: JsonPiece, offset: number): boolean {
  const at = offset - body.start;
  const tokens = jsonTokens(body.text);
  // A body without an opening brace may become an object.
  if (!beginsWithObject(tokens, body.text)) return tokens[0]?.kind !== 'punctuation';
  const before = tokens.filter(({ start }) => start < at);
  const last = before.at(-1);
  if (last !== undefined && last.kind !== 'punctuation' && last.end >= at) before.pop();
  const depth = before.reduce((sum, { kind, start, end }) => sum + depthChange(kind, body.text.slice(start, end)), 0);
  return depth === 1 && '{,'.includes(body.text.charAt(before.at(-1)?.start ?? 0));
}

function beginsWithObject([first]: readonly JsonToken[], text: string): boolean {
  return first?.kind === 'punctuation' && text.charAt(first.start) === '{';
}

function depthChange(kind: JsonToken['kind'], written: string): number {
  if (kind !== 'punctuation') return 0;
  return written === '{' || written === '[' ? 1 : written === '}' || written === ']' ? -1 : 0;
}

function unquoted(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replace(/^"|"$/g, '');
  }
}
