import type { ShownCell } from '../../../../records/document/cells';

/** Information about a cell besides its value. */
export interface CellNotes {
  mark?: 'changed' | 'refused' | undefined;
  problem?: string | undefined;
  /** The name of the record that a pointer leads to; `null` if it does not exist. */
  pointed?: string | null | undefined;
}

/** Returns a text that differs whenever `showCell` draws something else in the same column. */
export function drawingOf(cell: ShownCell, { mark, problem, pointed }: CellNotes): string {
  // `join` writes `null` and `undefined` alike.
  return [cell, problem, mark, pointed === null, pointed].join('\n');
}
