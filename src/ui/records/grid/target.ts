import type { ShownCell } from '../../../records/document/cells';
import type { CellTarget } from './protocol';

// Shared by page and extension, so it imports neither VS Code nor browser APIs.

/** The parts of a page's content that messages refer to. */
export interface GridView {
  version: number;
  columns: readonly { name: string }[];
  keys: readonly string[];
  rows: readonly (readonly ShownCell[])[];
}

/**
 * Returns a target that identifies cells by row keys and column names, with a digest of their displayed values.
 * @param rows indexes into `view.rows`
 * @param columns column names; absent for all columns
 */
export function targetOf(view: GridView, rows: readonly number[], columns?: readonly string[]): CellTarget {
  const names = columns ?? view.columns.map(({ name }) => name);
  return {
    version: view.version,
    rows: rows.map(row => view.keys[row] ?? ''),
    columns: [...names],
    seen: seenDigest(view, rows, names),
  };
}

/** Returns a digest of cell contents: two 32-bit hashes, so accidental collisions are negligible. */
export function seenDigest(
  { columns, rows: all }: Pick<GridView, 'columns' | 'rows'>,
  rows: readonly number[],
  names: readonly string[],
): string {
  const at = new Map(columns.map(({ name }, index) => [name, index]));
  const indexes = names.map(name => at.get(name) ?? -1);
  let [one, other] = [0x9e3779b9, 0x85ebca6b];
  const mix = (code: number): void => {
    one = Math.imul(one ^ code, 0x85ebca77);
    other = Math.imul(other ^ code, 0xc2b2ae3d);
    one ^= one >>> 15;
    other ^= other >>> 13;
  };
  for (const row of rows) {
    for (const index of indexes) {
      const cell = all[row]?.[index] ?? '';
      for (let position = 0; position < cell.length; position += 1) mix(cell.charCodeAt(position));
      mix(-1);
    }
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}

/** Returns the integers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
