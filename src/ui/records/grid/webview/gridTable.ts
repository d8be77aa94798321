import { element, setAttribute } from './dom';
import { createLines } from './lines';
import type { PageState } from './pageState';
import type { CellPosition } from './selection';
import { selectionKey, TableCells, type VisibleColumn } from './tableCells';
import { Viewport } from './viewport';
import { rowHeight } from './visible';

// In pixels, same as in grid.css.
const numberWidth = 56;

/** A virtual table: only the visible cells and the focused cell have elements. */
export class GridTable {
  readonly scroller: HTMLElement;
  readonly #state: PageState;
  // Has one rule per column. Unlike inline styles, rules let the browser share computed styles between cells.
  readonly #sheet = new CSSStyleSheet();
  readonly #names = element('tr', { role: 'row', 'aria-rowindex': 1 });
  readonly #body = element('tbody', { role: 'rowgroup' });
  readonly #table: HTMLTableElement;
  readonly #lines = createLines(this.#body);
  /** The text in place of the rows if there are none. */
  readonly #noRecords = element('p', { class: 'no-records', hidden: '' });
  readonly #cells: TableCells;
  readonly #viewport: Viewport;
  /** Increases with each change of the state. Lines that were drawn with this version are not redrawn. */
  #version = 0;

  constructor(state: PageState) {
    this.#state = state;
    this.#cells = new TableCells(state);
    document.adoptedStyleSheets.push(this.#sheet);
    const head = element('thead', { role: 'rowgroup' }, this.#names);
    this.#table = element('table', { role: 'grid', 'aria-multiselectable': 'true' }, head, this.#body);
    this.scroller = element('div', { class: 'scroller' }, this.#table, this.#noRecords);
    this.#viewport = new Viewport(this.scroller, () => this.#show());
  }

  /** Redraws the visible cells after a change of the state. */
  draw(): void {
    this.#version += 1;
    this.#show();
  }

  /** Redraws everything after a change of the columns or of the number of rows. */
  measure(): void {
    const { columns, rows, words, readOnly } = this.#state;
    this.#lines.clear();
    const corner = { role: 'columnheader', 'aria-colindex': 1, class: 'number', 'aria-label': words.row };
    this.#names.replaceChildren(element('th', corner, '#'));
    let left = numberWidth;
    const rules = columns.map(({ width }, at) => {
      const rule = `.at-${at} { left: ${left}px; width: ${width}px; }`;
      left += width;
      return rule;
    });
    this.#sheet.replaceSync(rules.join('\n'));
    this.#table.style.width = `${left}px`;
    this.#body.style.height = `${rows.length * rowHeight}px`;
    const pinned = this.#pinned();
    this.#viewport.measure({
      rows: rows.length,
      widths: columns.slice(pinned.length).map(({ width }) => width),
      pinned: pinned.reduce((sum, { width }) => sum + width, numberWidth),
    });
    this.#noRecords.textContent = words.noRecords;
    this.#noRecords.hidden = rows.length > 0;
    setAttribute(this.#table, 'aria-label', words.records);
    setAttribute(this.#table, 'aria-rowcount', String(rows.length + 1));
    setAttribute(this.#table, 'aria-colcount', String(columns.length + 1));
    setAttribute(this.#table, 'aria-readonly', readOnly ? 'true' : undefined);
    this.draw();
  }

  /** Scrolls to a cell and focuses it. */
  focus(position: CellPosition): void {
    this.scrollTo(position);
    this.cellAt(position)?.focus({ preventScroll: true });
  }

  scrollTo({ row, column }: CellPosition): void {
    const pinned = this.#pinned().length;
    if (row >= 0) this.#viewport.scrollToRow(row);
    if (column >= pinned) this.#viewport.scrollToColumn(column - pinned);
    this.#show();
  }

  cellAt({ row, column }: CellPosition): HTMLElement | undefined {
    const line = row < 0 ? this.#names : this.#lines.at(row);
    return [...(line?.cells ?? [])].find(cell => cell.dataset['at'] === String(column));
  }

  /** Returns the position of the cell that contains an element; `undefined` outside the cells. */
  positionOf(target: EventTarget | null): CellPosition | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td, th[data-at]') : null;
    const line = cell?.closest('tr');
    if (!cell || !line) return undefined;
    return { row: line === this.#names ? -1 : Number(line.dataset['row']), column: Number(cell.dataset['at']) };
  }

  /** Returns the number of rows that fit on the screen. */
  page(): number {
    return this.#viewport.page;
  }

  /** Returns the indexes of the rows in view, including a few rows beyond the edges. */
  shownRows(): number[] {
    return this.#viewport.rows;
  }

  #show(): void {
    const shown = this.#shownColumns();
    const { focus } = this.#state.selection;
    const drawnRows = new Set(this.shownRows());
    if (focus.row >= 0 && focus.row < this.#state.rows.length) drawnRows.add(focus.row);
    this.#lines.keep(drawnRows);
    const drawnOf = `${this.#version} ${shown.map(({ at }) => at).join()}`;
    for (const row of [-1, ...drawnRows]) {
      const line = row < 0 ? this.#names : this.#lines.at(row);
      const drawn = `${drawnOf} ${selectionKey(this.#state.selection, row)}`;
      if (line === undefined || line.dataset['drawn'] === drawn) continue;
      if (row < 0) this.#cells.drawNames(line, shown);
      else this.#cells.drawRow(row, line, shown);
      line.dataset['drawn'] = drawn;
    }
  }

  /** Returns the columns to draw: pinned columns, columns in view and the column of the focused cell. */
  #shownColumns(): VisibleColumn[] {
    const pinned = this.#pinned().length;
    const drawnColumns = new Set(this.#viewport.columns.map(index => pinned + index));
    drawnColumns.add(this.#state.selection.focus.column);
    return this.#state.columns.flatMap((placed, at) => (at < pinned || drawnColumns.has(at) ? [{ at, placed }] : []));
  }

  #pinned() {
    return this.#state.columns.filter(({ isPinned }) => isPinned);
  }
}
