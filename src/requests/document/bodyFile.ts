import { trimmedPart } from './lines';
import type { BodyFile, Token } from './syntax';

/** Parses a line that names the file of a body. Returns `undefined` for any other line. */
export function parseBodyFile(line: Token): BodyFile | undefined {
  const mark = /^\s*<(@([\w-]*))?\s+(?=\S)/.exec(line.text);
  if (mark === null) return undefined;
  return {
    path: trimmedPart(line, mark[0].length),
    substitute: mark[1] !== undefined,
    encoding: mark[2] === '' ? undefined : mark[2],
  };
}

export function printBodyFile({ path, substitute, encoding = '' }: BodyFile): string {
  return `<${substitute ? `@${encoding}` : ''} ${path.text}`;
}
