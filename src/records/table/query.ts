import * as v from 'valibot';
import { isPathSegment, pathSegment } from '../../api/http/pathSegment';
import { fromUriQuery, toUriQuery } from '../../api/http/uriQuery';
import { isJsonObject, isList, valueOf, writeJson, type Json, type JsonObject } from '../../json/json';
import { withQuery, type ReadRequest } from '../../api/openApi/dataService';

/** The content of a data document: one record, or a page of records. */
export type DataQuery = RecordQuery | PageQuery;

interface RecordQuery {
  kind: 'record';
  /** ID of the table. */
  table: string;
  id: string;
}

export interface PageQuery {
  kind: 'page';
  table: string;
  /** A condition as JSON text, which keeps every digit of its numbers. */
  where?: string | undefined;
  /** Column names, with a minus for descending order; by default the newest record comes first. */
  orderBy?: readonly string[] | undefined;
  /** The columns to show, all when absent. ID and time of the last change are always read. */
  keys?: readonly string[] | undefined;
  /** The maximum number of records: 1 to 10,000, by default 100. */
  limit?: number | undefined;
  offset?: number | undefined;
}

/** The address of a document's content: enough to read it again after a reload. It holds IDs and never a credential. */
export type DataAddress = { clientId: string; authUrl: string; envId?: string | undefined } & DataQuery;

export type TableAddress = Pick<DataAddress, 'clientId' | 'authUrl' | 'envId' | 'table'>;

/** The address of a page of records. */
export type PageAddress = DataAddress & PageQuery;

const defaultLimit = 100;
/** The maximum number of records in one response of the service. */
export const largestPage = 1000;
/** The maximum number of records in one document. */
export const maximumRecords = 10_000;

const nonEmpty = v.pipe(v.string(), v.minLength(1));
const segment = v.pipe(v.string(), v.check(isPathSegment));
const column = v.pipe(v.string(), v.regex(/^[^,.\s-][^,.\s]*$/u));
const sorted = v.pipe(v.string(), v.regex(/^-?[^,.\s-][^,.\s]*$/u));
const names = <T extends v.GenericSchema<string, string>>(name: T) =>
  v.pipe(
    v.array(name),
    v.minLength(1),
    v.check(list => new Set(list).size === list.length),
  );
const condition = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const value = valueOf(dataset.value);
    if (isJsonObject(value)) return writeJson(value);
    addIssue();
    return NEVER;
  }),
);
const target = { clientId: nonEmpty, authUrl: nonEmpty, envId: v.optional(nonEmpty) };
const addressShape = v.variant('kind', [
  v.strictObject({ ...target, kind: v.literal('record'), table: segment, id: segment }),
  v.strictObject({
    ...target,
    kind: v.literal('page'),
    table: segment,
    where: v.optional(condition),
    orderBy: v.optional(names(sorted)),
    keys: v.optional(names(column)),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maximumRecords))),
    offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999))),
  }),
]);

/**
 * Returns the address as canonical JSON: equal addresses give the same text. Leaves out default values. The text
 * identifies favourites.
 * @throws ValiError for an address that `readAddressQuery` would refuse
 */
export function addressText(address: DataAddress): string {
  const checked = v.parse(addressShape, definedPart(address));
  const { clientId, authUrl, envId } = checked;
  if (checked.kind === 'record') {
    return JSON.stringify({ clientId, authUrl, envId, kind: 'record', table: checked.table, id: checked.id });
  }
  const { table, orderBy, keys, limit, offset } = checked;
  return JSON.stringify({
    clientId,
    authUrl,
    envId,
    kind: 'page',
    table,
    where: checked.where === '{}' ? undefined : checked.where,
    orderBy,
    keys,
    limit: limit === defaultLimit ? undefined : limit,
    offset: offset === 0 ? undefined : offset,
  });
}

/**
 * Returns the query of a document's URI.
 * @throws errors of `addressText`
 */
export function addressQuery(address: DataAddress): string {
  const text = addressText(address);
  const { kind, where, offset } = JSON.parse(text) as Record<'kind' | 'where' | 'offset', unknown>;
  return toUriQuery(text, {
    kind: String(kind),
    where: where === undefined ? undefined : true,
    offset: offset === undefined ? undefined : true,
  });
}

/** Reads an address from a URI query or an address text; `undefined` for any other text. */
export function readAddressQuery(query: string): DataAddress | undefined {
  const parsed = v.safeParse(addressShape, fromUriQuery(query));
  return parsed.success ? parsed.output : undefined;
}

export function limitOf({ limit }: PageQuery): number {
  return limit ?? defaultLimit;
}

/** The types whose values the service does not compare with a list. */
const withoutLists: ReadonlySet<string | undefined> = new Set(['boolean', 'date']);

/** The comparisons of a column with one value. */
type FilterOperator = '$eq' | '$ne' | '$lt' | '$lte' | '$gt' | '$gte' | '$contains';

/**
 * Adds a condition on a column and goes to the first page. `$eq` replaces all conditions on the column; with any other
 * operator they stay. A second `$ne` excludes both values; any other operator replaces itself.
 * @param column a column of the table
 * @param value `undefined` for a missing value: `$eq` and `$ne` use `$exists` for missing and `$isnull` for null. A
 * pointer is compared by the ID of its record.
 * @param type of the column
 */
export function filteredBy<Q extends PageQuery>(
  query: Q,
  column: string,
  operator: FilterOperator,
  value: Json | undefined,
  type?: string,
): Q {
  const condition = conditionOf(query);
  const before = condition.get(column);
  const test = testOf(operator, isJsonObject(value) && value.has('_table') ? (value.get('id') ?? value) : value);
  if (withoutLists.has(type) && isJsonObject(before) && before.has('$ne') && test.has('$ne')) {
    const others = condition.get('$and');
    const all = [...(isList(others) ? others : []), new Map([[column, test]])];
    return withCondition(query, new Map([...condition, ['$and', all]]));
  }
  const tests = operator === '$eq' || !isJsonObject(before) ? test : bothTests(before, test);
  return withCondition(query, new Map([...condition, [column, tests]]));
}

/** Removes the conditions on a column; those inside of `$and` and `$or` stay. */
export function unfilteredBy<Q extends PageQuery>(query: Q, column: string): Q {
  return withCondition(query, new Map([...conditionOf(query)].filter(([name]) => name !== column)));
}

/**
 * Changes the order of a list and goes to the first page. Without a direction, removes the column from the order.
 * @param isAdded keeps the other columns, and the position of this one among them
 */
export function sortedBy<Q extends PageQuery>(
  query: Q,
  column: string,
  direction: 'ascending' | 'descending' | undefined,
  isAdded = false,
): Q {
  const before = isAdded ? (query.orderBy ?? []) : [];
  const added = direction === undefined ? [] : [direction === 'descending' ? `-${column}` : column];
  const at = before.findIndex(name => name === column || name === `-${column}`);
  const orderBy = at < 0 ? [...before, ...added] : before.toSpliced(at, 1, ...added);
  return { ...query, orderBy: orderBy.length === 0 ? undefined : orderBy, offset: undefined };
}

function conditionOf({ where }: PageQuery): JsonObject {
  const condition = where === undefined ? undefined : valueOf(where);
  return isJsonObject(condition) ? condition : new Map<string, Json>();
}

function withCondition<Q extends PageQuery>(query: Q, condition: JsonObject): Q {
  return { ...query, where: condition.size === 0 ? undefined : writeJson(condition), offset: undefined };
}

function testOf(operator: FilterOperator, value: Json | undefined): JsonObject {
  if (operator === '$eq' || operator === '$ne') {
    if (value === undefined) return new Map([['$exists', operator === '$ne']]);
    if (value === null) return new Map([['$isnull', operator === '$eq']]);
  }
  return new Map([[operator, value ?? null]]);
}

function bothTests(before: JsonObject, test: JsonObject): JsonObject {
  const [excluded, one, many] = [test.get('$ne'), before.get('$ne'), before.get('$nin')];
  if (excluded === undefined || (one === undefined && many === undefined)) return new Map([...before, ...test]);
  const values = [...(isList(many) ? many : []), ...(one === undefined ? [] : [one]), excluded];
  return new Map([...[...before].filter(([name]) => name !== '$ne'), ['$nin', values]]);
}

/**
 * Returns the request that reads the content of a document: a record, or a page.
 * @param isCounted whether the response has the number of all records
 */
export function readRequest(query: DataQuery, isCounted = false): ReadRequest {
  if (query.kind === 'record') return { method: 'GET', path: recordPath('v2.4', query.table, query.id) };
  const parameters = {
    where: query.where,
    order_by: query.orderBy?.join(','),
    keys: query.keys === undefined ? undefined : keysText(query.keys),
    limit: String(limitOf(query)),
    offset: query.offset === undefined ? undefined : String(query.offset),
    return_total_count: isCounted ? '1' : undefined,
  };
  return { method: 'GET', path: withQuery(recordsPath('v2.4', query.table), parameters) };
}

/** Returns the parameter `keys` for these columns, with `id` and `updated_at`, which a save needs. */
export function keysText(columns: Iterable<string>): string {
  return [...new Set(['id', ...columns, 'updated_at'])].join(',');
}

export function recordsPath(version: 'v2.4' | 'v2.6', table: string): string {
  return `/oserve/${version}/table/${pathSegment(table)}/record/`;
}

export function recordPath(version: 'v2.4' | 'v2.6', table: string, id: string): string {
  return `${recordsPath(version, table)}${pathSegment(id)}/`;
}

function definedPart(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
