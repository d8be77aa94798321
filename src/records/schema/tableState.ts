import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { pathSegment } from '../../api/http/pathSegment';
import { parsePage, repeatsPage, type PageRequest } from '../../api/webApi/page';
import { isJsonObject, isList, valueOf, type Json, type JsonObject } from '../../json/json';
import { tablesPath } from '../table/schema';
import { idOf } from '../text/recordsText';
import { apiRequestOf, call, withQuery, type DataService, type ReadRequest } from '../../api/openApi/dataService';

/** A table exactly as the service sends it: its numbers keep every digit, and unknown properties stay. */
export interface TableState {
  id: string;
  raw: JsonObject;
  indexes: readonly JsonObject[];
}

/** Names of tables by their IDs, for pointers. */
export type TableNames = ReadonlyMap<string, string>;

/** The largest page that the service sends. */
const pageSize = 1000;

export function tablePath(id: string): string {
  return `${tablesPath}${pathSegment(id)}/`;
}

export function indexesPath(id: string): string {
  return `/oserve/v2.6/schema/${pathSegment(id)}/index/`;
}

/**
 * Reads a table with its indexes; `undefined` if there is none.
 * @throws errors of `call`, and ApiError `unexpectedShape`
 */
export async function readTableState(service: DataService, id: string): Promise<TableState | undefined> {
  const [raw, indexes] = await Promise.all([readRawTable(service, id), readIndexes(service, id)]);
  return raw === undefined ? undefined : { id, raw, indexes };
}

/** Reads a table as the service sends it; `undefined` if it does not exist. */
export function readRawTable(service: DataService, id: string): Promise<JsonObject | undefined> {
  const request: ReadRequest = { method: 'GET', path: tablePath(id) };
  return orMissing(readObject(service, request), undefined);
}

export function readIndexes(service: DataService, id: string): Promise<readonly JsonObject[]> {
  return orMissing(readList(service, indexesPath(id)), []);
}

/** Finds a table by its name. After a creation without a response, the ID is unknown. */
export async function findRawTable(service: DataService, name: string): Promise<JsonObject | undefined> {
  const tables = await readList(service, tablesPath, { name });
  return tables.find(table => table.get('name') === name);
}

export async function readTableNames(service: DataService): Promise<TableNames> {
  const tables = await readList(service, tablesPath);
  return new Map(
    tables.flatMap(table => {
      const [id, name] = [idOf(table), table.get('name')];
      return id === undefined || typeof name !== 'string' ? [] : [[id, name] as const];
    }),
  );
}

/** Reads the IDs of the user groups. Permissions refer to them. */
export async function readGroupIds(service: DataService): Promise<ReadonlySet<string>> {
  const groups = await readList(service, '/oserve/v1/user-group/');
  return new Set(groups.flatMap(group => idOf(group) ?? []));
}

/** Returns a text property of an object; empty if it is missing or not a text. */
export function textAt(object: JsonObject | undefined, name: string): string {
  const value = object?.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the columns of a table as received, including those that the service writes. */
export function rawColumns(raw: JsonObject): JsonObject[] {
  const schema = raw.get('schema');
  const fields = isJsonObject(schema) ? schema.get('fields') : undefined;
  return isList(fields) ? fields.filter(isJsonObject) : [];
}

async function readObject(service: DataService, request: ReadRequest): Promise<JsonObject> {
  const { text, status } = await call(service, request);
  const value = valueOf(text);
  if (isJsonObject(value) && idOf(value) !== undefined) return value;
  throw unexpected(service, request, status, 'id, name');
}

/** Reads all pages of a list. @throws errors of `call`, and ApiError `unexpectedShape`, `endless` */
async function readList(
  service: DataService,
  path: string,
  filter: Record<string, string> = {},
): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  let before: { id: string }[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const query = { ...filter, limit: String(pageSize), offset: offset === 0 ? undefined : String(offset) };
    const request: ReadRequest = { method: 'GET', path: withQuery(path, query) };
    const response = await call(service, request);
    const value: Json | undefined = valueOf(response.text);
    // A list without an envelope has no further pages.
    if (isList(value)) return value.filter(isJsonObject);
    const objects = isJsonObject(value) ? value.get('objects') : undefined;
    if (!isList(objects)) throw unexpected(service, request, response.status, 'objects');
    const items = objects.filter(isJsonObject);
    const ids = items.map(item => ({ id: idOf(item) ?? textAt(item, 'index') }));
    if (repeatsPage(before, ids)) break;
    all.push(...items);
    before = ids;
    const page: PageRequest = { limit: pageSize, offset };
    offset = parsePage(response, apiRequestOf(request, service.target), page, item => item).nextOffset;
  }
  return all;
}

function unexpected(service: DataService, request: ReadRequest, status: number, expected: string): ApiError {
  const details = requestDetails(apiRequestOf(request, service.target));
  return new ApiError('unexpectedShape', { ...details, status, expected });
}

async function orMissing<T, M>(read: Promise<T>, missing: M): Promise<T | M> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'status' && error.status === 404) return missing;
    throw error;
  }
}
