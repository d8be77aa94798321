import { jsonProblem, jsonTokens, type JsonToken } from './tokens';

/**
 * Indents JSON by two spaces per level. Numbers, references and short lists on one line stay as written. Returns
 * `undefined` if the text is not JSON.
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

/** Returns the index of the token after a list that is on one short line and contains no lists or objects. */
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
