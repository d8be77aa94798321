import type { FromPage, ToPage } from '../protocol';
import type { GridTable } from './gridTable';
import type { PageState } from './pageState';

// Milliseconds without scrolling or a row change before names are requested.
const pause = 150;

/** Requests the names of records that visible pointers lead to, once per pointer. */
export class PointerNames {
  readonly #state: PageState;
  readonly #table: GridTable;
  readonly #post: (message: FromPage) => void;
  #requested = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: PageState, table: GridTable, post: (message: FromPage) => void) {
    this.#state = state;
    this.#table = table;
    this.#post = post;
  }

  /** Requests names after a pause. */
  requestSoon(): void {
    clearTimeout(this.#timer);
    if (this.#state.columns.some(({ column }) => column.target !== undefined)) {
      this.#timer = setTimeout(() => this.#request(), pause);
    }
  }

  /** Requests the names of all visible pointers again, because the records were read again. */
  forget(): void {
    this.#requested = new Set();
    this.requestSoon();
  }

  receive({ names }: Extract<ToPage, { type: 'names' }>): void {
    for (const [target, id, name] of names) this.#state.names.set(`${target} ${id}`, name);
    this.#table.draw();
  }

  #request(): void {
    const { rows, columns } = this.#state;
    const unknown = this.#table.shownRows().filter(row =>
      columns.some(({ index, column: { target } }) => {
        const cell = rows.cellsAt(row)?.[index] ?? '';
        const key = `${target} ${cell.slice(1)}`;
        if (target === undefined || !cell.startsWith('p') || this.#requested.has(key)) return false;
        this.#requested.add(key);
        return true;
      }),
    );
    const [first, last] = [unknown[0], unknown.at(-1)];
    const range = first === undefined || last === undefined ? undefined : rows.textRange(first, last);
    if (range !== undefined) this.#post({ type: 'names', ...range });
  }
}
