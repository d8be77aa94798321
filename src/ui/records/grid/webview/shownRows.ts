import type { ShownCell } from '../../../../records/cells/cells';
import type { DeletedRow } from '../protocol';

/**
 * The rows on the screen: those of the text, and deleted records at the place where they were. The page counts all of them;
 * messages to the extension only know the rows of the text.
 */
export class VisibleRows {
  readonly #cells: (readonly ShownCell[])[];
  readonly #deleted: readonly DeletedRow[];

  /** @param deleted in the order of their places */
  constructor(cells: (readonly ShownCell[])[], deleted: readonly DeletedRow[] = []) {
    this.#cells = cells;
    this.#deleted = deleted;
  }

  /** The rows of the text. */
  get ofText(): readonly (readonly ShownCell[])[] {
    return this.#cells;
  }

  get length(): number {
    return this.#cells.length + this.#deleted.length;
  }

  /** Replaces what a row of the text holds. */
  set(textRow: number, cells: readonly ShownCell[]): void {
    this.#cells[textRow] = cells;
  }

  withDeleted(deleted: readonly DeletedRow[]): VisibleRows {
    return new VisibleRows(this.#cells, deleted);
  }

  cellsAt(row: number): readonly ShownCell[] | undefined {
    return this.deletedAt(row)?.cells ?? this.#cells[row - this.#deletedBefore(row)];
  }

  deletedAt(row: number): DeletedRow | undefined {
    const at = this.#deletedBefore(row);
    return this.#placeOf(at) === row ? this.#deleted[at] : undefined;
  }

  /** @returns `undefined` for a deleted record, which is not in the text */
  textRowAt(row: number): number | undefined {
    if (row < 0 || row >= this.length || this.deletedAt(row) !== undefined) return undefined;
    return row - this.#deletedBefore(row);
  }

  /** The rows of the text between two rows of the screen; `undefined` when there are none. */
  textRange(top: number, bottom: number): { from: number; to: number } | undefined {
    const from = top - this.#deletedBefore(top);
    const to = bottom - this.#deletedBefore(bottom) - (this.deletedAt(bottom) === undefined ? 0 : 1);
    return from > to || to >= this.#cells.length ? undefined : { from, to };
  }

  /** The deleted records between two rows of the screen. */
  deletedIn(top: number, bottom: number): readonly DeletedRow[] {
    return this.#deleted.slice(this.#deletedBefore(top), this.#deletedBefore(bottom + 1));
  }

  /** Where a row of the text is on the screen. */
  rowOf(textRow: number): number {
    return textRow + this.#firstAt(at => (this.#deleted[at]?.before ?? 0) > textRow);
  }

  #deletedBefore(row: number): number {
    return this.#firstAt(at => this.#placeOf(at) >= row);
  }

  #placeOf(at: number): number {
    const deleted = this.#deleted[at];
    return deleted === undefined ? -1 : deleted.before + at;
  }

  /** The first deleted record for which this is true; it stays true for all that follow. */
  #firstAt(isBehind: (at: number) => boolean): number {
    let [low, high] = [0, this.#deleted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
