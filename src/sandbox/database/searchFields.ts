import type { Scope } from '../backend/scope';
import type { SearchFields } from '../query/where';
import type { SandboxTable } from './table';
import { columnsOf } from './tables';
import { readArgument } from './values';

/** The service finds nothing by a condition on a list of these types. */
const notSearchable = new Set(['object', 'file', 'geojson', 'date']);

/** The fields that a condition on the records of a table may name. */
export function searchFields(scope: Scope, table: SandboxTable): SearchFields {
  const columns = columnsOf(table);
  return {
    isSearchable: name => {
      const column = columns.get(name);
      return column?.type !== 'array' || !notSearchable.has(column.items?.type ?? '');
    },
    readArgument: (name, argument) => {
      const column = columns.get(name);
      return column ? readArgument(scope, column, argument) : argument;
    },
  };
}
