import type { Layout, ShownColumn } from '../protocol';

/** A visible column. */
export interface PlacedColumn {
  column: ShownColumn;
  /** The index of the column in the cells of a row. */
  index: number;
  width: number;
  isPinned: boolean;
}

const usualWidth = 140;
const idWidth = 120;
const narrowest = 40;
const widest = 1200;

/** Returns the visible columns in the order of the layout: pinned columns first, columns without a position last. */
export function placedColumns(
  columns: readonly ShownColumn[],
  { order, hidden, pinned, widths }: Layout,
): PlacedColumn[] {
  const positions = new Map(order.map((name, at) => [name, at]));
  const [hiddenNames, pinnedNames, widthByName] = [new Set(hidden), new Set(pinned), new Map(widths)];
  const placed = columns.flatMap((column, index): PlacedColumn[] => {
    const { name } = column;
    if (hiddenNames.has(name)) return [];
    return [{ column, index, width: widthByName.get(name) ?? widthFor(column), isPinned: pinnedNames.has(name) }];
  });
  const rank = ({ column, index }: PlacedColumn) => positions.get(column.name) ?? order.length + index;
  return placed.sort((one, other) => Number(other.isPinned) - Number(one.isPinned) || rank(one) - rank(other));
}

export function withWidth(layout: Layout, name: string, width: number): Layout {
  const otherWidths = layout.widths.filter(([each]) => each !== name);
  return { ...layout, widths: [...otherWidths, [name, Math.round(Math.max(narrowest, Math.min(width, widest)))]] };
}

export function withPinned(layout: Layout, name: string, isPinned: boolean): Layout {
  const others = layout.pinned.filter(each => each !== name);
  return { ...layout, pinned: isPinned ? [...others, name] : others };
}

export function withHidden(layout: Layout, name: string): Layout {
  return { ...layout, hidden: [...new Set([...layout.hidden, name])] };
}

/**
 * Moves a column beyond its visible neighbor. Does not move it between pinned and other columns. Hidden columns, and
 * columns of the table that this document does not have, keep a position, which they use when they are shown again.
 */
export function withMoved(layout: Layout, columns: readonly ShownColumn[], name: string, step: 1 | -1): Layout {
  const shown = placedColumns(columns, layout);
  const at = shown.findIndex(({ column }) => column.name === name);
  const [moving, other] = [shown[at], shown[at + step]];
  if (moving === undefined || other === undefined || moving.isPinned !== other.isPinned) return layout;
  const all = placedColumns(columns, { ...layout, hidden: [] }).map(({ column }) => column.name);
  const others = all.filter(each => each !== name);
  const index = others.indexOf(other.column.name) + (step === 1 ? 1 : 0);
  const moved = others.toSpliced(index, 0, name);
  const present = new Set(moved);
  let next = 0;
  const order = layout.order.map(each => (present.has(each) ? (moved[next++] ?? each) : each));
  return { ...layout, order: [...order, ...moved.slice(next)] };
}

function widthFor({ name, input }: ShownColumn): number {
  if (input === 'number') return Math.max(90, name.length * 9 + 40);
  if (name === 'id') return idWidth;
  return input === 'date' ? 210 : Math.max(usualWidth, Math.min(name.length * 9 + 40, 300));
}
