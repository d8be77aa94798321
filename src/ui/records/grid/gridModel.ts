import type { ShownCell } from '../../../records/cells/cells';
import type { CellTarget } from './protocol';
import { seenDigest } from './target';

/** What a text holds, as far as the page shows it. */
export interface ShownRows {
  text: string;
  columns: readonly { name: string }[];
  keys: readonly string[];
  cells: readonly (readonly ShownCell[])[];
}

/** What the page must draw. */
export type Redraw =
  | { type: 'page'; version: number }
  | { type: 'rows'; version: number; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] };

/**
 * What one page of a grid was given to draw. It decides which records an edit of the page reaches: those that the user saw,
 * or none.
 */
export class GridModel {
  #version = 0;
  /** The last version that shows a change which did not come from this page. */
  #othersVersion = 0;
  #expectedText: string | undefined;
  #shown: ({ arrangement: string } & Pick<ShownRows, 'columns' | 'keys' | 'cells'>) | undefined;

  /** Forgets what the page shows, so that the next update draws everything. */
  reset(): void {
    this.#shown = undefined;
    this.#expectedText = undefined;
  }

  /** Announces the text that an edit of this page makes. */
  expect(text: string): void {
    this.#expectedText = text;
  }

  /**
   * Compares a content with what the page shows.
   * @param look everything else that the page draws: another one draws everything
   * @returns `undefined` where the page shows it already
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
   * The rows that a message of the page is about.
   * @returns their indexes in the content of the last update; `undefined` when the user saw something else in them
   */
  find({ version, rows, columns, seen }: CellTarget): number[] | undefined {
    if (this.#shown === undefined) return undefined;
    const found = this.#indexes(rows);
    if (found === undefined) return undefined;
    const { columns: all, cells } = this.#shown;
    // A page that lacks only its own edits is not mistaken: the user made them.
    const lacksOwnOnly = version < this.#version && version >= this.#othersVersion;
    return lacksOwnOnly || seenDigest({ columns: all, rows: cells }, found, columns) === seen ? found : undefined;
  }

  /** The index of the row that a new record follows, -1 for none; `undefined` when the row is gone. */
  findBehind(key: string | null): number | undefined {
    if (key === null) return -1;
    return this.#indexes([key])?.[0];
  }

  #indexes(keys: readonly string[]): number[] | undefined {
    const index = new Map(this.#shown?.keys.map((key, at) => [key, at]));
    const found = keys.flatMap(key => index.get(key) ?? []);
    return found.length === keys.length ? found : undefined;
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
