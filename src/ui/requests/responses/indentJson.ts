import { jsonValue } from '../../../json/jsonValue';

/**
 * Indents JSON by two spaces and keeps every value as written: parsing would change long numbers and lose repeated
 * names. Scans the text once without creating an object per token, because a response may have megabytes. Returns
 * `undefined` for invalid JSON.
 */
export function indentJson(text: string): string | undefined {
  const parts: string[] = [];
  return indentJsonTo(text, part => void parts.push(part)) ? parts.join('') : undefined;
}

/**
 * Like `indentJson`, but passes the text to `write` in parts. Returns `false`, and writes nothing, for invalid JSON.
 */
export function indentJsonTo(text: string, write: (part: string) => void): boolean {
  if (jsonValue(text) === undefined) return false;
  let indented = '';
  let depth = 0;
  let from = 0;
  const flush = (end: number) => {
    indented += text.slice(from, end);
    from = end + 1;
    if (indented.length < longestPart) return;
    write(indented);
    indented = '';
  };
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case space:
      case tab:
      case lineFeed:
      case carriageReturn:
        flush(index);
        break;
      case comma:
        flush(index);
        indented += `,${lineBreak(depth)}`;
        break;
      case colon:
        flush(index);
        indented += ': ';
        break;
      case openBrace:
      case openBracket: {
        flush(index);
        const next = firstAfter(text, index + 1);
        const isEmpty = text.charCodeAt(next) === text.charCodeAt(index) + 2;
        indented += isEmpty ? `${text.charAt(index)}${text.charAt(next)}` : text.charAt(index) + lineBreak(++depth);
        if (isEmpty) {
          index = next;
          from = next + 1;
        }
        break;
      }
      case closeBrace:
      case closeBracket:
        flush(index);
        indented += lineBreak(--depth) + text.charAt(index);
        break;
    }
  }
  flush(text.length);
  write(indented);
  return true;
}

/** A part is written when it has at least this many characters. */
const longestPart = 64_000;

const [tab, lineFeed, carriageReturn, space, quote, comma, colon] = [9, 10, 13, 32, 34, 44, 58];
// The character code of a closing bracket or brace is 2 more than that of the opening one.
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];
const backslash = 92;
/** The maximum indentation level, so that deep nesting does not produce megabytes of spaces. */
const deepest = 40;
const breaks = Array.from({ length: deepest + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

function lineBreak(depth: number): string {
  return breaks[Math.min(depth, deepest)] ?? '\n';
}

/** Returns the index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
}

function firstAfter(text: string, start: number): number {
  let index = start;
  while ([space, tab, lineFeed, carriageReturn].includes(text.charCodeAt(index))) index++;
  return index;
}
