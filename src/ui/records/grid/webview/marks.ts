import type { Marks } from '../protocol';

/** The differences between the text and the records that were read, with fast lookup per row and cell. */
export class ShownMarks {
  readonly count: number;
  readonly #added: ReadonlySet<number>;
  readonly #changed: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #refused: ReadonlyMap<string, string>;

  constructor({ count, added, changed, refused }: Marks) {
    this.count = count;
    this.#added = new Set(added);
    this.#changed = new Map(changed.map(([row, columns]) => [row, new Set(columns)]));
    this.#refused = new Map(refused.map(([row, column, text]) => [`${row} ${column ?? ''}`, text]));
  }

  ofRow(row: number): 'added' | 'changed' | undefined {
    if (this.#added.has(row)) return 'added';
    return this.#changed.has(row) ? 'changed' : undefined;
  }

  isChanged(row: number, column: string): boolean {
    return this.#changed.get(row)?.has(column) === true;
  }

  /** Returns the number of changed cells in some rows and columns. */
  changedIn(from: number, to: number, columns: ReadonlySet<string>): number {
    let count = 0;
    for (const [row, names] of this.#changed) {
      if (row >= from && row <= to) count += [...names].filter(name => columns.has(name)).length;
    }
    return count;
  }

  /** Returns why the service refused a value; without a column, why it refused the record. */
  refusal(row: number, column: string | undefined): string | undefined {
    return this.#refused.get(`${row} ${column ?? ''}`);
  }
}

export const noMarks: Marks = { count: 0, added: [], changed: [], deleted: [], refused: [] };
