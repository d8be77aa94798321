import type { ShownCell } from '../../../records/cells/cells';
import type { CellTarget } from './protocol';

// The page and the extension both use this: it imports neither VS Code nor a browser.

/** What a page shows, as far as a message can be about it. */
export interface GridView {
  version: number;
  columns: readonly { name: string }[];
  keys: readonly string[];
  rows: readonly (readonly ShownCell[])[];
}

/**
 * Names cells of a page by the keys of their rows and the names of their columns, with what the page shows in them.
 * @param rows indexes among the rows of the view
 * @param columns names; absent: all
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

/** One text for what stands in cells. Two 32-bit hashes: another content with the same digest is out of reach by accident. */
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

/** The indexes of neighbouring rows. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
