import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { pause, retryWaits } from '../../api/http/retryAfter';
import { smallerPageSize } from '../../api/webApi/page';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type JsonObject } from '../../json/json';
import { pageColumns } from '../document/cells';
import { idsAtOnce, keysWith, readByIds } from '../saving/readRecords';
import { largestPage, recordsPath } from '../table/query';
import type { Table } from '../table/schema';
import { apiRequestOf, call, withQuery, type DataService } from '../../api/openApi/dataService';
import { idOf, recordsIn } from '../text/recordsText';
import type { Pause } from './pace';

/** The records and columns of a table to export. */
export interface ExportQuery {
  table: Table;
  /** A condition as JSON text. */
  where?: string | undefined;
  /** By default the oldest record comes first. With `page`, the default is the order of the service. */
  orderBy?: readonly string[] | undefined;
  /** The columns to export; all if absent. */
  keys?: readonly string[] | undefined;
  /** Exports only the records with these IDs. */
  ids?: readonly string[] | undefined;
  /** One page of the records; all if absent. */
  page?: { offset: number; limit: number } | undefined;
}

export interface ReadOptions {
  service: DataService;
  signal: AbortSignal;
  onWait: (seconds: number) => void;
  pause?: Pause | undefined;
}

/** The records of one response, and the number of all records to export if the service returns it. */
interface ExportPage {
  records: JsonObject[];
  total: number | undefined;
}

interface ReceivedPage extends ExportPage {
  /** Whether the service names a next page. */
  isFollowed: boolean;
}

/** Returns the number of records on a page of all records. */
function countIn(page: ExportQuery['page'], total: number | undefined): number | undefined {
  if (page === undefined || total === undefined) return total;
  return Math.max(0, Math.min(page.limit, total - page.offset));
}

/** Returns the columns of a file: the chosen ones, or all including the system columns. */
export function exportColumns({ table, keys }: ExportQuery): string[] {
  return keys === undefined ? pageColumns(table.columns, []).map(({ name }) => name) : [...keys];
}

/** Returns the first column of a query that the table does not have; `undefined` if it has all. */
export function firstUnknownColumn({ table, keys = [], orderBy = [] }: ExportQuery): string | undefined {
  const known = new Set(['id', 'created_by', 'created_at', 'updated_at', ...table.columns.map(({ name }) => name)]);
  return [...keys, ...orderBy.map(name => name.replace(/^-/, ''))].find(name => !known.has(name));
}

/**
 * Reads records in requests of 1000. Without `orderBy` and `page`, each request continues at the `created_at` of the
 * last record, so deleting earlier records does not shift later ones. Returns no record twice.
 * @throws ApiError; the signal's reason
 */
export async function* exportPages(query: ExportQuery, options: ReadOptions): AsyncGenerator<ExportPage> {
  const { table, ids, page } = query;
  // With `keys` the service returns null for missing fields, so `keys` is not sent if all columns are exported.
  const keys = query.keys === undefined ? undefined : keysWith(table, query.keys, ['id', 'created_at']);
  if (ids !== undefined) {
    yield* selectedRecords(table, ids, keys, options);
    return;
  }
  const end = page === undefined ? Infinity : page.offset + page.limit;
  const isByTime = query.orderBy === undefined && page === undefined;
  const orderBy = query.orderBy?.join(',') ?? (isByTime ? 'created_at' : undefined);
  // The IDs of returned records: if `isByTime`, only of those with the last `created_at`, otherwise of all.
  const returnedIds = new Set<string>();
  let offset = page?.offset ?? 0;
  let lastCreatedAt: ExactNumber | undefined;
  let total: number | undefined;
  let pageLimit = largestPage;
  for (;;) {
    const limit = Math.min(pageLimit, end - offset);
    const where = lastCreatedAt === undefined ? query.where : conditionSince(query.where, lastCreatedAt);
    const parameters = { where, keys, order_by: orderBy, limit: String(limit), return_total_count: '1' };
    const offsetText = offset === 0 ? undefined : String(offset);
    const response = await readPage(table.id, { ...parameters, offset: offsetText }, options).catch(
      (error: unknown) => {
        pageLimit = smallerPageSize(error, limit);
        return undefined;
      },
    );
    if (response === undefined) continue;
    total ??= countIn(page, response.total);
    const newRecords = response.records.filter(record => !returnedIds.has(idOf(record) ?? ''));
    yield { records: newRecords, total };
    const nextOffset = offset + response.records.length;
    // `next` is sometimes wrong, so it counts only if the service does not return the total.
    const isShort = response.records.length < limit;
    const isLast = response.total === undefined ? isShort && !response.isFollowed : nextOffset >= response.total;
    if (isLast || response.records.length === 0 || nextOffset >= end) return;
    const createdAt = response.records.at(-1)?.get('created_at');
    if (isByTime && createdAt instanceof ExactNumber) {
      if (createdAt.text !== lastCreatedAt?.text) returnedIds.clear();
      lastCreatedAt = createdAt;
      for (const record of response.records) if (isCreatedAt(record, createdAt)) returnedIds.add(idOf(record) ?? '');
      offset = returnedIds.size;
    } else {
      for (const record of newRecords) returnedIds.add(idOf(record) ?? '');
      offset = nextOffset;
    }
  }
}

async function* selectedRecords(
  table: Table,
  ids: readonly string[],
  keys: string | undefined,
  options: ReadOptions,
): AsyncGenerator<ExportPage> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const idGroup = ids.slice(at, at + idsAtOnce);
    const foundRecords = await withRetries(() => readByIds(options.service, table.id, idGroup, keys), options);
    const byId = new Map(foundRecords.map(record => [idOf(record) ?? '', record]));
    const records = idGroup.map(id => byId.get(id)).filter(record => record !== undefined);
    yield { records, total: ids.length };
  }
}

async function readPage(
  table: string,
  parameters: Record<string, string | undefined>,
  options: ReadOptions,
): Promise<ReceivedPage> {
  const request = { method: 'GET' as const, path: withQuery(recordsPath('v2.4', table), parameters) };
  const { text, status } = await withRetries(() => call(options.service, request), options);
  const body = valueOf(text);
  const [objects, meta] = isJsonObject(body) ? [body.get('objects'), body.get('meta')] : [];
  if (!isList(objects)) {
    const details = requestDetails(apiRequestOf(request, options.service.target));
    throw new ApiError('unexpectedShape', { ...details, status, expected: 'objects' });
  }
  const [total, next] = isJsonObject(meta) ? [meta.get('total_count'), meta.get('next')] : [];
  return {
    records: recordsIn(objects),
    total: total instanceof ExactNumber ? Number(total.text) : undefined,
    isFollowed: typeof next === 'string',
  };
}

/** Repeats a call after the wait that the service asks for; a write only after 429. */
export async function withRetries<T>(send: () => Promise<T>, options: ReadOptions): Promise<T> {
  const { signal, onWait, pause: wait = pause } = options;
  const waitFor = retryWaits();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      const seconds = waitFor([error]);
      if (seconds === undefined) throw error;
      onWait(seconds);
      await wait(seconds, signal);
    }
  }
}

function conditionSince(where: string | undefined, createdAt: ExactNumber): string {
  const condition = valueOf(where ?? '{}') ?? new Map();
  const time = new Map([['created_at', new Map([['$gte', createdAt]])]]);
  const isAll = isJsonObject(condition) && condition.size === 0;
  return writeJson(isAll ? time : new Map([['$and', [condition, time]]]));
}

function isCreatedAt(record: JsonObject, createdAt: ExactNumber): boolean {
  const at = record.get('created_at');
  return at instanceof ExactNumber && at.text === createdAt.text;
}
