/** The height of a row in pixels; must equal the height in grid.css. */
export const rowHeight = 26;
// The number of additional rows and columns that are drawn beyond each edge of the view.
const moreRows = 4;
const moreColumns = 1;

/** The number of rows and the column widths of a table, in pixels. */
export interface TableSizes {
  rows: number;
  /** The widths of the columns that scroll. */
  widths: readonly number[];
  /** The total width of the row numbers and the pinned columns, which do not scroll. */
  pinned: number;
}

/** The part of a table that is in view, in pixels. */
export interface ScrolledPart {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Returns the indexes of the rows to draw: those in view and a few beyond the edges. */
export function rowsIn({ top, height }: ScrolledPart, { rows }: TableSizes): number[] {
  const first = Math.max(0, Math.floor(top / rowHeight) - moreRows);
  const last = Math.min(rows, Math.ceil((top + height) / rowHeight) + moreRows);
  return indexes(first, last);
}

/** Returns the indexes into `widths` of the columns to draw: those in view and one beyond each edge. */
export function columnsIn({ left, width }: ScrolledPart, { widths, pinned }: TableSizes): number[] {
  const end = left + Math.max(0, width - pinned);
  let [at, from] = [0, 0];
  while (from < widths.length && at + (widths[from] ?? 0) <= left) at += widths[from++] ?? 0;
  let to = from;
  while (to < widths.length && at < end) at += widths[to++] ?? 0;
  return indexes(Math.max(0, from - moreColumns), Math.min(widths.length, to + moreColumns));
}

/** Returns the scroll position that brings an interval into view; the given position if it already is in view. */
export function scrolledTo(position: number, length: number, start: number, end: number): number {
  if (start < position) return start;
  return end > position + length ? end - length : position;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
