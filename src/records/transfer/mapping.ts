import { systemColumns, type Table } from '../table/schema';
import { TransferError } from './transferError';

/** The column of the table for each column of a file; `undefined` if the column is not imported. */
export type Mapping = ReadonlyMap<string, string | undefined>;

/** The column that contains the reasons in a file of rejected rows. It is imported only if the user maps it. */
export const reasonColumn = 'import_error';

/** Never guessed, because the service writes them, or because they may refer to users of another environment. */
const neverGuessed: ReadonlySet<string> = new Set([...systemColumns, 'read_perm', 'write_perm', reasonColumn]);

/** Returns the columns that an import can fill: all but the ID, which the service chooses. */
export function importTargets({ columns }: Pick<Table, 'columns'>): string[] {
  const customNames = columns.filter(({ system }) => !system).map(({ name }) => name);
  return [...customNames, 'created_by', 'created_at', 'updated_at', 'read_perm', 'write_perm'];
}

/**
 * Guesses the column for a name: first the column with exactly this name, then one whose name or description is equal
 * when case and separators are ignored.
 */
function guessColumn(name: string, { columns }: Pick<Table, 'columns'>): string | undefined {
  const candidates = columns.filter(column => !neverGuessed.has(column.name));
  if (candidates.some(column => column.name === name)) return name;
  if (neverGuessed.has(name)) return undefined;
  const normalized = normalize(name);
  if (normalized === '') return undefined;
  const column =
    candidates.find(each => normalize(each.name) === normalized) ??
    candidates.find(({ description }) => description !== undefined && normalize(description) === normalized);
  return column?.name;
}

/** Guesses the columns for all names. Uses each column of the table at most once; an exact name has priority. */
export function guessMapping(names: readonly string[], table: Pick<Table, 'columns'>): Map<string, string | undefined> {
  const exact = new Set(names.filter(name => guessColumn(name, table) === name));
  const used = new Set(exact);
  return new Map(
    names.map(name => {
      const guess = guessColumn(name, table);
      if (guess === undefined || exact.has(name)) return [name, guess];
      if (used.has(guess)) return [name, undefined];
      used.add(guess);
      return [name, guess];
    }),
  );
}

/** Checks the targets of a mapping. @throws TransferError `unknownTarget`, `targetTwice`, `nothingMapped` */
export function checkMapping(mapping: Mapping, table: Pick<Table, 'columns'>): void {
  const targets = new Set(importTargets(table));
  const used = new Set<string>();
  for (const target of mapping.values()) {
    if (target === undefined) continue;
    if (!targets.has(target)) throw new TransferError('unknownTarget', target);
    if (used.has(target)) throw new TransferError('targetTwice', target);
    used.add(target);
  }
  if (used.size === 0) throw new TransferError('nothingMapped');
}

function normalize(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}
