import type { Token } from './syntax';

/** Counts the characters that were looked at, for tests of linearity. */
export interface Meter {
  steps: number;
}

/** A line without its line break. */
export interface Line extends Token {
  /** Where the next line begins. */
  next: number;
}

/** The lines of a part of a text that begins with a line and ends with one; `\n`, `\r\n` and a lone `\r` end one. */
export function linesOf(text: string, from = text.startsWith('\ufeff') ? 1 : 0, to = text.length): Line[] {
  const lines: Line[] = [];
  let start = from;
  const breaks = /\r\n|\n|\r/g;
  breaks.lastIndex = start;
  for (let match = breaks.exec(text); match !== null && match.index < to; match = breaks.exec(text)) {
    lines.push({ start, end: match.index, text: text.slice(start, match.index), next: breaks.lastIndex });
    start = breaks.lastIndex;
  }
  // After the last line break of a text there is one more line.
  if (start < to || to === text.length) lines.push({ start, end: to, text: text.slice(start, to), next: to });
  return lines;
}

/** Tells in which line a character stands, from 0. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  const breaks = /\r\n|\n|\r/g;
  while (breaks.exec(text) !== null) starts.push(breaks.lastIndex);
  return offset => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
}

/** The part of a token between two of its characters, without white space around it. */
export function part(token: Token, from: number, to = token.text.length): Token {
  const piece = token.text.slice(from, to);
  const start = token.start + from + (piece.length - piece.trimStart().length);
  const text = piece.trim();
  return text === ''
    ? { start: token.start + to, end: token.start + to, text }
    : { start, end: start + text.length, text };
}

export function isBlank(line: Token): boolean {
  return !/\S/.test(line.text);
}
