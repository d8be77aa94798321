/**
 * The token kinds of jsonc-parser's scanner as numbers, because its `const enum` cannot be imported when each file is
 * compiled on its own.
 */
export const scanned = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  endOfFile: 17,
} as const;
