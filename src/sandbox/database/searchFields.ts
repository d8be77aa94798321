import type { SandboxContext } from '../backend/routing';
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
 * Returns a condition that does not see the private fields of users: those that only the sandbox has and, in the Web
 * API, those of other users. A condition on another table stays as it is.
 */
export function withoutPrivateFields(
  context: SandboxContext,
  table: SandboxTable,
  where: Where | undefined,
  isOpenApi: boolean,
): Where | undefined {
  if (!where || table.name !== userTable) return where;
  return { ...where, matches: user => where.matches(searchableFields(context, table, user, isOpenApi) as Doc) };
}

/** Returns a test for the columns to sort by. In the Web API, the order of users must not show private fields. */
export function sortableColumns(table: SandboxTable, isOpenApi: boolean): (name: string) => boolean {
  const columns = columnsOf(table);
  return name => {
    const column = columns.get(name);
    return column !== undefined && (isOpenApi || table.name !== userTable || !isHidden(column, false));
  };
}
