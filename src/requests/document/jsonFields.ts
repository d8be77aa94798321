import { jsonTokens } from './jsonText';
import type { Token } from './syntax';

/** The names of the outermost object of a JSON text, in the document; empty for a list or anything else. */
export function jsonFieldNames(body: Token): Token[] {
  const tokens = jsonTokens(body.text);
  const first = tokens[0];
  if (first === undefined || body.text.charAt(first.start) !== '{' || first.kind !== 'punctuation') return [];
  const names: Token[] = [];
  let depth = 0;
  for (const [index, { kind, start, end }] of tokens.entries()) {
    const written = body.text.slice(start, end);
    if (kind === 'punctuation' && (written === '{' || written === '[')) depth++;
    else if (kind === 'punctuation' && (written === '}' || written === ']')) depth--;
    const next = tokens[index + 1];
    const isName = kind === 'string' && next !== undefined && body.text.charAt(next.start) === ':';
    if (depth === 1 && isName)
      names.push({ start: body.start + start, end: body.start + end, text: unquoted(written) });
  }
  return names;
}

function unquoted(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replace(/^"|"$/g, '');
  }
}
