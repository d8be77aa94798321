import type { ShownCell } from '../../../../records/document/cells';
import type { ShownColumn } from '../protocol';
import { drawingOf, type CellNotes } from './cellNotes';
import { showCell } from './cellView';
import { element, setAttribute } from './dom';
import type { PlacedColumn } from './layout';
import { cellKey, type PageState } from './pageState';
import { isSelected, rectangleOf, type CellPosition, type CellSelection } from './selection';

type RowMark = 'added' | 'changed' | 'deleted';

export interface VisibleColumn {
  /** The index in `PageState.columns`. */
  at: number;
  placed: PlacedColumn;
}

/** Returns a key for the part of a selection within a row. A line with an unchanged key needs no redraw. */
export function selectionKey(selection: CellSelection, row: number): string {
  const rectangle = rectangleOf(selection);
  const isIn = rectangle !== undefined && row >= rectangle.top && row <= rectangle.bottom;
  const focus = selection.focus.row === row ? selection.focus.column : '';
  return `${isIn ? `${rectangle.left}-${rectangle.right}` : ''} ${focus}`;
}

/** Draws the cells in the lines of a table. */
export class TableCells {
  readonly #state: PageState;

  constructor(state: PageState) {
    this.#state = state;
  }

  drawNames(line: HTMLTableRowElement, shown: readonly VisibleColumn[]): void {
    for (const { at, placed, cell } of cellsOf(line, shown, 'columnheader')) {
      if (cell.childElementCount === 0) showName(cell, placed.column, this.#state.words.filtered);
      this.#setFocusable(cell, { row: -1, column: at });
    }
  }

  drawRow(row: number, line: HTMLTableRowElement, shown: readonly VisibleColumn[]): void {
    const { rows, marks, readOnly } = this.#state;
    const textRow = rows.textRowAt(row);
    const cellsHere = rows.cellsAt(row) ?? [];
    const isDeleted = textRow === undefined;
    const mark = isDeleted ? 'deleted' : marks.ofRow(textRow);
    setAttribute(line, 'data-mark', mark);
    this.#drawNumber(line, textRow, mark);
    for (const { at, placed, cell } of cellsOf(line, shown, 'gridcell')) {
      const text = cellsHere[placed.index] ?? '';
      const { column } = placed;
      const notes = this.#notes(textRow, column, text);
      const drawn = drawingOf(text, notes);
      if (cell.dataset['drawn'] !== drawn && !cell.classList.contains('editing')) {
        cell.dataset['drawn'] = drawn;
        showCell(cell, text, column, this.#state, notes);
        setAttribute(cell, 'aria-readonly', readOnly || isDeleted || column.input === 'none' ? 'true' : undefined);
      }
      const position = { row, column: at };
      setAttribute(cell, 'data-found', this.#state.matches.has(cellKey(row, column.name)) ? '' : undefined);
      setAttribute(cell, 'aria-selected', String(isSelected(this.#state.selection, position)));
      this.#setFocusable(cell, position);
    }
  }

  #drawNumber(line: HTMLTableRowElement, textRow: number | undefined, mark: RowMark | undefined): void {
    const [number] = line.cells;
    if (number === undefined) return;
    const { words, marks, problems } = this.#state;
    const markText = mark && { added: words.addedRow, changed: words.changedRow, deleted: words.deletedRow }[mark];
    const problem =
      textRow === undefined
        ? undefined
        : (marks.refusal(textRow, undefined) ?? problems.get(cellKey(textRow, undefined)));
    setAttribute(number, 'aria-invalid', problem === undefined ? undefined : 'true');
    setAttribute(number, 'aria-description', markText);
    setAttribute(number, 'title', [markText, problem].filter(Boolean).join('\n') || undefined);
  }

  #notes(textRow: number | undefined, { name, target }: ShownColumn, cell: ShownCell): CellNotes {
    const { marks, problems, names } = this.#state;
    const pointed = target === undefined ? undefined : names.get(`${target} ${cell.slice(1)}`);
    if (textRow === undefined) return { pointed };
    const refused = marks.refusal(textRow, name);
    const mark = refused !== undefined ? 'refused' : marks.isChanged(textRow, name) ? 'changed' : undefined;
    return { mark, pointed, problem: refused ?? problems.get(cellKey(textRow, name)) };
  }

  #setFocusable(cell: HTMLElement, { row, column }: CellPosition): void {
    const { focus } = this.#state.selection;
    setAttribute(cell, 'tabindex', focus.row === row && focus.column === column ? '0' : '-1');
  }
}

function showName(cell: HTMLElement, column: ShownColumn, filtered: string): void {
  const marks = [
    ...(column.sorted === undefined
      ? []
      : [`${column.sorted === 'ascending' ? '▲' : '▼'}${column.sortPosition ?? ''}`]),
    ...(column.isFiltered ? ['●'] : []),
  ];
  const sign = element('span', { class: 'mark', 'aria-hidden': 'true' }, marks.join(' '));
  const grip = element('span', { class: 'grip', 'aria-hidden': 'true' });
  cell.replaceChildren(element('span', { class: 'name', dir: 'auto' }, column.name), sign, grip);
  setAttribute(cell, 'aria-sort', column.sorted);
  setAttribute(cell, 'aria-description', [column.about, ...(column.isFiltered ? [filtered] : [])].join(', '));
  cell.title = `${column.name}\n${column.about}`;
}

/** Ensures that a line has cells for exactly these columns, and returns the cells. */
function cellsOf(line: HTMLTableRowElement, shown: readonly VisibleColumn[], role: 'columnheader' | 'gridcell') {
  const present = new Map([...line.cells].map(cell => [cell.dataset['name'], cell] as const));
  const names = new Set(shown.map(({ placed }) => placed.column.name));
  // Removes other cells first, so that the remaining cells are in order and the focused cell is not moved.
  for (const [name, cell] of present) {
    if (name !== undefined && !names.has(name)) cell.remove();
  }
  let before: Element | undefined = line.cells[0];
  return shown.map(({ at, placed }) => {
    const { name } = placed.column;
    const cell = present.get(name) ?? element(role === 'gridcell' ? 'td' : 'th', { role, 'data-name': name });
    if (cell.dataset['at'] !== String(at)) {
      cell.dataset['at'] = String(at);
      cell.className = `at-${at}${placed.isPinned ? ' pinned' : ''}`;
      cell.setAttribute('aria-colindex', String(at + 2));
    }
    if (before?.nextElementSibling !== cell) before?.after(cell);
    before = cell;
    return { at, placed, cell };
  });
}
