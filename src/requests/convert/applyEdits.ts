import type { Token } from '../document/syntax';

/** Replaces ranges of a text. Of edits that overlap, the first one in the text counts. */
export function applyEdits(text: string, edits: readonly Token[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    if (edit.start < from) continue;
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return pieces.join('') + text.slice(from);
}

/** Returns the offset after the line break that ends a line. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}
