/** In pixels, same as in grid.css. */
export const rowHeight = 26;
// The number of rows and columns drawn beyond the edges.
const [moreRows, moreColumns] = [4, 1];

/** The sizes of a table, in pixels. */
export interface TableSizes {
  rows: number;
  /** The widths of scrolled columns. */
  widths: readonly number[];
  /** The width of pinned columns. */
  pinned: number;
}

/** The visible part of a table. */
export interface ScrolledPart {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Returns the indexes of visible rows. The header covers the first one. */
export function rowsIn({ top, height }: ScrolledPart, { rows }: TableSizes): number[] {
  const first = Math.max(0, Math.floor(top / rowHeight) - moreRows);
  const last = Math.min(rows, Math.ceil((top + height) / rowHeight) + moreRows);
  return indexes(first, last);
}

/** Returns the indexes of visible scrolled columns. */
export function columnsIn({ left, width }: ScrolledPart, { widths, pinned }: TableSizes): number[] {
  const end = left + Math.max(0, width - pinned);
  let [at, from] = [0, 0];
  while (from < widths.length && at + (widths[from] ?? 0) <= left) at += widths[from++] ?? 0;
  let to = from;
  while (to < widths.length && at < end) at += widths[to++] ?? 0;
  return indexes(Math.max(0, from - moreColumns), Math.min(widths.length, to + moreColumns));
}

/** Returns the scroll position that makes an interval visible; unchanged if it already is. */
export function scrolledTo(position: number, length: number, start: number, end: number): number {
  if (start < position) return start;
  return end > position + length ? end - length : position;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
