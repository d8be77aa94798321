import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ShownCell } from '../../../../data/cells';
import type { Words } from '../protocol';
import { showCell } from './cellView';
import { element, setAttribute } from './dom';
import type { PlacedColumn } from './layout';
import { createLines, rowHeight } from './lines';
import { isSelected, rectangleOf, type Place, type Selection } from './selection';

// Pixels, as in grid.css.
const numberWidth = 56;

/** What the table shows. */
export interface TableState {
  columns: readonly PlacedColumn[];
  rows: readonly (readonly ShownCell[])[];
  selection: Selection;
  words: Words;
  readOnly: boolean;
  /** Of the record alone where there is no column. */
  problem(row: number, column: string | undefined): string | undefined;
}

export interface Table {
  scroller: HTMLElement;
  /** Draws what has changed of the state. */
  draw(): void;
  /** Columns or the number of rows have changed. */
  measure(): void;
  /** Scrolls to the cell and puts the keyboard on it. */
  focus(place: Place): void;
  cellAt(place: Place): HTMLElement | undefined;
  /** Where an element of the table is. */
  placeOf(target: EventTarget | null): Place | undefined;
  /** Rows that fit on the screen. */
  page(): number;
}

interface Shown {
  /** Index among the shown columns. */
  at: number;
  placed: PlacedColumn;
}

/** A table of which only what is in view, and the cell with the keyboard, has elements. */
export function createTable(state: TableState): Table {
  // Where the columns stand. Cells with the same rules share what the browser computes for them; with a style of their own
  // they would not.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const names = element('tr', { role: 'row', 'aria-rowindex': 1 });
  const body = element('tbody', { role: 'rowgroup' });
  const table = element(
    'table',
    { role: 'grid', 'aria-multiselectable': 'true' },
    element('thead', { role: 'rowgroup' }, names),
    body,
  );
  const scroller = element('div', { class: 'scroller' }, table);
  const lines = createLines(body);
  /** What the lines were drawn of: lines of the same need nothing when others come into view. */
  let version = 0;
  let coming = 0;
  const pinnedWidth = () =>
    state.columns.reduce((sum, { isPinned, width }) => sum + (isPinned ? width : 0), numberWidth);
  const loose = () => state.columns.filter(({ isPinned }) => !isPinned);
  const shared = {
    getScrollElement: () => scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      // Both tell of one scroll, before the frame that shows it.
      cancelAnimationFrame(coming);
      coming = requestAnimationFrame(show);
    },
  };
  const rowOptions = (): VirtualizerOptions<HTMLElement, HTMLElement> => ({
    ...shared,
    count: state.rows.length,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
  });
  const columnOptions = (): VirtualizerOptions<HTMLElement, HTMLElement> => {
    const [columns, pinned] = [loose(), pinnedWidth()];
    return {
      ...shared,
      horizontal: true,
      count: columns.length,
      estimateSize: at => columns[at]?.width ?? 0,
      overscan: 1,
      scrollMargin: pinned,
      scrollPaddingStart: pinned,
    };
  };
  const rows = new Virtualizer<HTMLElement, HTMLElement>(rowOptions());
  const columns = new Virtualizer<HTMLElement, HTMLElement>(columnOptions());

  /** The columns that have elements now. */
  const shownColumns = (): Shown[] => {
    const pinned = state.columns.length - loose().length;
    const wanted = new Set(columns.getVirtualItems().map(({ index }) => pinned + index));
    wanted.add(state.selection.focus.column);
    return state.columns.flatMap((placed, at) => (at < pinned || wanted.has(at) ? [{ at, placed }] : []));
  };

  const draw = (): void => {
    version += 1;
    show();
  };

  const show = (): void => {
    const shown = shownColumns();
    const { focus } = state.selection;
    const wanted = new Set(rows.getVirtualItems().map(({ index }) => index));
    if (focus.row >= 0 && focus.row < state.rows.length) wanted.add(focus.row);
    lines.keep(wanted);
    const drawnOf = `${version} ${shown.map(({ at }) => at).join()}`;
    for (const row of [-1, ...wanted]) {
      const line = row < 0 ? names : lines.at(row);
      const drawn = `${drawnOf} ${selectedOn(row)}`;
      if (line === undefined || line.dataset['drawn'] === drawn) continue;
      if (row < 0) drawNames(shown);
      else drawRow(row, line, shown);
      line.dataset['drawn'] = drawn;
    }
  };

  /** What a line shows of the selection: the others need nothing when it changes. */
  const selectedOn = (row: number): string => {
    const { selection } = state;
    const found = rectangleOf(selection);
    const isIn = found !== undefined && row >= found.top && row <= found.bottom;
    const focus = selection.focus.row === row ? selection.focus.column : '';
    return `${isIn ? `${found.left}-${found.right}` : ''} ${focus}`;
  };

  const drawNames = (shown: readonly Shown[]): void => {
    const cells = cellsOf(names, shown, 'columnheader');
    for (const { at, placed, cell } of cells) {
      const { column } = placed;
      if (cell.childElementCount === 0) {
        const marks = [
          ...(column.sorted === undefined ? [] : [column.sorted === 'ascending' ? '▲' : '▼']),
          ...(column.isFiltered ? ['●'] : []),
        ];
        const sign = element('span', { class: 'mark', 'aria-hidden': 'true' }, marks.join(' '));
        const grip = element('span', { class: 'grip', 'aria-hidden': 'true' });
        cell.replaceChildren(element('span', { class: 'name', dir: 'auto' }, column.name), sign, grip);
        setAttribute(cell, 'aria-sort', column.sorted);
        setAttribute(
          cell,
          'aria-description',
          [column.about, ...(column.isFiltered ? [state.words.filtered] : [])].join(', '),
        );
        cell.title = `${column.name}\n${column.about}`;
      }
      setFocusable(cell, { row: -1, column: at });
    }
  };

  const drawRow = (row: number, line: HTMLTableRowElement, shown: readonly Shown[]): void => {
    const cellsHere = state.rows[row] ?? [];
    const [number] = line.cells;
    const problem = state.problem(row, undefined);
    if (number !== undefined) {
      setAttribute(number, 'aria-invalid', problem === undefined ? undefined : 'true');
      setAttribute(number, 'title', problem);
    }
    for (const { at, placed, cell } of cellsOf(line, shown, 'gridcell')) {
      const text = cellsHere[placed.index] ?? '';
      const { name, input } = placed.column;
      const wrong = state.problem(row, name);
      const drawn = `${text}\n${wrong ?? ''}`;
      if (cell.dataset['drawn'] !== drawn && !cell.classList.contains('editing')) {
        cell.dataset['drawn'] = drawn;
        showCell(cell, text, state.words, wrong);
        setAttribute(cell, 'aria-readonly', state.readOnly || input === 'none' ? 'true' : undefined);
      }
      const place = { row, column: at };
      setAttribute(cell, 'aria-selected', String(isSelected(state.selection, place)));
      setFocusable(cell, place);
    }
  };

  /** Gives a line the cells of these columns and no others. */
  const cellsOf = (line: HTMLTableRowElement, shown: readonly Shown[], role: 'columnheader' | 'gridcell') => {
    const there = new Map([...line.cells].map(cell => [cell.dataset['name'], cell] as const));
    const names = new Set(shown.map(({ placed }) => placed.column.name));
    // First those that go: those that stay are then in their order, and one with the keyboard must not be moved.
    for (const [name, cell] of there) {
      if (name !== undefined && !names.has(name)) cell.remove();
    }
    let before: Element | undefined = line.cells[0];
    return shown.map(({ at, placed }) => {
      const { name } = placed.column;
      const cell = there.get(name) ?? element(role === 'gridcell' ? 'td' : 'th', { role, 'data-name': name });
      if (cell.dataset['at'] !== String(at)) {
        cell.dataset['at'] = String(at);
        cell.className = `at-${at}${placed.isPinned ? ' pinned' : ''}`;
        cell.setAttribute('aria-colindex', String(at + 2));
      }
      if (before?.nextElementSibling !== cell) before?.after(cell);
      before = cell;
      return { at, placed, cell };
    });
  };

  const setFocusable = (cell: HTMLElement, { row, column }: Place): void => {
    const { focus } = state.selection;
    const value = focus.row === row && focus.column === column ? '0' : '-1';
    if (cell.getAttribute('tabindex') !== value) cell.setAttribute('tabindex', value);
  };

  const measure = (): void => {
    lines.clear();
    names.replaceChildren(
      element('th', { role: 'columnheader', 'aria-colindex': 1, class: 'number', 'aria-label': state.words.row }, '#'),
    );
    rows.setOptions(rowOptions());
    columns.setOptions(columnOptions());
    columns.measure();
    rows._willUpdate();
    columns._willUpdate();
    let left = numberWidth;
    const places = state.columns.map(({ width }, at) => {
      const place = `.at-${at} { left: ${left}px; width: ${width}px; }`;
      left += width;
      return place;
    });
    sheet.replaceSync(places.join('\n'));
    table.style.width = `${left}px`;
    body.style.height = `${state.rows.length * rowHeight}px`;
    setAttribute(table, 'aria-label', state.words.records);
    setAttribute(table, 'aria-rowcount', String(state.rows.length + 1));
    setAttribute(table, 'aria-colcount', String(state.columns.length + 1));
    setAttribute(table, 'aria-readonly', state.readOnly ? 'true' : undefined);
    draw();
  };

  const cellAt = ({ row, column }: Place): HTMLElement | undefined => {
    const line = row < 0 ? names : lines.at(row);
    return [...(line?.cells ?? [])].find(cell => cell.dataset['at'] === String(column));
  };
  rows._didMount();
  columns._didMount();
  return {
    scroller,
    draw,
    measure,
    cellAt,
    focus(place) {
      const pinned = state.columns.length - loose().length;
      if (place.row >= 0) rows.scrollToIndex(place.row, { align: 'auto' });
      if (place.column >= pinned) columns.scrollToIndex(place.column - pinned, { align: 'auto' });
      show();
      cellAt(place)?.focus({ preventScroll: true });
    },
    placeOf(target) {
      const cell = target instanceof Element ? target.closest<HTMLElement>('td, th[data-at]') : null;
      const line = cell?.closest('tr');
      if (!cell || !line) return undefined;
      return { row: line === names ? -1 : Number(line.dataset['row']), column: Number(cell.dataset['at']) };
    },
    page: () => Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1),
  };
}
