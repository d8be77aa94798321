import { createSlices } from '../../../requests/document/slices';

export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** First and last line, counted from 0. */
type LineRange = [start: number, end: number];

/**
 * Returns the folding ranges of a response: the head, its details, and every multi-line bracket of the indented body.
 * @param isCancelled checked regularly; if true, the result is empty
 */
export async function foldingOf(document: Lines, isCancelled: () => boolean): Promise<LineRange[]> {
  const ranges: LineRange[] = [];
  const open: number[] = [];
  let isBody = false;
  let details: number | undefined;
  const pause = createSlices();
  for (let line = 0; line < document.lineCount; line++) {
    if (line % 200 === 0) {
      await pause();
      if (isCancelled()) return [];
    }
    const { text } = document.lineAt(line);
    if (!isBody) {
      // Details are the indented lines below a line of the head.
      if (text.startsWith('#   ')) details ??= line - 1;
      else if (details !== undefined) {
        ranges.push([details, line - 1]);
        details = undefined;
      }
      if (text !== '') continue;
      isBody = true;
      if (line > 2) ranges.push([0, line - 1]);
      continue;
    }
    const trimmed = text.trimEnd();
    // In indented JSON, an opening bracket ends its line and a closing one begins it.
    if (/^\s*[\]}]/.test(trimmed)) {
      const start = open.pop();
      if (start !== undefined && line - 1 > start) ranges.push([start, line - 1]);
    }
    if (/[[{]$/.test(trimmed)) open.push(line);
  }
  return ranges;
}
