import * as v from 'valibot';
import type { Json, JsonObject } from '../../json/json';
import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { pathSegment } from '../../api/http/pathSegment';
import { parsePage, type Page, type PageRequest } from '../../api/webApi/page';
import { apiRequestOf, call, withQuery, type ReadRequest, type DataService } from '../../api/openApi/dataService';

/** A column of a table. Only `name` and `type` are certain. */
export interface Column {
  name: string;
  /** string, integer, number, boolean, array, geojson, file, date, object, reference or id; `reference` is a pointer. */
  type: string;
  /** The type of list items, with the same names. */
  itemType: string | undefined;
  /** `undefined` when it equals the name, which is the service's default. */
  description: string | undefined;
  required: boolean;
  /** The values that the console offers to choose from. */
  choices: readonly (string | number)[] | undefined;
  /** `undefined` without a default value. */
  defaultValue: unknown;
  /** Only for a geojson column: wgs84 or gcj02. */
  coordinateType: string | undefined;
  /** The table that a pointer, or the ID of a user, refers to; `name` where the service gives it. */
  target: { id: string; name: string | undefined } | undefined;
  /** The service writes it: id, created_by, created_at, updated_at. */
  system: boolean;
  /** Came with a built-in table; the application cannot change it. */
  protected: boolean;
  /** Who can read and write it through the Web API; missing flags mean that access is allowed. */
  access: { clientVisible: boolean; clientReadOnly: boolean; creatorVisible: boolean };
}

/** A data table as the Open API shows it. */
export interface Table {
  id: string;
  name: string;
  description: string | undefined;
  /** A table of the service, such as `_userprofile`: its records have their own operations. */
  builtIn: boolean;
  /** In the service's order, including the system columns. */
  columns: readonly Column[];
  /** `user:anonymous`, `user:*`, `user:<id>`, `gid:<id>`, and for new records also `user:{created_by}`. */
  permissions: {
    /** Who can add records. */
    create: readonly string[];
    /** Who can read and who can change a new record, unless the record says otherwise. */
    read: readonly string[];
    write: readonly string[];
  };
  /** Unix seconds. */
  createdAt: number | undefined;
  updatedAt: number | undefined;
  /** The whole item as received. */
  raw: Record<string, unknown>;
}

/** An index of a table; the service has only unique ones. */
export interface TableIndex {
  name: string;
  /** Names of the columns that are unique together. */
  columns: readonly string[];
}

export const systemColumns: ReadonlySet<string> = new Set(['id', 'created_by', 'created_at', 'updated_at']);

/** Returns a record without the fields that only the service writes. */
export function withoutSystemColumns(record: JsonObject): Map<string, Json> {
  return new Map([...record].filter(([name]) => !systemColumns.has(name)));
}

export const tablesPath = '/oserve/v1.8/table/';

// The shapes are tolerant: a field with an undocumented type counts as absent, and unknown fields stay in `raw`.
const text = v.fallback(v.optional(v.string()), undefined);
const flag = v.fallback(v.optional(v.boolean()), undefined);
const seconds = v.fallback(v.optional(v.number()), undefined);
const id = v.union([v.pipe(v.string(), v.minLength(1)), v.number()]);
const texts = v.optional(
  v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform(items => items.filter(item => typeof item === 'string')),
  ),
  [],
);
const part = <T extends v.ObjectEntries>(entries: T) => v.fallback(v.nullish(v.looseObject(entries)), undefined);

const columnShape = v.looseObject({
  name: v.pipe(v.string(), v.minLength(1)),
  type: v.fallback(v.string(), 'unknown'),
  description: text,
  items: part({ type: text }),
  constraints: part({ required: flag, rules: v.fallback(v.optional(v.array(v.unknown())), undefined) }),
  default: v.optional(v.unknown()),
  coordinate_type: text,
  schema_id: v.fallback(v.optional(id), undefined),
  collection_name: text,
  // The service documents one of the names in two spellings.
  acl: part({ clientVisible: flag, clientVisibile: flag, clientReadOnly: flag, creatorVisible: flag }),
});
const tableShape = v.looseObject({
  id,
  name: v.string(),
  options: part({ description: text }),
  protected_fields: v.fallback(v.nullish(v.array(v.unknown())), undefined),
  schema: part({ fields: v.fallback(v.array(v.unknown()), []) }),
  write_perm: texts,
  default_row_perm: part({ _read_perm: texts, _write_perm: texts }),
  created_at: seconds,
  updated_at: seconds,
});
const indexShape = v.looseObject({ index: v.pipe(v.string(), v.minLength(1)), fields: texts });

/**
 * Lists the tables of the environment, including built-in ones.
 * @throws errors of `call`, and ApiError `unexpectedShape`, `endless`
 */
export function listTables(service: DataService, page: PageRequest): Promise<Page<Table>> {
  return list(service, tablesPath, page, readTable);
}

/** Reads a table by its ID. @throws errors of `call`, and ApiError `unexpectedShape` */
export async function getTable(service: DataService, tableId: string): Promise<Table> {
  const request: ReadRequest = { method: 'GET', path: tablePath(tableId) };
  const { body, status } = await call(service, request);
  const table = readTable(body);
  if (table !== undefined) return table;
  const details = requestDetails(apiRequestOf(request, service.target));
  throw new ApiError('unexpectedShape', { ...details, status, expected: 'id, name' });
}

/** Reads a table by its name or ID; `undefined` if there is none. @throws errors of `listTables` */
export async function findTable(service: DataService, name: string): Promise<Table | undefined> {
  const { items } = await list(service, tablesPath, { limit: 1000 }, readTable, { name });
  return items.find(table => table.name === name) ?? (/^\d+$/.test(name) ? getTable(service, name) : undefined);
}

/** Lists the unique indexes of a table. @throws errors of `listTables` */
export function listIndexes(service: DataService, tableId: string, page: PageRequest): Promise<Page<TableIndex>> {
  return list(service, `/oserve/v2.6/schema/${pathSegment(tableId)}/index/`, page, value => {
    const parsed = v.safeParse(indexShape, value);
    return parsed.success ? { name: parsed.output.index, columns: parsed.output.fields } : undefined;
  });
}

/** Reads a table from an item of the list; `undefined` if the ID or the name is missing. */
export function readTable(value: unknown): Table | undefined {
  const parsed = v.safeParse(tableShape, value);
  if (!parsed.success) return undefined;
  const { output } = parsed;
  const protectedNames = new Set(output.protected_fields ?? []);
  const columns = (output.schema?.fields ?? [])
    .map(field => readColumn(field, protectedNames))
    .filter(each => each !== undefined);
  // The IDs of users are numbers, in pointers and in their own table.
  const userId = output.name === '_userprofile' ? columns.find(({ name }) => name === 'id') : undefined;
  if (userId !== undefined) userId.target = { id: String(output.id), name: output.name };
  return {
    id: String(output.id),
    name: output.name,
    description: nonBlank(output.options?.description),
    builtIn: output.protected_fields !== null && output.protected_fields !== undefined,
    columns,
    permissions: {
      create: output.write_perm,
      read: output.default_row_perm?._read_perm ?? [],
      write: output.default_row_perm?._write_perm ?? [],
    },
    createdAt: output.created_at,
    updatedAt: output.updated_at,
    raw: output,
  };
}

function readColumn(value: unknown, protectedNames: ReadonlySet<unknown>): Column | undefined {
  const parsed = v.safeParse(columnShape, value);
  if (!parsed.success) return undefined;
  const { name, type, constraints, acl, schema_id, collection_name, ...column } = parsed.output;
  return {
    name,
    type,
    itemType: column.items?.type,
    description: column.description === name ? undefined : nonBlank(column.description),
    required: constraints?.required ?? false,
    choices: choicesOf(constraints?.rules),
    defaultValue: column.default ?? undefined,
    coordinateType: column.coordinate_type,
    // `collection_name` is `<application>_<table>_<name>`. For an old table, `schema_id` may be its name, not its ID.
    target:
      schema_id === undefined
        ? undefined
        : { id: String(schema_id), name: /^\d+_\d+_(.+)$/.exec(collection_name ?? '')?.[1] },
    system: systemColumns.has(name),
    protected: protectedNames.has(name),
    access: {
      clientVisible: acl?.clientVisible ?? acl?.clientVisibile ?? true,
      clientReadOnly: acl?.clientReadOnly ?? false,
      creatorVisible: acl?.creatorVisible ?? false,
    },
  };
}

/**
 * Returns the choices in the rules of a column. The service does not document rules; the console writes choices as
 * `{ type: 'choices', value: […] }`, and clients read them.
 */
function choicesOf(rules: readonly unknown[] | undefined): (string | number)[] | undefined {
  const shape = v.looseObject({ type: v.literal('choices'), value: v.array(v.union([v.string(), v.number()])) });
  const rule = rules?.find(rule => v.is(shape, rule));
  return rule === undefined || rule.value.length === 0 ? undefined : rule.value;
}

function nonBlank(words: string | undefined): string | undefined {
  return words === undefined || words.trim() === '' ? undefined : words;
}

function tablePath(tableId: string): string {
  return `${tablesPath}${pathSegment(tableId)}/`;
}

async function list<T>(
  service: DataService,
  path: string,
  page: PageRequest,
  item: (value: unknown) => T | undefined,
  filter: Record<string, string> = {},
): Promise<Page<T>> {
  const query = { ...filter, limit: page.limit?.toString(), offset: page.offset?.toString() };
  const request: ReadRequest = { method: 'GET', path: withQuery(path, query) };
  return parsePage(await call(service, request), apiRequestOf(request, service.target), page, item);
}
