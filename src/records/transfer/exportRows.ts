import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { pause, retryWaits } from '../../api/http/retryAfter';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type JsonObject } from '../../json/json';
import { pageColumns } from '../document/cells';
import { idsAtOnce, keysWith, readByIds } from '../saving/records';
import { largestPage, recordsPath } from '../table/query';
import type { Table } from '../table/schema';
import { apiRequestOf, call, withQuery, type DataService } from '../../api/openApi/dataService';
import { idOf, recordsIn } from '../text/recordsText';
import type { Pause } from './pace';
import { smallerPage } from './readBack';

/** Which records of a table are exported. */
export interface ExportQuery {
  table: Table;
  /** A condition as JSON text. */
  where?: string | undefined;
  /** Without it, the oldest record comes first; a `page` has the order of the service. */
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
  waiting: (seconds: number) => void;
  pause?: Pause | undefined;
}

/** The records of one response, and the number of all records if the service returns it. */
interface ExportPage {
  records: JsonObject[];
  total: number | undefined;
}

/** Returns the columns of a file: the chosen ones; or the ID, the table's, and those that the service writes. */
export function exportColumns({ table, keys }: ExportQuery): string[] {
  return keys === undefined ? pageColumns(table.columns, []).map(({ name }) => name) : [...keys];
}

/** Returns the first column of a query that the table does not have. */
export function unknownColumn({ table, keys = [], orderBy = [] }: ExportQuery): string | undefined {
  const known = new Set(['id', 'created_by', 'created_at', 'updated_at', ...table.columns.map(({ name }) => name)]);
  return [...keys, ...orderBy.map(name => name.replace(/^-/, ''))].find(name => !known.has(name));
}

/**
 * Reads records in requests of 1000. Without `orderBy` and `page`, each request continues after the `created_at` of the
 * last record, so changes of earlier records do not shift later ones. No record is returned twice.
 * @throws ApiError; the signal's reason
 */
export async function* exportPages(query: ExportQuery, options: ReadOptions): AsyncGenerator<ExportPage> {
  const { table, ids, page } = query;
  // With `keys` the service returns null for a missing field, so `keys` is left out if all columns are exported.
  const keys = query.keys === undefined ? undefined : keysWith(table, query.keys, ['id', 'created_at']);
  if (ids !== undefined) {
    yield* selectedRecords(table, ids, keys, options);
    return;
  }
  const end = page === undefined ? Infinity : page.offset + page.limit;
  const byTime = query.orderBy === undefined && page === undefined;
  const orderBy = query.orderBy?.join(',') ?? (byTime ? 'created_at' : undefined);
  // The IDs that were returned: only those of the last second if `byTime`, otherwise all.
  const seen = new Set<string>();
  let offset = page?.offset ?? 0;
  let second: ExactNumber | undefined;
  let total: number | undefined;
  let most = largestPage;
  for (;;) {
    const limit = Math.min(most, end - offset);
    const where = second === undefined ? query.where : since(query.where, second);
    const parameters = { where, keys, order_by: orderBy, limit: String(limit), return_total_count: '1' };
    const position = offset === 0 ? undefined : String(offset);
    const found = await readPage(table.id, { ...parameters, offset: position }, options).catch((error: unknown) => {
      most = smallerPage(error, limit);
      return undefined;
    });
    if (found === undefined) continue;
    total ??= found.total;
    const fresh = found.records.filter(record => !seen.has(idOf(record) ?? ''));
    yield { records: fresh, total };
    const read = offset + found.records.length;
    const isLast = found.total === undefined ? found.records.length < limit : read >= found.total;
    if (isLast || found.records.length === 0 || read >= end) return;
    const last = found.records.at(-1)?.get('created_at');
    if (byTime && last instanceof ExactNumber) {
      if (last.text !== second?.text) seen.clear();
      second = last;
      for (const record of found.records) if (isAt(record, last)) seen.add(idOf(record) ?? '');
      offset = seen.size;
    } else {
      for (const record of fresh) seen.add(idOf(record) ?? '');
      offset = read;
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
    const some = ids.slice(at, at + idsAtOnce);
    const found = await withRetries(() => readByIds(options.service, table.id, some, keys), options);
    const byId = new Map(found.map(record => [idOf(record) ?? '', record]));
    const records = some.map(id => byId.get(id)).filter(record => record !== undefined);
    yield { records, total: ids.length };
  }
}

async function readPage(
  table: string,
  parameters: Record<string, string | undefined>,
  options: ReadOptions,
): Promise<ExportPage> {
  const request = { method: 'GET' as const, path: withQuery(recordsPath('v2.4', table), parameters) };
  const { text, status } = await withRetries(() => call(options.service, request), options);
  const body = valueOf(text);
  const [objects, meta] = isJsonObject(body) ? [body.get('objects'), body.get('meta')] : [];
  if (!isList(objects)) {
    const details = requestDetails(apiRequestOf(request, options.service.target));
    throw new ApiError('unexpectedShape', { ...details, status, expected: 'objects' });
  }
  const total = isJsonObject(meta) ? meta.get('total_count') : undefined;
  return { records: recordsIn(objects), total: total instanceof ExactNumber ? Number(total.text) : undefined };
}

/** Retries a call that the service asks to repeat later. */
async function withRetries<T>(read: () => Promise<T>, options: ReadOptions): Promise<T> {
  const { signal, waiting, pause: wait = pause } = options;
  const waitFor = retryWaits();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      const seconds = waitFor([error]);
      if (seconds === undefined) throw error;
      waiting(seconds);
      await wait(seconds, signal);
    }
  }
}

function since(where: string | undefined, second: ExactNumber): string {
  const condition = valueOf(where ?? '{}') ?? new Map();
  const time = new Map([['created_at', new Map([['$gte', second]])]]);
  const isAll = isJsonObject(condition) && condition.size === 0;
  return writeJson(isAll ? time : new Map([['$and', [condition, time]]]));
}

function isAt(record: JsonObject, second: ExactNumber): boolean {
  const at = record.get('created_at');
  return at instanceof ExactNumber && at.text === second.text;
}
