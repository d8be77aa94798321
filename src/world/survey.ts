import { isJsonObject, type JsonObject } from '../json/json';
import { isPersonalName } from '../api/masking/personalNames';
import type { EnvironmentReader } from './environmentReader';
import { columnsOf, idText, textOf } from './world';

/** A table of the environment without its records. */
export interface SurveyedTable {
  id: string;
  name: string;
  columns: readonly SurveyedColumn[];
  /** The table as the service returns it. */
  json: JsonObject;
}

interface SurveyedColumn {
  name: string;
  /** The type as the service names it: `file` also for lists of files, `reference` for pointers. */
  type: string;
  /** False for files, which become placeholders, and for pointers and booleans, which are kept. */
  isMaskable: boolean;
  /** True if the column can be masked and its name suggests personal data. */
  isPersonal: boolean;
  /** The name or ID of the table that a pointer points to; empty for other columns. */
  target: string;
}

/** The information about an environment that is needed to choose what to read, and to calculate the requests. */
export interface Survey {
  tables: readonly SurveyedTable[];
  functions: number;
  contentGroups: readonly { group: JsonObject; categories: readonly JsonObject[]; categoryCount: number }[];
  userGroups: readonly JsonObject[];
  userSupergroups: readonly JsonObject[];
}

/** Selects the parts of an environment to read. */
export interface WorldSelection {
  /** The tables whose schema and indexes are read, with the selection of their records; keyed by table ID. */
  tables: ReadonlyMap<string, RecordSelection>;
  functions: boolean;
  /** Names of functions that are left out. */
  excludedFunctions: ReadonlySet<string>;
  categories: boolean;
  /** The number of newest contents to read from each group. */
  contents: number;
  userGroups: boolean;
}

interface RecordSelection {
  /** The number of newest records to read; 0: none. */
  newest: number;
  /** The `where` condition as JSON text. */
  where?: string | undefined;
  /** Columns that are masked in addition to those with personal names. */
  masked: ReadonlySet<string>;
}

export const userTable = '_userprofile';
/** Columns that every table has. */
export const builtInColumns: ReadonlySet<string> = new Set(['id', 'created_by', 'created_at', 'updated_at']);

export const pageSizes = { tables: 100, records: 1000, functions: 20, categories: 1000, contents: 100, groups: 100 };
/** The maximum number of records of a world, because nobody could review more. A condition can select fewer. */
export const maximumRecords = 50_000;

export const paths = {
  tables: '/oserve/v1.8/table/',
  indexes: (table: string) => `/oserve/v2.6/schema/${encodeURIComponent(table)}/index/`,
  records: (table: string) => `/oserve/v2.4/table/${encodeURIComponent(table)}/record/`,
  functions: '/oserve/v1.3/cloud-function/',
  contentGroups: '/oserve/v2.2/content/',
  categories: (group: string) => `/oserve/v2.2/content/${encodeURIComponent(group)}/category/`,
  contents: (group: string) => `/oserve/v2.2/content/${encodeURIComponent(group)}/text/`,
  userGroups: '/oserve/v1/user-group/',
  userSupergroups: '/oserve/v1/user-supergroup/',
};

/**
 * Reads the tables, content groups, categories and user groups of an environment, and the number of functions.
 * @throws ApiError
 */
export async function surveyEnvironment(reader: EnvironmentReader): Promise<Survey> {
  const tables = await readAll(reader, paths.tables, pageSizes.tables);
  const { total: functions } = await reader.page(paths.functions, { limit: '1' });
  const groups = await readAll(reader, paths.contentGroups, pageSizes.groups);
  const contentGroups: Survey['contentGroups'][number][] = [];
  for (const group of groups) {
    contentGroups.push({ group, ...(await surveyCategories(reader, paths.categories(idText(group)))) });
  }
  return {
    tables: tables.map(readTable),
    functions: functions ?? (await readAll(reader, paths.functions, pageSizes.functions)).length,
    contentGroups,
    userGroups: await readAll(reader, paths.userGroups, pageSizes.groups),
    userSupergroups: await readAll(reader, paths.userSupergroups, pageSizes.groups),
  };
}

/** Reads the first page of the categories of a group, or all categories if the service does not send their number. */
async function surveyCategories(
  reader: EnvironmentReader,
  path: string,
): Promise<{ categories: readonly JsonObject[]; categoryCount: number }> {
  const query = { limit: String(pageSizes.categories), return_total_count: '1' };
  const { items, total, isFollowed } = await reader.page(path, query);
  if (total !== undefined) return { categories: items, categoryCount: total };
  const isLast = items.length < pageSizes.categories && !isFollowed;
  const categories = isLast ? items : await readAll(reader, path, pageSizes.categories);
  return { categories, categoryCount: categories.length };
}

/**
 * True if the records of a table are read. Those of built-in tables are not: user profiles are never read, not even to
 * mask them, and contents have their own requests.
 */
export function hasRecords({ name }: SurveyedTable): boolean {
  return !name.startsWith('_');
}

/** Returns the maximum number of requests that reading a selection needs. */
export function requestCount({ tables, functions, contentGroups }: Survey, selection: WorldSelection): number {
  const pages = (items: number, size: number) => Math.ceil(items / size);
  const records = tables.map(table => {
    const selected = selection.tables.get(table.id);
    return selected === undefined ? 0 : 1 + (hasRecords(table) ? pages(selected.newest, pageSizes.records) : 0);
  });
  const categories = contentGroups.map(({ categories, categoryCount }) =>
    selection.categories ? pages(Math.max(0, categoryCount - categories.length), pageSizes.categories) : 0,
  );
  const contents = contentGroups.length * pages(selection.contents, pageSizes.contents);
  const sum = [...records, ...categories].reduce((total, each) => total + each, 0);
  return sum + contents + (selection.functions ? pages(functions, pageSizes.functions) : 0);
}

/** Returns the pointer columns of selected tables that point to tables that are not selected. */
export function missingTables(
  { tables }: Survey,
  selection: WorldSelection,
): { table: string; column: string; target: string }[] {
  const selected = tables.filter(({ id }) => selection.tables.has(id));
  const names = new Set(selected.flatMap(({ id, name }) => [id, name]));
  return selected.flatMap(({ name, columns }) =>
    columns
      .filter(({ type, target }) => type === 'reference' && target !== userTable && !names.has(target))
      .map(column => ({ table: name, column: column.name, target: column.target })),
  );
}

function readAll(reader: EnvironmentReader, path: string, size: number): Promise<JsonObject[]> {
  return reader.all(path, { return_total_count: '1' }, { size });
}

function readTable(json: JsonObject): SurveyedTable {
  const columns = columnsOf(json)
    .map(readColumn)
    .filter(({ name }) => !builtInColumns.has(name));
  return { id: idText(json), name: textOf(json.get('name')), columns, json };
}

function readColumn(field: JsonObject): SurveyedColumn {
  const name = textOf(field.get('name'));
  const items = field.get('items');
  const isFiles = isJsonObject(items) && items.get('type') === 'file';
  const type = isFiles ? 'file' : textOf(field.get('type'));
  const isMaskable = type !== 'file' && type !== 'reference' && type !== 'boolean';
  return {
    name,
    type,
    isMaskable,
    isPersonal: isMaskable && isPersonalName(name),
    target: textOf(field.get('schema_id')),
  };
}
