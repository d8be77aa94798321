import { ApiError } from '../../api/errors';
import { ExactNumber, valueOf, writeJson, type Json, type JsonObject } from '../../json/json';
import { conditionOf } from '../saving/condition';
import { idsAtOnce, readByIds, searchPage, searchRecords } from '../saving/records';
import { largestPage } from '../table/query';
import type { Column, Table, TableIndex } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import { idOf } from '../text/recordsText';
import type { SameField } from '../table/sameValue';
import type { ImportedRow } from './importedRow';

/** A row that is sent. */
export type SentRow = ImportedRow & { record: JsonObject };

/**
 * The maximum length of the encoded conditions in one address, well below the 16,386 characters that the service
 * accepts.
 */
const longestCondition = 6000;
const alikeRows = 3;
const alikeRecords = 5;

/** Reads all records that were created in a second. */
export async function recordsAt(service: DataService, table: string, second: number): Promise<JsonObject[]> {
  const where = timeCondition('$eq', second);
  const found: JsonObject[] = [];
  let limit = largestPage;
  for (;;) {
    const offset = found.length === 0 ? undefined : String(found.length);
    try {
      const query = { where, limit: String(limit), offset, return_total_count: '1' };
      const { records, total } = await searchPage(service, table, query);
      found.push(...records);
      // Without the total, a full page may be the last one.
      if (records.length === 0 || (total === undefined ? records.length < limit : found.length >= total)) return found;
    } catch (error) {
      limit = smallerPage(error, limit);
    }
  }
}

/**
 * Returns a page size for a response that was too large.
 * @throws the error, if it is another one or a single record is too large
 */
export function smallerPage(error: unknown, limit: number): number {
  if (!(error instanceof ApiError) || error.code !== 'tooLarge' || limit <= 1) throw error;
  return Math.ceil(limit / 4);
}

/** Reads records and returns them by their IDs. */
export async function recordsById(
  service: DataService,
  table: string,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    for (const record of await readByIds(service, table, ids.slice(at, at + idsAtOnce)))
      found.set(idOf(record) ?? '', record);
  }
  return found;
}

interface MatchedRows {
  /** The ID of the record for each row that was found. */
  found: Map<SentRow, string>;
  missing: SentRow[];
  /** Records that match none of the rows. */
  others: JsonObject[];
}

/**
 * Matches rows with stored records. Each record matches one row only, so equal rows need as many records. A record with
 * a value that the row did not send belongs to another row.
 */
export function matchRows(
  rows: readonly SentRow[],
  records: readonly JsonObject[],
  columns: readonly Column[],
  same: SameField,
): MatchedRows {
  const left = [...records];
  const found = new Map<SentRow, string>();
  // Rows with more fields come first: a row with fewer fields may also match their records.
  for (const row of [...rows].sort((one, other) => other.record.size - one.record.size)) {
    const at = left.findIndex(
      record =>
        alteredFields(row.record, record, same).length === 0 && isNothingAdded(row.record, record, columns, same),
    );
    const [record] = at < 0 ? [] : left.splice(at, 1);
    if (record !== undefined) found.set(row, idOf(record) ?? '');
  }
  return { found, missing: rows.filter(row => !found.has(row)), others: left };
}

/** Whether the fields that were not sent are empty or have their default. */
function isNothingAdded(sent: JsonObject, stored: JsonObject, columns: readonly Column[], same: SameField): boolean {
  return columns.every(({ name, system, defaultValue }) => {
    const value = stored.get(name) ?? null;
    if (system || sent.has(name) || value === null) return true;
    return defaultValue !== undefined && same(name, valueOf(JSON.stringify(defaultValue)), value);
  });
}

/** Returns the fields that do not have the sent value. The service returns an empty field as null or leaves it out. */
export function alteredFields(sent: JsonObject, stored: JsonObject, same: SameField): string[] {
  return [...sent]
    .filter(([name, value]) => name !== 'created_at' && !same(name, value, stored.get(name) ?? null))
    .map(([name]) => name);
}

/** Finds the records that have the same values in the columns of a unique index as the rows. */
export async function recordsWithKeys(
  service: DataService,
  table: string,
  rows: readonly SentRow[],
  indexes: readonly TableIndex[],
): Promise<JsonObject[]> {
  const conditions = rows.flatMap(({ record }) =>
    indexes.flatMap(({ columns }) => {
      const values = columns.map((name): [string, Json | undefined] => [name, record.get(name)]);
      if (values.some(([, value]) => value === undefined || value === null)) return [];
      return [new Map(values.map(([name, value]) => [name, new Map([['$eq', value ?? null]])]))];
    }),
  );
  const found = new Map<string, JsonObject>();
  for (const some of shortEnough(conditions)) {
    const where = writeJson(new Map([['$or', some]]));
    for (const record of await searchRecords(service, table, { where, limit: String(largestPage) }))
      found.set(idOf(record) ?? '', record);
  }
  return [...found.values()];
}

/** Finds records that resemble the first rows of a batch whose result is unknown. */
export async function recordsLike(service: DataService, table: Table, rows: readonly SentRow[]): Promise<JsonObject[]> {
  const found = new Map<string, JsonObject>();
  for (const { record } of rows.slice(0, alikeRows)) {
    const { where } = conditionOf(table, undefined, record, undefined);
    for (const like of await searchRecords(service, table.id, { where, limit: String(alikeRecords) }))
      found.set(idOf(like) ?? '', like);
  }
  return [...found.values()];
}

function timeCondition(operator: '$eq' | '$gte', second: number): string {
  return writeJson(new Map([['created_at', new Map([[operator, new ExactNumber(String(second))]])]]));
}

/** Groups conditions so that each group fits into an address. */
function* shortEnough(conditions: readonly Json[]): Generator<Json[]> {
  let group: Json[] = [];
  let length = 0;
  for (const condition of conditions) {
    const cost = encodeURIComponent(writeJson(condition)).length + 3;
    if (group.length > 0 && length + cost > longestCondition) {
      yield group;
      [group, length] = [[], 0];
    }
    group.push(condition);
    length += cost;
  }
  if (group.length > 0) yield group;
}
