/** A statement of a script: its range, and its text without the comments before it. */
export interface Statement {
  start: number;
  end: number;
  text: string;
}

/**
 * Splits JavaScript into top-level statements, as far as possible without a parser: a statement ends with `;`, or with a
 * line after which no bracket is open. Comments between statements are left out.
 */
export function statementsOf(source: string): Statement[] {
  const statements: Statement[] = [];
  let start = -1;
  let depth = 0;
  const add = (end: number) => {
    if (start >= 0) statements.push({ start, end, text: source.slice(start, end).trim() });
    start = -1;
  };
  for (let at = 0; at < source.length;) {
    const next = endOfToken(source, at);
    const character = source.charAt(at);
    const isComment = source.startsWith('//', at) || source.startsWith('/*', at);
    if (!isComment && start < 0 && /[^\s;]/.test(character)) start = at;
    if (next === at + 1) {
      if ('([{'.includes(character)) depth++;
      if (')]}'.includes(character)) depth--;
      const isEnd =
        character === ';' || (character === '\n' && !/^\s*[.,?:&|+)\]}=]/.test(source.slice(next, next + 200)));
      if (depth <= 0 && isEnd) add(at);
    }
    at = next;
  }
  add(source.length);
  return statements;
}

/**
 * Returns the offset after the string, comment or regular expression that begins at `at`, otherwise after one
 * character.
 */
function endOfToken(source: string, at: number): number {
  const character = source.charAt(at);
  if (source.startsWith('//', at)) return endOf(source, '\n', at);
  if (source.startsWith('/*', at)) return endOf(source, '*/', at + 2) + 2;
  const isPattern = character === '/' && /(?:^|[(,=!&|:;{}\n])\s*$/.test(source.slice(Math.max(0, at - 50), at));
  if (!isPattern && !['"', "'", '`'].includes(character)) return at + 1;
  let end = at + 1;
  while (end < source.length && source.charAt(end) !== character) end += source.charAt(end) === '\\' ? 2 : 1;
  return Math.min(end + 1, source.length);
}

function endOf(source: string, sign: string, from: number): number {
  const end = source.indexOf(sign, from);
  return end < 0 ? source.length : end;
}

/** Splits an expression at an operator or comma, but not inside strings and brackets. */
export function splitBy(source: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < source.length;) {
    const next = endOfToken(source, at);
    const character = source.charAt(at);
    if (next === at + 1 && '([{'.includes(character)) depth++;
    if (next === at + 1 && ')]}'.includes(character)) depth--;
    if (depth === 0 && source.startsWith(sign, at) && next === at + 1) {
      parts.push(source.slice(from, at).trim());
      from = at + sign.length;
      at = from;
    } else at = next;
  }
  return [...parts, source.slice(from).trim()];
}
