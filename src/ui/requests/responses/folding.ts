import { createSlices } from '../../../requests/document/slices';

export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** First and last line, counted from 0. */
type LineRange = [start: number, end: number];

/**
 * The ranges of a response that can be folded: the head, its details, and every bracket of the indented body that spans lines.
 * @param isCancelled asked now and then; nothing is found any more when it says so
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
      // Details of a line of the head are indented below it.
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
    // In indented JSON, a bracket that opens ends its line and one that closes begins it.
    if (/^\s*[\]}]/.test(trimmed)) {
      const start = open.pop();
      if (start !== undefined && line - 1 > start) ranges.push([start, line - 1]);
    }
    if (/[[{]$/.test(trimmed)) open.push(line);
  }
  return ranges;
}
