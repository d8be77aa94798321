import type { ShownCell } from '../../../../records/document/cells';
import type { DeletedRow } from '../protocol';

/**
 * The rows that the page shows: the rows of the text, and deleted records at their old positions. Positions in the page
 * count all of them; messages to the extension refer only to rows of the text.
 */
export class VisibleRows {
  readonly #cells: (readonly ShownCell[])[];
  readonly #deleted: readonly DeletedRow[];

  /** @param deleted sorted by `before` */
  constructor(cells: (readonly ShownCell[])[], deleted: readonly DeletedRow[] = []) {
    this.#cells = cells;
    this.#deleted = deleted;
  }

  /** Returns the rows of the text. */
  get ofText(): readonly (readonly ShownCell[])[] {
    return this.#cells;
  }

  get length(): number {
    return this.#cells.length + this.#deleted.length;
  }

  /** Replaces the cells of a row of the text. */
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
    return this.#positionOf(at) === row ? this.#deleted[at] : undefined;
  }

  /** Returns the index in the text of a visible row; `undefined` for a deleted record, which is not in the text. */
  textRowAt(row: number): number | undefined {
    if (row < 0 || row >= this.length || this.deletedAt(row) !== undefined) return undefined;
    return row - this.#deletedBefore(row);
  }

  /** Returns the rows of the text between two visible rows; `undefined` if there are none. */
  textRange(top: number, bottom: number): { from: number; to: number } | undefined {
    const from = top - this.#deletedBefore(top);
    const to = bottom - this.#deletedBefore(bottom) - (this.deletedAt(bottom) === undefined ? 0 : 1);
    return from > to || to >= this.#cells.length ? undefined : { from, to };
  }

  /** Returns the deleted records between two visible rows. */
  deletedIn(top: number, bottom: number): readonly DeletedRow[] {
    return this.#deleted.slice(this.#deletedBefore(top), this.#deletedBefore(bottom + 1));
  }

  /** Returns the visible position of a row of the text. */
  rowOf(textRow: number): number {
    return textRow + this.#firstAt(at => (this.#deleted[at]?.before ?? 0) > textRow);
  }

  #deletedBefore(row: number): number {
    return this.#firstAt(at => this.#positionOf(at) >= row);
  }

  #positionOf(at: number): number {
    const deleted = this.#deleted[at];
    return deleted === undefined ? -1 : deleted.before + at;
  }

  /** Finds the first deleted record that meets a condition, by binary search. All later records must also meet it. */
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
