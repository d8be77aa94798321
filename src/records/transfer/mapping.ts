import { systemColumns, type Table } from '../table/schema';
import { TransferError } from './transferError';

/** The column of the table for each column of a file; `undefined` if the column is not imported. */
export type Mapping = ReadonlyMap<string, string | undefined>;

/** The column with the reasons in a file of rejected rows. Not imported unless the user maps it. */
export const reasonColumn = 'import_error';

/** Columns that are never guessed: the service writes them, or they may refer to users of another environment. */
const unguessed: ReadonlySet<string> = new Set([...systemColumns, 'read_perm', 'write_perm', reasonColumn]);

/** Returns the columns that an import can fill: all but the ID, which the service chooses. */
export function importTargets({ columns }: Pick<Table, 'columns'>): string[] {
  const own = columns.filter(({ system }) => !system).map(({ name }) => name);
  return [...own, 'created_by', 'created_at', 'updated_at', 'read_perm', 'write_perm'];
}

/** Guesses the column for a name: the same name, the same without case and separators, or the same description. */
function guessColumn(name: string, { columns }: Pick<Table, 'columns'>): string | undefined {
  const own = columns.filter(column => !unguessed.has(column.name));
  if (own.some(column => column.name === name)) return name;
  if (unguessed.has(name)) return undefined;
  const wanted = plain(name);
  if (wanted === '') return undefined;
  const found =
    own.find(column => plain(column.name) === wanted) ??
    own.find(({ description }) => description !== undefined && plain(description) === wanted);
  return found?.name;
}

/** Guesses the columns for all names. Each column of the table is used once; an exact name wins. */
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
  const known = new Set(importTargets(table));
  const used = new Set<string>();
  for (const target of mapping.values()) {
    if (target === undefined) continue;
    if (!known.has(target)) throw new TransferError('unknownTarget', target);
    if (used.has(target)) throw new TransferError('targetTwice', target);
    used.add(target);
  }
  if (used.size === 0) throw new TransferError('nothingMapped');
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}
