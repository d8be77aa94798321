import type { Meter } from './lines';
import type { Reference, Token } from './syntax';

/** Finds each `{{…}}` of a text in one pass. A further `{{` replaces an unclosed one, and a line break cancels it. */
export function referencesIn(token: Token, inside: Reference['inside'], meter?: Meter): Reference[] {
  const { text } = token;
  const references: Reference[] = [];
  let open = -1;
  for (let index = text.indexOf('{{'); index >= 0 && index < text.length; index++) {
    if (meter) meter.steps++;
    const pair = text.charAt(index) === text.charAt(index + 1) ? text.charAt(index) : '';
    if (pair === '{') {
      // The last two braces of `{{{` count: the first is a brace of JSON.
      open = index;
    } else if (text.charAt(index) === '\n') {
      open = -1;
    } else if (pair === '}' && open >= 0) {
      references.push(referenceAt(token, open, index + 2, inside));
      open = -1;
      index++;
    }
    if (open < 0) {
      const next = text.indexOf('{{', index + 1);
      if (next < 0) break;
      index = next - 1;
    }
  }
  return references;
}

/** Finds references that are not closed on their line. Ignores `{{` without a name, because it may be text. */
export function unclosedReferences(token: Token): Token[] {
  const { text } = token;
  if (!text.includes('{{')) return [];
  const unclosed: Token[] = [];
  let closed: Set<number> | undefined;
  for (const match of text.matchAll(/\{\{(?!\{)[ \t]*[$\p{L}_][^{}\r\n]*/gu)) {
    const end = match.index + match[0].length;
    if (text.startsWith('}}', end)) continue;
    closed ??= new Set(referencesIn(token, 'body').map(({ start }) => start));
    const start = token.start + match.index;
    if (closed.has(start)) continue;
    const [written] = /^\{\{[ \t]*[$\p{L}\p{M}\p{N}_.-]*/u.exec(match[0]) ?? [''];
    unclosed.push({ start, end: start + written.length, text: written });
  }
  return unclosed;
}

function referenceAt(token: Token, from: number, to: number, inside: Reference['inside']): Reference {
  const raw = token.text.slice(from + 2, to - 2);
  const text = raw.trim();
  const start = token.start + from + 2 + (raw.length - raw.trimStart().length);
  return {
    start: token.start + from,
    end: token.start + to,
    expression: { start, end: start + text.length, text },
    inside,
  };
}
