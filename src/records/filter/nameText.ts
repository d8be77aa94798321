import { reservedWords } from './operators';

/** A column's name as written in a filter: in backticks unless it is one plain word. */
export function nameText(name: string): string {
  const isWord = /^[\p{L}_$][\p{L}\p{N}_.$-]*$/u.test(name) && !reservedWords.has(name.toLowerCase());
  return isWord ? name : `\`${name.replaceAll('`', '``')}\``;
}
