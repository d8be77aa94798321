import type { Token } from './syntax';

/** Counts the scanned characters, for tests of linear time. */
export interface Meter {
  steps: number;
}

/** A line without its line break. */
export interface DocumentLine extends Token {
  /** The offset of the next line. */
  next: number;
}

/** Splits a text into lines, which end with `\n`, `\r\n` or a lone `\r`. `from` and `to` must be line boundaries. */
export function linesOf(text: string, from = text.startsWith('\ufeff') ? 1 : 0, to = text.length): DocumentLine[] {
  const lines: DocumentLine[] = [];
  let start = from;
  const breaks = /\r\n|\n|\r/g;
  breaks.lastIndex = start;
  for (let match = breaks.exec(text); match !== null && match.index < to; match = breaks.exec(text)) {
    lines.push({ start, end: match.index, text: text.slice(start, match.index), next: breaks.lastIndex });
    start = breaks.lastIndex;
  }
  // A line break at the end of the text starts one more line.
  if (start < to || to === text.length) lines.push({ start, end: to, text: text.slice(start, to), next: to });
  return lines;
}

/** Returns a function that gives the line of an offset, counted from 0. */
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

/** Returns a trimmed part of a token; `from` and `to` are offsets in its text. */
export function trimmedPart(token: Token, from: number, to = token.text.length): Token {
  const piece = token.text.slice(from, to);
  const start = token.start + from + (piece.length - piece.trimStart().length);
  const text = piece.trim();
  return text === ''
    ? { start: token.start + to, end: token.start + to, text }
    : { start, end: start + text.length, text };
}

export function nonEmpty(token: Token | undefined): Token | undefined {
  return token === undefined || token.text === '' ? undefined : token;
}

export function isBlank(line: Token): boolean {
  return !/\S/.test(line.text);
}
