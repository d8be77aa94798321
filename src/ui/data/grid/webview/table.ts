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
import { isSelected, type Place, type Selection } from './selection';

/** Pixels; as in grid.css. */
export const rowHeight = 26;
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

/** A table of which only what is in view, and the cell with the keyboard, has elements. */
export function createTable(state: TableState): Table {
  const names = element('tr', { role: 'row', 'aria-rowindex': 1 });
  const body = element('tbody', { role: 'rowgroup' });
  const table = element(
    'table',
    { role: 'grid', 'aria-multiselectable': 'true' },
    element('thead', { role: 'rowgroup' }, names),
    body,
  );
  const scroller = element('div', { class: 'scroller' }, table);
  const lines = new Map<number, HTMLTableRowElement>();
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

  /** Index among the shown columns, and the place on the line, of each that has elements now. */
  const shownColumns = (): { at: number; left: number; placed: PlacedColumn }[] => {
    const pinned = state.columns.filter(({ isPinned }) => isPinned);
    let left = numberWidth;
    const fixed = pinned.map((placed, at) => {
      const here = left;
      left += placed.width;
      return { at, left: here, placed };
    });
    const wanted = new Map(columns.getVirtualItems().map(({ index, start }) => [index, start]));
    const focused = state.selection.focus.column - pinned.length;
    if (focused >= 0 && !wanted.has(focused)) {
      const before = loose().slice(0, focused);
      wanted.set(
        focused,
        before.reduce((sum, { width }) => sum + width, left),
      );
    }
    const moving = [...wanted]
      .sort(([one], [other]) => one - other)
      .flatMap(([index, start]) => {
        const placed = state.columns[pinned.length + index];
        return placed === undefined ? [] : [{ at: pinned.length + index, left: start, placed }];
      });
    return [...fixed, ...moving];
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
    for (const [row, line] of lines) {
      if (wanted.has(row)) continue;
      line.remove();
      lines.delete(row);
    }
    const drawn = `${version} ${shown.map(({ at }) => at).join()}`;
    for (const row of [-1, ...[...wanted].sort((one, other) => one - other)]) {
      const line = row < 0 ? names : lines.get(row);
      if (line?.dataset['drawn'] === drawn) continue;
      if (row < 0) drawNames(shown);
      else drawRow(row, shown);
      (line ?? lines.get(row))?.setAttribute('data-drawn', drawn);
    }
  };

  const drawNames = (shown: ReturnType<typeof shownColumns>): void => {
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

  const drawRow = (row: number, shown: ReturnType<typeof shownColumns>): void => {
    const cellsHere = state.rows[row] ?? [];
    const line = lines.get(row) ?? newLine(row);
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

  const newLine = (row: number): HTMLTableRowElement => {
    const number = element('th', { role: 'rowheader', 'aria-colindex': 1, class: 'number' }, String(row + 1));
    const line = element('tr', { role: 'row', 'aria-rowindex': row + 2 }, number);
    line.style.transform = `translateY(${row * rowHeight}px)`;
    line.dataset['row'] = String(row);
    // In their order, which is the one that is read aloud.
    const after = [...lines.keys()].filter(each => each > row).sort((one, other) => one - other)[0];
    body.insertBefore(line, after === undefined ? null : (lines.get(after) ?? null));
    lines.set(row, line);
    return line;
  };

  /** Gives a line the cells of these columns and no others. */
  const cellsOf = (
    line: HTMLTableRowElement,
    shown: ReturnType<typeof shownColumns>,
    role: 'columnheader' | 'gridcell',
  ) => {
    const there = new Map([...line.cells].map(cell => [cell.dataset['name'], cell] as const));
    const names = new Set(shown.map(({ placed }) => placed.column.name));
    // First those that go: those that stay are then in their order, and one with the keyboard must not be moved.
    for (const [name, cell] of there) {
      if (name !== undefined && !names.has(name)) cell.remove();
    }
    let before: Element | undefined = line.cells[0];
    const kept = shown.map(({ at, left, placed }) => {
      const { name } = placed.column;
      const cell = there.get(name) ?? element(role === 'gridcell' ? 'td' : 'th', { role, 'data-name': name });
      setAttribute(cell, 'aria-colindex', String(at + 2));
      if (cell.dataset['at'] !== String(at)) cell.dataset['at'] = String(at);
      const place = `${left} ${placed.width} ${placed.isPinned}`;
      if (cell.dataset['place'] !== place) {
        cell.dataset['place'] = place;
        cell.classList.toggle('pinned', placed.isPinned);
        cell.style.left = `${left}px`;
        cell.style.width = `${placed.width}px`;
      }
      if (before?.nextElementSibling !== cell) before?.after(cell);
      before = cell;
      return { at, placed, cell };
    });
    return kept;
  };

  const setFocusable = (cell: HTMLElement, { row, column }: Place): void => {
    const { focus } = state.selection;
    const value = focus.row === row && focus.column === column ? '0' : '-1';
    if (cell.getAttribute('tabindex') !== value) cell.setAttribute('tabindex', value);
  };

  const measure = (): void => {
    for (const line of lines.values()) line.remove();
    lines.clear();
    names.replaceChildren(
      element('th', { role: 'columnheader', 'aria-colindex': 1, class: 'number', 'aria-label': state.words.row }, '#'),
    );
    rows.setOptions(rowOptions());
    columns.setOptions(columnOptions());
    columns.measure();
    rows._willUpdate();
    columns._willUpdate();
    const width = state.columns.reduce((sum, column) => sum + column.width, numberWidth);
    table.style.width = `${width}px`;
    body.style.height = `${state.rows.length * rowHeight}px`;
    setAttribute(table, 'aria-label', state.words.records);
    setAttribute(table, 'aria-rowcount', String(state.rows.length + 1));
    setAttribute(table, 'aria-colcount', String(state.columns.length + 1));
    setAttribute(table, 'aria-readonly', state.readOnly ? 'true' : undefined);
    draw();
  };

  const cellAt = ({ row, column }: Place): HTMLElement | undefined => {
    const line = row < 0 ? names : lines.get(row);
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
      draw();
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
