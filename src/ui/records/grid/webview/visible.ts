/** Pixels; as in grid.css. */
export const rowHeight = 26;
// Rows and columns that are drawn beyond the edges.
const [moreRows, moreColumns] = [4, 1];

/** What a table shows. Sizes are pixels. */
export interface TableSizes {
  rows: number;
  /** Of the columns that scroll. */
  widths: readonly number[];
  /** Of the columns that stay. */
  pinned: number;
}

/** The part of a table that a scroller shows. */
export interface ScrolledPart {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Indexes of the rows in view; the line of names covers the first one. */
export function rowsIn({ top, height }: ScrolledPart, { rows }: TableSizes): number[] {
  const first = Math.max(0, Math.floor(top / rowHeight) - moreRows);
  const last = Math.min(rows, Math.ceil((top + height) / rowHeight) + moreRows);
  return indexes(first, last);
}

/** Indexes of the scrolled columns in view. */
export function columnsIn({ left, width }: ScrolledPart, { widths, pinned }: TableSizes): number[] {
  const end = left + Math.max(0, width - pinned);
  let [at, from] = [0, 0];
  while (from < widths.length && at + (widths[from] ?? 0) <= left) at += widths[from++] ?? 0;
  let to = from;
  while (to < widths.length && at < end) at += widths[to++] ?? 0;
  return indexes(Math.max(0, from - moreColumns), Math.min(widths.length, to + moreColumns));
}

/** Where to scroll so that a part of a line is in view; as it is where it is in view already. */
export function scrolledTo(position: number, length: number, start: number, end: number): number {
  if (start < position) return start;
  return end > position + length ? end - length : position;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
