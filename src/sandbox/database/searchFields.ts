import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Scope } from '../backend/scope';
import type { SearchFields, Where } from '../query/where';
import type { Doc } from '../store/collection';
import { isHidden, searchableFields } from './showRecord';
import { userTable, type SandboxTable } from './table';
import { columnsOf } from './tables';
import { readArgument } from './values';

/** Item types of list columns on which, as in the service, no condition matches. */
const unsearchableItemTypes = new Set(['object', 'file', 'geojson', 'date']);

/** Returns the properties of the fields that a condition on the records of a table may name. */
export function searchFields(scope: Scope, table: SandboxTable): SearchFields {
  const columns = columnsOf(table);
  return {
    isSearchable: name => {
      const column = columns.get(name);
      return column?.type !== 'array' || !unsearchableItemTypes.has(column.items?.type ?? '');
    },
    readArgument: (name, argument) => {
      const column = columns.get(name);
      return column ? readArgument(scope, column, argument) : argument;
    },
  };
}

/**
 * Returns a condition that ignores fields that the caller must not read: in the Web API the hidden columns, and for
 * users also the fields that only the sandbox has.
 */
export function withoutHiddenFields(
  context: SandboxContext,
  table: SandboxTable,
  where: Where | undefined,
  family: ApiFamily,
): Where | undefined {
  if (!where) return where;
  const isSortable = sortableColumns(table, family);
  const columns = columnsOf(table);
  // A condition that names no hidden column sees the stored record, because a copy of each record takes time.
  const namesHidden = [...where.fields].some(name => columns.has(name) && !isSortable(name));
  if (table.name !== userTable && !namesHidden) return where;
  return { ...where, matches: record => where.matches(searchableFields(context, table, record, family) as Doc) };
}

/** Returns a test for the columns to sort by. In the Web API, the order must not show columns hidden from some callers. */
export function sortableColumns(table: SandboxTable, family: ApiFamily): (name: string) => boolean {
  const columns = columnsOf(table);
  return name => {
    const column = columns.get(name);
    return column !== undefined && (family === 'oserve' || !isHidden(column, false));
  };
}
