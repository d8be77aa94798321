import type { ShownCell } from '../../../records/document/cells';
import type { CellTarget } from './protocol';
import { seenDigest, targetOf } from './target';

/** The text of a document, and the columns, row keys and cells that the page shows. */
interface ShownRows {
  text: string;
  columns: readonly { name: string }[];
  keys: readonly string[];
  cells: readonly (readonly ShownCell[])[];
}

/** The part that the page must redraw: everything, or the changed rows. */
export type Redraw =
  | { type: 'page'; version: number }
  | { type: 'rows'; version: number; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] };

/** Tracks the content that was sent to a page, so that an edit of the page changes only values that the user saw. */
export class GridModel {
  #version = 0;
  /** The last version with a change that did not come from this page. */
  #othersVersion = 0;
  #expectedText: string | undefined;
  #shown: ({ arrangement: string } & Pick<ShownRows, 'columns' | 'keys' | 'cells'>) | undefined;

  /** Discards the known state, so that the next update draws everything. */
  reset(): void {
    this.#shown = undefined;
    this.#expectedText = undefined;
  }

  /** Sets the text that an edit of this page will produce, so that `update` recognizes the page's own edit. */
  expect(text: string): void {
    this.#expectedText = text;
  }

  /**
   * Compares new content with the content that was sent to the page.
   * @param look all other state that the page draws; if it changes, everything must be redrawn
   * @returns `undefined` if the page is up to date
   */
  update({ text, columns, keys, cells }: ShownRows, look: string): Redraw | undefined {
    const arrangement = JSON.stringify([look, keys]);
    const before = this.#shown;
    const isOwn = text === this.#expectedText;
    this.#expectedText = undefined;
    this.#shown = { arrangement, columns, keys, cells };
    if (before?.arrangement === arrangement) {
      const rows = cells.flatMap((each, row) => (isSame(each, before.cells[row]) ? [] : [[row, each] as const]));
      if (rows.length === 0) return undefined;
      return { type: 'rows', version: this.#next(isOwn), rows };
    }
    return { type: 'page', version: this.#next(isOwn) };
  }

  /**
   * Returns the row indexes for a message, in the content of the last update; `undefined` if they changed since the
   * user saw them.
   */
  find({ version, rows, columns, seen }: CellTarget): number[] | undefined {
    if (this.#shown === undefined) return undefined;
    const rowIndexes = this.#indexes(rows);
    if (rowIndexes === undefined) return undefined;
    const { columns: all, cells } = this.#shown;
    // A page that lacks only the results of its own edits is not outdated, because the user made these edits.
    const lacksOwnOnly = version < this.#version && version >= this.#othersVersion;
    return lacksOwnOnly || seenDigest({ columns: all, rows: cells }, rowIndexes, columns) === seen
      ? rowIndexes
      : undefined;
  }

  /** Returns a target for the same cells with their current values; `undefined` if they no longer exist. */
  renewed({ rows, columns }: CellTarget): CellTarget | undefined {
    const rowIndexes = this.#indexes(rows);
    if (this.#shown === undefined || rowIndexes === undefined) return undefined;
    const { columns: all, keys, cells } = this.#shown;
    return targetOf({ version: this.#version, columns: all, keys, rows: cells }, rowIndexes, columns);
  }

  /** Returns the index of the row after which to insert; -1 for a null key, `undefined` if the row no longer exists. */
  findBehind(key: string | null): number | undefined {
    if (key === null) return -1;
    return this.#indexes([key])?.[0];
  }

  #indexes(keys: readonly string[]): number[] | undefined {
    const index = new Map(this.#shown?.keys.map((key, at) => [key, at]));
    const rowIndexes = keys.flatMap(key => index.get(key) ?? []);
    return rowIndexes.length === keys.length ? rowIndexes : undefined;
  }

  #next(isOwn: boolean): number {
    this.#version += 1;
    if (!isOwn) this.#othersVersion = this.#version;
    return this.#version;
  }
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.length === other?.length && one.every((cell, at) => cell === other[at]);
}
