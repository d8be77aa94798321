import { isJsonObject, writeJson, type Json, type JsonObject } from '../../json/json';
import type { DataService } from '../../api/openApi/dataService';
import { isSearched } from './condition';
import { countRecords } from './records';

/**
 * Counts the records that have a value in a column.
 * @param column the column as the service sends it
 * @returns `undefined` if the service cannot find them
 * @throws errors of `countRecords`
 */
export async function countValues(
  service: DataService,
  table: string,
  name: string,
  column: JsonObject | undefined,
): Promise<number | undefined> {
  const items = column?.get('items');
  const itemType = isJsonObject(items) ? typeIn(items) : undefined;
  if (!isSearched({ type: typeIn(column) ?? '', itemType })) return undefined;
  const where = writeJson(new Map<string, Json>([[name, new Map([['$isnull', false]])]]));
  return countRecords(service, { kind: 'page', table, where });
}

function typeIn(object: JsonObject | undefined): string | undefined {
  const type = object?.get('type');
  return typeof type === 'string' ? type : undefined;
}
