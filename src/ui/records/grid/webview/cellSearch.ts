import { isCut } from '../../../../records/table/cutText';
import { readCell, shownText } from './shownText';
import type { PlacedColumn } from './layout';
import type { VisibleRows } from './visibleRows';

/** A matching cell, by the indexes of its visible row and column. */
export interface Match {
  row: number;
  column: number;
}

interface SearchState {
  rows: VisibleRows;
  columns: readonly PlacedColumn[];
  language: string;
  /** Same as in `PageState`. */
  names: ReadonlyMap<string, string | null>;
}

/** Searches the cells for a text, ignoring case. Works in short slices, so that the page stays responsive. */
export class CellSearch {
  readonly matches: Match[] = [];
  readonly text: string;
  /** True if some values are cut on the screen. Only the extension can search their full text. */
  hasCut = false;
  readonly #of: SearchState;
  readonly #needle: string;
  #row = 0;

  constructor(of: SearchState, text: string) {
    this.#of = of;
    this.text = text;
    this.#needle = text.toLowerCase();
  }

  /** Searches the next rows for the given time. @returns true if all rows have been searched */
  run(milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    while (this.#row < this.#of.rows.length) {
      this.#searchRow(this.#row);
      this.#row += 1;
      if (performance.now() > end) return this.#row >= this.#of.rows.length;
    }
    return true;
  }

  /** Adds the matches that the extension found in cut cells. */
  add(matches: readonly Match[]): void {
    const known = new Set(this.matches.map(({ row, column }) => `${row} ${column}`));
    this.matches.push(...matches.filter(({ row, column }) => !known.has(`${row} ${column}`)));
    this.matches.sort((one, other) => one.row - other.row || one.column - other.column);
  }

  #searchRow(row: number): void {
    const cells = this.#of.rows.cellsAt(row) ?? [];
    this.#of.columns.forEach(({ index, column: { target } }, column) => {
      const cell = cells[index] ?? '';
      const { kind, text } = readCell(cell);
      if (kind === 'n' || kind === 'm') return;
      this.hasCut ||= isCut(cell);
      const name = kind === 'p' && target !== undefined ? this.#of.names.get(`${target} ${text}`) : undefined;
      const texts = [text, kind === 't' ? shownText(cell, this.#of.language) : undefined, name];
      if (texts.some(each => each?.toLowerCase().includes(this.#needle) === true)) this.matches.push({ row, column });
    });
  }
}

/** Returns the index of the first match at or after a position, or 0 if all are before it; -1 without matches. */
export function nearestMatch(matches: readonly Match[], { row, column }: Match): number {
  const at = matches.findIndex(match => match.row > row || (match.row === row && match.column >= column));
  return at >= 0 ? at : Math.min(0, matches.length - 1);
}
