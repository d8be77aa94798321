import { ExactNumber, isJsonObject, isList, writeJson, type Json, type JsonObject } from '../../json/json';
import type { Column, Table } from '../table/schema';

/**
 * Maximum length of the encoded condition in an address: the service refuses addresses of more than 16,386 characters.
 */
const longest = 6000;

/**
 * The condition `where` under which a record is unchanged: its ID, and each field by the operators that the service
 * documents for its type. `complete` says whether it includes every field. For a field that cannot be compared (files,
 * geo values, permissions, long values) it uses the time of the last change, in whole seconds.
 * @param id absent for a condition on the fields alone
 * @param server the record as it was read last
 */
export function conditionOf(
  table: Table,
  id: string | undefined,
  expected: ReadonlyMap<string, Json | undefined>,
  server: JsonObject | undefined,
): { where: string; complete: boolean } {
  const columns = new Map(table.columns.map(column => [column.name, column]));
  const parts: [string, Json][] = id === undefined ? [] : [['id', new Map([['$eq', id]])]];
  let left = longest;
  let complete = true;
  for (const [name, value] of expected) {
    const test = testOf(columns.get(name), value);
    const cost = test === undefined ? 0 : encodeURIComponent(name + writeJson(test)).length;
    if (test !== undefined && cost <= left) {
      parts.push([name, test]);
      left -= cost;
    } else complete = false;
  }
  const changedAt = server?.get('updated_at');
  if (!complete && changedAt instanceof ExactNumber) parts.push(['updated_at', new Map([['$eq', changedAt]])]);
  return { where: writeJson(new Map(parts)), complete };
}

/** The service finds nothing by lists with items of these types. */
const uncomparedItems: ReadonlySet<string | undefined> = new Set(['object', 'file', 'geojson', 'date']);

function testOf(column: Column | undefined, value: Json | undefined): JsonObject | undefined {
  if (column === undefined) return undefined;
  const { type, itemType } = column;
  if (value === undefined || value === null) return new Map([['$isnull', true]]);
  if (type === 'file' || type === 'geojson' || (type === 'array' && uncomparedItems.has(itemType))) return undefined;
  // A pointer is compared by the ID of its record.
  const compared = type === 'reference' && isJsonObject(value) ? value.get('id') : value;
  return compared === undefined || hasOperator(compared) ? undefined : new Map([['$eq', compared]]);
}

/** Whether the service would treat the name as an operator or a path. */
function hasOperator(value: Json): boolean {
  if (isList(value)) return value.some(hasOperator);
  if (!isJsonObject(value)) return false;
  return [...value].some(([name, inner]) => name.startsWith('$') || name.includes('.') || hasOperator(inner));
}
