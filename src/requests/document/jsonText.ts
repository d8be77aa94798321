import type { Range } from './syntax';

/** `value` is a number, a word or a `{{reference}}`; `unknown` what JSON has no place for. */
export interface JsonToken extends Range {
  kind: 'string' | 'value' | 'punctuation' | 'unknown';
}

export interface JsonProblem extends Range {
  code: 'unexpectedToken' | 'unexpectedEnd' | 'badString';
}

const tokenPattern =
  /[ \t\r\n]+|(?<string>"(?:\{\{[^{}\r\n]*\}\}|[^"\\\r\n]|\\.)*"?)|(?<value>\{\{[^{}\r\n]*\}\}|-?\d[\w.+-]*|[A-Za-z_$][\w$]*)|(?<punctuation>[{}[\],:])|(?<unknown>[^])/y;

/** The tokens of JSON that may hold `{{references}}`; any text has some. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  const pattern = new RegExp(tokenPattern);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { string, value, punctuation } = match.groups ?? {};
    const range = { start: match.index, end: pattern.lastIndex };
    if (string !== undefined) tokens.push({ kind: 'string', ...range });
    else if (value !== undefined) tokens.push({ kind: 'value', ...range });
    else if (punctuation !== undefined) tokens.push({ kind: 'punctuation', ...range });
    else if (match.groups?.['unknown'] !== undefined) tokens.push({ kind: 'unknown', ...range });
  }
  return tokens;
}

/**
 * The first place where the text is no JSON, `{{references}}` standing for any value. No recursion: a body may nest as
 * deep as it is long.
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
    if (token.kind === 'string' || token.kind === 'value') {
      if (!isValid(token, written))
        return { ...wrong, code: token.kind === 'string' ? 'badString' : 'unexpectedToken' };
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

function isValid(token: JsonToken, written: string): boolean {
  if (written.startsWith('{{')) return true;
  // Quotes, backslashes and control characters inside a reference are the reference's own business.
  const plain = token.kind === 'string' ? written.replace(/\{\{[^{}]*\}\}/g, '') : written;
  try {
    JSON.parse(plain);
    return true;
  } catch {
    return false;
  }
}

/**
 * The same JSON with two spaces for each level. Numbers and references stay as they are written, and so does a short
 * list of them on one line.
 */
export function indentJson(text: string): string | undefined {
  if (jsonProblem(text) !== undefined) return undefined;
  const tokens = jsonTokens(text);
  const pieces: string[] = [];
  let depth = 0;
  let before = '';
  for (let index = 0; index < tokens.length; index++) {
    const { start, end } = tokens[index] as JsonToken;
    const written = text.slice(start, end);
    const closing = written === '}' || written === ']';
    const opened = before === '{' || before === '[';
    if (closing) depth--;
    if (closing ? !opened : opened || before === ',') pieces.push('\n', '  '.repeat(Math.min(depth, 40)));
    else if (before === ':') pieces.push(' ');
    const after = written === '[' ? endOfShortList(tokens, index, text) : undefined;
    pieces.push(after === undefined ? written : shortList(tokens.slice(index, after), text));
    if (after !== undefined) index = after - 1;
    else if (written === '{' || written === '[') depth++;
    before = after === undefined ? written : ']';
  }
  return pieces.join('');
}

const longestList = 80;

/** The token after a list that stands on one short line and has no lists or objects in it. */
function endOfShortList(tokens: readonly JsonToken[], from: number, text: string): number | undefined {
  const start = (tokens[from] as JsonToken).start;
  for (let index = from + 1; index < tokens.length; index++) {
    const { end, kind } = tokens[index] as JsonToken;
    if (end - start > longestList) return undefined;
    const written = kind === 'punctuation' ? text.charAt(end - 1) : '';
    if (written === ']') return /[\r\n]/.test(text.slice(start, end)) ? undefined : index + 1;
    if (written !== '' && written !== ',') return undefined;
  }
  return undefined;
}

function shortList(tokens: readonly JsonToken[], text: string): string {
  return tokens.map(({ start, end }) => text.slice(start, end).replace(/^,$/, ', ')).join('');
}
