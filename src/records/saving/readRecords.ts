import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { longestList, parsePage, smallerPageSize, type PageRequest } from '../../api/webApi/page';
import { isJsonObject, isList, valueOf, writeJson, type Json, type JsonObject } from '../../json/json';
import { isSearchable } from './condition';
import { mergeRecord, type RecordEdit, type RecordMerge } from './merge';
import {
  keysText,
  largestPage,
  limitOf,
  readRequest,
  recordPath,
  recordsPath,
  type DataQuery,
  type PageQuery,
} from '../table/query';
import { idOf, recordsIn } from '../text/recordsText';
import { fieldComparer } from '../table/sameValue';
import type { Table } from '../table/schema';
import { apiRequestOf, call, withQuery, type ReadRequest, type DataService } from '../../api/openApi/dataService';

/** The records of a document as the service has them now. */
interface RecordsPage {
  records: JsonObject[];
  /** Offset of the next page; `undefined` at the end. */
  nextOffset: number | undefined;
}

/** The number of IDs that fit into one address. */
export const idsAtOnce = 200;

/**
 * Reads a record, or a page with one request per 1000 records. A missing record gives an empty list.
 * @throws ApiError, also `unexpectedShape` for anything but records; errors of `withToken`
 */
export async function readRecords(service: DataService, query: DataQuery): Promise<RecordsPage> {
  if (query.kind === 'record') {
    const record = await readRecord(service, readRequest(query));
    return { records: record === undefined ? [] : [record], nextOffset: undefined };
  }
  const recordsById = new Map<string, JsonObject>();
  const start = query.offset ?? 0;
  const end = start + limitOf(query);
  let at = start;
  for (;;) {
    const page = { limit: Math.min(largestPage, end - at), offset: at, start };
    const paged = { ...query, limit: page.limit, offset: at === 0 ? undefined : at };
    const { records, nextOffset } = await readPage(service, readRequest(paged), page).catch((error: unknown) => {
      // A short last response may name a next one, which looks like an endless list. The number of records decides.
      if (error instanceof ApiError && error.code === 'endless')
        return readPage(service, readRequest(paged, true), page);
      throw error;
    });
    // A record that was added meanwhile shifts others into the next response; do not show a record twice.
    for (const record of records) recordsById.set(idOf(record) ?? `+${recordsById.size}`, record);
    if (nextOffset === undefined || nextOffset >= end) return { records: [...recordsById.values()], nextOffset };
    at = nextOffset;
  }
}

async function readPage(service: DataService, request: ReadRequest, page: PageRequest): Promise<RecordsPage> {
  const response = await call(service, request);
  const apiRequest = apiRequestOf(request, service.target);
  const { nextOffset } = parsePage(response, apiRequest, page, item => item);
  const list = valueOf(response.text);
  const objects = isJsonObject(list) ? list.get('objects') : undefined;
  // `parsePage` accepts JSON with repeated names. A save would count the records of such a page as deleted.
  if (!isList(objects))
    throw new ApiError('unexpectedShape', {
      ...requestDetails(apiRequest),
      status: response.status,
      expected: 'objects',
    });
  return { records: recordsIn(objects), nextOffset };
}

/**
 * Counts the records that match the condition of a page, in one request; `undefined` where the service gives no number.
 * @throws errors of `readRecords`
 */
export async function countRecords(service: DataService, { table, where }: PageQuery): Promise<number | undefined> {
  const parameters = { where, keys: 'id', limit: '1', return_total_count: '1' };
  const request: ReadRequest = { method: 'GET', path: withQuery(recordsPath('v2.4', table), parameters) };
  const response = await call(service, request);
  return parsePage(response, apiRequestOf(request, service.target), { limit: 1 }, item => item).totalCount;
}

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
  if (!isSearchable({ type: typeIn(column) ?? '', itemType })) return undefined;
  const where = writeJson(new Map<string, Json>([[name, new Map([['$isnull', false]])]]));
  return countRecords(service, { kind: 'page', table, where });
}

function typeIn(object: JsonObject | undefined): string | undefined {
  const type = object?.get('type');
  return typeof type === 'string' ? type : undefined;
}

/**
 * Reads the current state of the edited records and compares the three states. Sends one request for a single record,
 * otherwise one per 200 records.
 * @param chosen the columns the document shows, when it does not show all
 * @throws errors of `readRecords`
 */
export async function mergeWithServer(
  service: DataService,
  table: Table,
  edits: readonly RecordEdit[],
  chosen?: readonly string[],
): Promise<RecordMerge[]> {
  const ids = edits.flatMap(({ id }) => (id === undefined ? [] : [id]));
  // Whole records: a revert needs them, and the parameter `keys` would make null of a missing value.
  const records = await readByIds(service, table.id, ids);
  const recordsById = new Map(records.map(record => [idOf(record), record]));
  const shown = chosen === undefined ? undefined : new Set(chosen);
  const same = fieldComparer(table.columns);
  return edits.map(edit =>
    mergeRecord(edit, edit.id === undefined ? undefined : recordsById.get(edit.id), same, shown),
  );
}

/** Reads the records with these IDs, with one request per 200 records. Missing records are left out. */
export async function readByIds(
  service: DataService,
  table: string,
  ids: readonly string[],
  keys?: string,
): Promise<JsonObject[]> {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    const record = await readRecord(service, {
      method: 'GET',
      path: withQuery(recordPath('v2.4', table, only), { keys }),
    });
    return record === undefined ? [] : [record];
  }
  const records: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const group = ids.slice(at, at + idsAtOnce);
    const where = writeJson(new Map([['id', new Map([['$in', group]])]]));
    records.push(...(await searchAll(service, table, { where, keys }, { size: group.length, most: group.length })));
  }
  return records;
}

/**
 * Reads records page by page. A page can be shorter than requested, or too large for one response. Ends at a page
 * without further records, because a service that ignores the offset would send the same page forever.
 * @param size the number of records on the first page
 * @param most ends after this number of records
 */
export async function searchAll(
  service: DataService,
  table: string,
  query: Record<string, string | undefined>,
  { size, most = Infinity }: { size: number; most?: number },
): Promise<JsonObject[]> {
  const byId = new Map<string, JsonObject>();
  let limit = size;
  let offset = 0;
  for (;;) {
    try {
      const paged = { ...query, limit: String(limit), offset: offset === 0 ? undefined : String(offset) };
      // Each page counts as the first one, because the limits for endless lists would refuse a short last page.
      const { records, nextOffset } = await searchPage(service, table, paged, { limit, offset, start: offset });
      const before = byId.size;
      for (const record of records) byId.set(idOf(record) ?? '', record);
      if (byId.size > longestList) throw endless(service, table);
      if (nextOffset === undefined || byId.size === before || byId.size >= most) return [...byId.values()];
      offset = nextOffset;
    } catch (error) {
      limit = smallerPageSize(error, limit);
    }
  }
}

function endless({ target }: DataService, table: string): ApiError {
  const request = apiRequestOf({ method: 'GET', path: recordsPath('v2.4', table) }, target);
  return new ApiError('endless', { ...requestDetails(request), expected: String(longestList) });
}

/** Reads records with one request. */
export async function searchRecords(
  service: DataService,
  table: string,
  query: Record<string, string | undefined>,
): Promise<JsonObject[]> {
  return (await searchPage(service, table, query)).records;
}

function searchPage(
  service: DataService,
  table: string,
  query: Record<string, string | undefined>,
  page: PageRequest = {},
): Promise<RecordsPage> {
  return readPage(service, { method: 'GET', path: withQuery(recordsPath('v2.4', table), query) }, page);
}

async function readRecord(service: DataService, request: ReadRequest): Promise<JsonObject | undefined> {
  try {
    const { text, status } = await call(service, request);
    const [record] = recordsIn(valueOf(text));
    if (record !== undefined) return record;
    const details = requestDetails(apiRequestOf(request, service.target));
    throw new ApiError('unexpectedShape', { ...details, status, expected: 'id' });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'status' && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Returns the parameter `keys` for the chosen columns and further fields. Leaves out further fields that the table does
 * not have, because the service refuses unknown columns.
 */
export function keysWith({ columns }: Table, chosen: readonly string[], names: readonly string[]): string {
  const known = new Set([...columns.map(({ name }) => name), 'read_perm', 'write_perm']);
  return keysText(new Set([...chosen, ...names.filter(name => known.has(name))]));
}
