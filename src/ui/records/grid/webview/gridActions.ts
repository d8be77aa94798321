import type { DeletedRow, FromPage, Layout, CellTarget } from '../protocol';
import { range, targetOf, type GridView } from '../target';
import type { GridTable } from './gridTable';
import { openInput, type CellInput } from './input';
import { newRecordMessage } from './newRecordMessage';
import { editorOf, selectedRows, viewOf, type PageState } from './pageState';
import { pasteMessage } from './pasteMessage';
import {
  allCells,
  lineOf,
  nextCell,
  rectangleOf,
  selectionAt,
  type CellPosition,
  type CellSelection,
} from './selection';

interface ActionTargets {
  post: (message: FromPage) => void;
  say: (text: string) => void;
  relayout: (layout: Layout) => void;
  /** Stores the selection and the scroll position. */
  storeView: () => void;
  inputClosed: () => void;
}

interface SortOptions {
  /** True to keep the other sort columns. */
  isAdded?: boolean;
}

/** The actions on cells, called by keys, menus and the mouse. */
export class GridActions {
  readonly #state: PageState;
  readonly #table: GridTable;
  readonly #targets: ActionTargets;
  #input: CellInput | undefined;

  constructor(state: PageState, table: GridTable, targets: ActionTargets) {
    this.#state = state;
    this.#table = table;
    this.#targets = targets;
  }

  get isEditing(): boolean {
    return this.#input !== undefined;
  }

  get size() {
    const { rows, columns } = this.#state;
    return { rows: rows.length, columns: columns.length, page: this.#table.page() };
  }

  select(selection: CellSelection): void {
    this.#state.selection = selection;
    this.#table.focus(selection.focus);
    this.#targets.say('');
    this.#targets.storeView();
  }

  selectAll(): void {
    this.select(allCells(this.size, this.#state.selection));
  }

  selectLine(line: 'row' | 'column'): void {
    this.select(lineOf(this.size, this.#state.selection.focus, line));
  }

  set(value: 'null' | 'missing' | 'empty'): void {
    const target = this.#cells();
    if (target !== undefined) this.#change({ type: 'set', target, value });
  }

  /** @param isExact true to copy texts without protection against evaluation as a formula in a spreadsheet */
  copy({ isCut = false, isExact = false } = {}): void {
    const target = this.#cells();
    const cut = isCut && !this.#state.readOnly;
    if (target !== undefined) this.#targets.post({ type: 'copy', target, cut, isExact });
  }

  paste(text: string): void {
    const message = pasteMessage(this.#state, text);
    if (message !== undefined) this.#change(message);
  }

  fillDown(): void {
    const target = this.#cells();
    if (target !== undefined) this.#change({ type: 'fillDown', target });
  }

  newRecord(): void {
    if (this.#state.readOnly) return;
    const { columns, selection } = this.#state;
    const { message, row } = newRecordMessage(this.#state);
    this.#change(message);
    this.select(selectionAt({ row, column: Math.min(selection.focus.column, columns.length - 1) }));
    this.#state.awaitsRecord = true;
  }

  duplicateRecords(): void {
    const target = this.#records();
    if (target !== undefined) this.#change({ type: 'duplicate', target });
  }

  deleteRecords(): void {
    const target = this.#records();
    if (target !== undefined) this.#change({ type: 'delete', target });
  }

  /** Resets the selected cells to the values that were read. */
  revertCells(): void {
    const target = this.#cells();
    if (target !== undefined) this.#change({ type: 'revert', target });
  }

  /** Restores the selected deleted records. */
  restoreRecords(): void {
    const ids = this.deleted().map(({ id }) => id);
    if (ids.length > 0) this.#change({ type: 'restore', ids });
  }

  /** Returns the deleted records in the selection. */
  deleted(): readonly DeletedRow[] {
    const rectangle = rectangleOf(this.#state.selection);
    return rectangle === undefined ? [] : this.#state.rows.deletedIn(rectangle.top, rectangle.bottom);
  }

  /** Returns the number of selected records (without deleted ones) and of changed cells in the selection. */
  counts(): { records: number; changed: number } {
    const rows = this.#rows();
    if (rows === undefined) return { records: 0, changed: 0 };
    const changed = this.#state.marks.changedIn(rows.from, rows.to, new Set(this.#selectedColumns()));
    return { records: rows.to - rows.from + 1, changed };
  }

  goToRecord(): void {
    const target = this.#cell();
    if (target !== undefined) this.#targets.post({ type: 'goToRecord', target });
  }

  openText(): void {
    const target = this.#cell();
    if (target !== undefined) this.#targets.post({ type: 'openText', target });
  }

  filter(operator: '$eq' | '$ne'): void {
    const target = this.#cell();
    if (target !== undefined) this.#targets.post({ type: 'filter', target, operator });
  }

  sort(column: string, direction: 'ascending' | 'descending' | undefined, { isAdded = false }: SortOptions = {}): void {
    this.#targets.post({ type: 'sort', column, isAdded, ...(direction === undefined ? {} : { direction }) });
  }

  unfilter(column: string): void {
    this.#targets.post({ type: 'unfilter', column });
  }

  chooseColumns(): void {
    this.#targets.post({ type: 'chooseColumns' });
  }

  /** Changes the column layout and stores it. */
  arrange(layout: Layout): void {
    this.#targets.relayout(layout);
    this.#targets.post({ type: 'layout', layout });
  }

  /** Sorts by a column with the next direction: unsorted, ascending, descending, unsorted. */
  turnSort(position: CellPosition, options: SortOptions): void {
    const column = this.#state.columns[position.column]?.column;
    if (column?.isServed !== true) return;
    const turns = { none: 'ascending', ascending: 'descending', descending: undefined } as const;
    this.sort(column.name, turns[column.sorted ?? 'none'], options);
  }

  /** Edits the focused cell. If a column header has the focus, sorts by this column. */
  editOrSort(options: SortOptions = {}): void {
    const { focus } = this.#state.selection;
    if (focus.row < 0) this.turnSort(focus, options);
    else this.edit();
  }

  edit(): void {
    const { focus } = this.#state.selection;
    // Created before the input opens, so that the target contains the value that the user saw.
    const target = this.#cell();
    const placed = this.#state.columns[focus.column];
    const cell = this.#table.cellAt(focus);
    const before = placed && this.#state.rows.cellsAt(focus.row)?.[placed.index];
    if (target === undefined || placed === undefined || cell === undefined || before === undefined) return;
    const editor = editorOf(placed.column, before, this.#state.readOnly);
    if (editor === 'outside') return this.#targets.post({ type: 'editElsewhere', target });
    if (editor === undefined) return;
    this.#input = openInput(cell, placed.column, before, {
      changed: text => this.#targets.post({ type: 'write', target, text }),
      closed: () => {
        this.#input = undefined;
        this.#table.draw();
        this.#targets.inputClosed();
      },
    });
  }

  /** Applies the open input. */
  commit(): void {
    this.#input?.commit();
  }

  /** Applies the open input and moves to another cell. */
  commitAndGo(to: 'stay' | 'down' | 'next' | 'before'): void {
    const { focus } = this.#state.selection;
    const { rows } = this.size;
    const below = { ...focus, row: Math.min(focus.row + 1, rows - 1) };
    this.commit();
    const position =
      to === 'stay' ? focus : to === 'down' ? below : (nextCell(focus, to === 'next' ? 1 : -1, this.size) ?? focus);
    this.select(selectionAt(position));
  }

  cancelEdit(): void {
    this.#input?.cancel();
    this.#table.focus(this.#state.selection.focus);
  }

  save(): void {
    this.#targets.post({ type: 'save' });
  }

  #change(message: FromPage): void {
    if (!this.#state.readOnly) this.#targets.post(message);
  }

  /** Returns the selected cells as a message target. */
  #cells(): CellTarget | undefined {
    const rows = this.#rows();
    const columns = this.#selectedColumns();
    if (rows === undefined || columns.length === 0) return undefined;
    return targetOf(this.#view(), range(rows.from, rows.to), columns);
  }

  /** Returns the selected records with all columns as a message target. */
  #records(): CellTarget | undefined {
    const rows = this.#rows();
    return rows && targetOf(this.#view(), range(rows.from, rows.to));
  }

  /** Returns the focused cell as a message target. */
  #cell(): CellTarget | undefined {
    const { columns, rows, selection } = this.#state;
    const row = rows.textRowAt(selection.focus.row);
    const column = columns[selection.focus.column]?.column.name;
    return row === undefined || column === undefined ? undefined : targetOf(this.#view(), [row], [column]);
  }

  #rows() {
    return selectedRows(this.#state);
  }

  #selectedColumns(): string[] {
    const rectangle = rectangleOf(this.#state.selection);
    if (rectangle === undefined) return [];
    return this.#state.columns.slice(rectangle.left, rectangle.right + 1).map(({ column }) => column.name);
  }

  #view(): GridView {
    return viewOf(this.#state);
  }
}
