import { isJsonObject, isList, sameJson, writeJson, type Json, type JsonObject } from '../../json/json';
import { systemColumns } from '../table/schema';
import { rawColumns, textAt, type TableNames, type TableState } from './tableState';

export const permissionNames = ['row_read_perm', 'row_write_perm', 'write_perm'] as const;
type PermissionName = (typeof permissionNames)[number];

/**
 * The editable part of a table, in the form that its document shows and the vendor's command line imports. Pointers
 * have the name of their table (`schema_name`) instead of its ID.
 */
export interface TableShape {
  name: string;
  /** The columns in order, except for those that the service writes. */
  columns: ReadonlyMap<string, JsonObject>;
  permissions: ReadonlyMap<PermissionName, readonly string[]>;
  /** The columns of each unique index. */
  indexes: readonly (readonly string[])[];
}

export function shapeOf({ raw, indexes }: TableState, names: TableNames): TableShape {
  const rows = raw.get('default_row_perm');
  const row = (name: string) => textsOf(isJsonObject(rows) ? rows.get(name) : undefined);
  const columns = rawColumns(raw).flatMap((column): [string, JsonObject][] => {
    const name = column.get('name');
    return typeof name !== 'string' || systemColumns.has(name) ? [] : [[name, shownColumn(column, names)]];
  });
  return {
    name: textAt(raw, 'name'),
    columns: new Map(columns),
    permissions: new Map([
      ['row_read_perm', row('_read_perm')],
      ['row_write_perm', row('_write_perm')],
      ['write_perm', textsOf(raw.get('write_perm'))],
    ]),
    indexes: indexes.map(index => textsOf(index.get('fields'))),
  };
}

/** Converts a column to the form that the document shows. */
function shownColumn(column: JsonObject, names: TableNames): JsonObject {
  const target = targetName(column, names);
  const shown = [...column].flatMap(([name, value]): [string, Json][] => {
    if (name === 'collection_name') return [];
    return name === 'schema_id' && target !== undefined ? [['schema_name', target]] : [[name, value]];
  });
  const first = ['name', 'type'].flatMap((name): [string, Json][] => {
    const value = column.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map([...first, ...shown]);
}

/** Converts a column to the form of the service. A pointer to a table without an ID keeps the table's name. */
export function sentColumn(shown: JsonObject, names: TableNames): JsonObject {
  const target = shown.get('schema_name');
  if (typeof target !== 'string') return shown;
  const id = [...names].find(([, name]) => name === target)?.[0] ?? target;
  return new Map([...shown].map(([name, value]) => (name === 'schema_name' ? ['schema_id', id] : [name, value])));
}

export function shapeText({ name, columns, permissions, indexes }: TableShape): string {
  const shown = new Map<string, Json>([
    ['name', name],
    ['schema', new Map([['fields', [...columns.values()]]])],
    ...permissions,
    ['indexes', indexes.map(fields => new Map([['fields', fields]]))],
  ]);
  return `${writeJson(shown, 2)}\n`;
}

/** Reads the shape in a document for which `schemaProblems` found no problem. */
export function readShape(value: Json): TableShape {
  const table = isJsonObject(value) ? value : new Map<string, Json>();
  const indexes = table.get('indexes');
  const columns = rawColumns(table).map((column): [string, JsonObject] => [textAt(column, 'name'), column]);
  return {
    name: textAt(table, 'name'),
    columns: new Map(columns),
    permissions: new Map(permissionNames.map(name => [name, textsOf(table.get(name))])),
    indexes: isList(indexes) ? indexes.filter(isJsonObject).map(index => textsOf(index.get('fields'))) : [],
  };
}

export function sameTexts(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return sameJson(one, other);
}

export function isPointerColumn(column: JsonObject): boolean {
  return column.get('type') === 'reference';
}

function targetName(column: JsonObject, names: TableNames): string | undefined {
  const target = column.get('schema_id');
  const id = target === undefined || target === null ? undefined : writeJson(target).replaceAll('"', '');
  const known = id === undefined ? undefined : names.get(id);
  if (known !== undefined) return known;
  const collection = column.get('collection_name');
  return typeof collection === 'string' ? /^\d+_\d+_(.+)$/.exec(collection)?.[1] : undefined;
}

function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter(item => typeof item === 'string') : [];
}
