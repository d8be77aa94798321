import { ExactNumber, isJsonObject, isList, writeJson, type Json, type JsonObject } from '../../json/json';
import type { Column, Table } from '../table/schema';

/**
 * The maximum length of the encoded condition, well below the 16,386 characters that the service accepts in an address.
 */
export const longestCondition = 6000;

/**
 * Returns the condition `where` that matches a record only while it is unchanged: its ID, and each field by the
 * operators that the service documents for its type. `isComplete` says whether it includes every field. For fields that
 * cannot be compared (files, geo values, permissions, long values) it uses `updated_at`, which has whole seconds.
 * @param id absent for a condition on the fields alone
 * @param server the record as it was read last
 */
export function conditionOf(
  table: Table,
  id: string | undefined,
  expected: ReadonlyMap<string, Json | undefined>,
  server: JsonObject | undefined,
): { where: string; isComplete: boolean } {
  const columns = new Map(table.columns.map(column => [column.name, column]));
  const parts: [string, Json][] = id === undefined ? [] : [['id', new Map([['$eq', id]])]];
  let remaining = longestCondition;
  let isComplete = true;
  for (const [name, value] of expected) {
    const test = testOf(columns.get(name), value);
    const cost = test === undefined ? 0 : encodeURIComponent(name + writeJson(test)).length;
    if (test !== undefined && cost <= remaining) {
      parts.push([name, test]);
      remaining -= cost;
    } else isComplete = false;
  }
  const changedAt = server?.get('updated_at');
  if (!isComplete && changedAt instanceof ExactNumber) parts.push(['updated_at', new Map([['$eq', changedAt]])]);
  return { where: writeJson(new Map(parts)), isComplete };
}

/** Item types of lists that the service cannot compare: such a condition matches no record. */
const uncomparedItems: ReadonlySet<string | undefined> = new Set(['object', 'file', 'geojson', 'date']);

/** Whether the service can compare the values of a column. A comparison with any other column matches no record. */
export function isComparable(column: Pick<Column, 'type' | 'itemType'>): boolean {
  return column.type !== 'file' && column.type !== 'geojson' && isSearchable(column);
}

/** Whether any condition on a column can match, for example that it has a value. */
export function isSearchable({ type, itemType }: Pick<Column, 'type' | 'itemType'>): boolean {
  return type !== 'array' || !uncomparedItems.has(itemType);
}

function testOf(column: Column | undefined, value: Json | undefined): JsonObject | undefined {
  if (column === undefined || !isSearchable(column)) return undefined;
  if (value === undefined || value === null) return new Map([['$isnull', true]]);
  if (!isComparable(column)) return undefined;
  // A pointer is compared by the ID of its record.
  const compared = column.type === 'reference' && isJsonObject(value) ? value.get('id') : value;
  return compared === undefined || hasOperator(compared) ? undefined : new Map([['$eq', compared]]);
}

/** Whether a value has a name that the service would treat as an operator or a path. */
function hasOperator(value: Json): boolean {
  if (isList(value)) return value.some(hasOperator);
  if (!isJsonObject(value)) return false;
  return [...value].some(([name, inner]) => name.startsWith('$') || name.includes('.') || hasOperator(inner));
}
