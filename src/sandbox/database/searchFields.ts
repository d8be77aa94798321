import type { Scope } from '../backend/scope';
import type { SearchFields } from '../query/where';
import type { SandboxTable } from './table';
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
