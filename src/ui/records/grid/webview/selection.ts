/** The visible position of a cell. Row -1 is the header. */
export interface CellPosition {
  row: number;
  column: number;
}

/** The cells between two corners. `focus` is the cell with the keyboard focus. */
export interface CellSelection {
  anchor: CellPosition;
  focus: CellPosition;
}

interface Size {
  rows: number;
  columns: number;
  /** Rows that fit on the screen. */
  page: number;
}

interface Rectangle {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function selectionAt(position: CellPosition): CellSelection {
  return { anchor: position, focus: position };
}

/** Returns the selected cells without the header; `undefined` if only the header is selected. */
export function rectangleOf({ anchor, focus }: CellSelection): Rectangle | undefined {
  const bottom = Math.max(anchor.row, focus.row);
  if (bottom < 0) return undefined;
  return {
    bottom,
    top: Math.max(0, Math.min(anchor.row, focus.row)),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isSelected(selection: CellSelection, { row, column }: CellPosition): boolean {
  const rectangle = rectangleOf(selection);
  if (rectangle === undefined) return false;
  const { top, bottom, left, right } = rectangle;
  return row >= top && row <= bottom && column >= left && column <= right;
}

/**
 * Returns the selection after a navigation key.
 * @param key the `key` of a KeyboardEvent
 * @param extend true to keep the anchor
 * @param far true to move as far as possible
 * @returns `undefined` for a key that does not move the focus
 */
export function movedSelection(
  { anchor, focus }: CellSelection,
  key: string,
  size: Size,
  { extend = false, far = false }: { extend?: boolean; far?: boolean } = {},
): CellSelection | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const { row, column } = focus;
  const page = Math.max(1, size.page - 1);
  const targets: Record<string, CellPosition> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? last.row : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? last.column : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? last.row : row, column: last.column },
    PageUp: { row: Math.max(row - page, Math.min(row, 0)), column },
    PageDown: { row: row + page, column },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  if (target === undefined) return undefined;
  const position = clampedPosition(target, size);
  return { anchor: extend ? anchor : position, focus: position };
}

/** Returns the next or previous cell, across rows; `undefined` after the last and before the first cell. */
export function nextCell(
  { row, column }: CellPosition,
  step: 1 | -1,
  { rows, columns }: Size,
): CellPosition | undefined {
  const at = row * columns + column + step;
  if (columns === 0 || at < 0 || at >= rows * columns) return undefined;
  return { row: Math.floor(at / columns), column: at % columns };
}

/** Clamps a selection after rows and columns were removed. */
export function clampedSelection({ anchor, focus }: CellSelection, size: Size): CellSelection {
  return { anchor: clampedPosition(anchor, size), focus: clampedPosition(focus, size) };
}

export function allCells({ rows, columns }: Size, { focus }: CellSelection): CellSelection {
  return {
    anchor: { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) },
    focus: rows === 0 ? focus : { row: 0, column: 0 },
  };
}

/** Returns a selection of the whole row or column of a cell. */
export function lineOf({ rows, columns }: Size, { row, column }: CellPosition, line: 'row' | 'column'): CellSelection {
  if (line === 'row') return { anchor: { row, column: columns - 1 }, focus: { row, column: 0 } };
  return { anchor: { row: rows - 1, column }, focus: { row: 0, column } };
}

function clampedPosition({ row, column }: CellPosition, { rows, columns }: Size): CellPosition {
  return { row: clamped(row, -1, rows - 1), column: clamped(column, 0, columns - 1) };
}

function clamped(value: number, minimum: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, maximum));
}
