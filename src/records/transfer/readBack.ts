import { ExactNumber, valueOf, writeJson, type Json, type JsonObject } from '../../json/json';
import { conditionOf, longestCondition } from '../saving/condition';
import { searchAll, searchRecords } from '../saving/readRecords';
import { largestPage } from '../table/query';
import type { Column, Table, TableIndex } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import { idOf } from '../text/recordsText';
import type { SameField } from '../table/sameValue';
import type { ImportedRow } from './importedRow';

/** A row without problems, which is sent. */
export type SentRow = ImportedRow & { record: JsonObject };

const sampledRows = 3;
const recordsPerRow = 5;

/** Reads all records with this `created_at`. */
export async function recordsCreatedAt(service: DataService, table: string, createdAt: number): Promise<JsonObject[]> {
  const where = writeJson(new Map([['created_at', new Map([['$eq', new ExactNumber(String(createdAt))]])]]));
  return searchAll(service, table, { where, return_total_count: '1' }, { size: largestPage });
}

interface MatchedRows {
  /** The ID of the matching record, for each row that has one. */
  idByRow: Map<SentRow, string>;
  missing: SentRow[];
  /** Records that match no row. */
  others: JsonObject[];
}

/**
 * Matches rows with stored records. Each record matches one row only, so equal rows need equally many records. A record
 * does not match a row if it has a value in a field that the row did not send.
 */
export function matchRows(
  rows: readonly SentRow[],
  records: readonly JsonObject[],
  columns: readonly Column[],
  same: SameField,
): MatchedRows {
  const unmatched = [...records];
  const idByRow = new Map<SentRow, string>();
  // Rows with more fields first, because a row with fewer fields could also match their records.
  for (const row of [...rows].sort((one, other) => other.record.size - one.record.size)) {
    const at = unmatched.findIndex(
      record =>
        alteredFields(row.record, record, same).length === 0 && hasOnlySentFields(row.record, record, columns, same),
    );
    const [record] = at < 0 ? [] : unmatched.splice(at, 1);
    if (record !== undefined) idByRow.set(row, idOf(record) ?? '');
  }
  return { idByRow, missing: rows.filter(row => !idByRow.has(row)), others: unmatched };
}

/** Whether all fields that were not sent are empty or have their default value. */
function hasOnlySentFields(sent: JsonObject, stored: JsonObject, columns: readonly Column[], same: SameField): boolean {
  return columns.every(({ name, system, defaultValue }) => {
    const value = stored.get(name) ?? null;
    if (system || sent.has(name) || value === null) return true;
    return defaultValue !== undefined && same(name, valueOf(JSON.stringify(defaultValue)), value);
  });
}

/** Returns the sent fields whose stored values differ. An empty field may be null or missing in the response. */
export function alteredFields(sent: JsonObject, stored: JsonObject, same: SameField): string[] {
  return [...sent]
    .filter(([name, value]) => name !== 'created_at' && !same(name, value, stored.get(name) ?? null))
    .map(([name]) => name);
}

/** Finds the records that have the same values as one of the rows in the columns of a unique index. */
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
  const byId = new Map<string, JsonObject>();
  for (const group of groupByLength(conditions)) {
    const where = writeJson(new Map([['$or', group]]));
    for (const record of await searchRecords(service, table, { where, limit: String(largestPage) }))
      byId.set(idOf(record) ?? '', record);
  }
  return [...byId.values()];
}

/**
 * Finds records that resemble the first rows of a batch whose result is unknown.
 * @returns `undefined` if no row has a field that the service can compare
 */
export async function recordsSimilarTo(
  service: DataService,
  table: Table,
  rows: readonly SentRow[],
): Promise<JsonObject[] | undefined> {
  const byId = new Map<string, JsonObject>();
  const conditions: string[] = [];
  for (const { record } of rows) {
    // Many records have no value in a column, so a null says nothing about a row.
    const values = new Map([...record].filter(([, value]) => value !== null));
    const { where } = conditionOf(table, undefined, values, undefined);
    // An empty condition would match every record.
    if (where !== '{}' && conditions.push(where) === sampledRows) break;
  }
  if (conditions.length === 0) return undefined;
  for (const where of conditions) {
    for (const similar of await searchRecords(service, table.id, { where, limit: String(recordsPerRow) }))
      byId.set(idOf(similar) ?? '', similar);
  }
  return [...byId.values()];
}

/** Groups conditions so that each group fits into a URL. */
function* groupByLength(conditions: readonly Json[]): Generator<Json[]> {
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
