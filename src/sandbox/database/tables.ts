import { isObject } from '../http/json';
import { applicationNumber } from '../backend/backend';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import { scopeOf, type Scope } from '../backend/scope';
import { isPermissions } from './permission';
import { userTable, type SandboxColumn, type SandboxTable } from './table';

/** Columns of every table. */
const builtInColumns: SandboxColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'created_by', type: 'integer' },
  { name: 'created_at', type: 'integer' },
  { name: 'updated_at', type: 'integer' },
];
const columnTypes = 'string integer number boolean array geojson file date object reference id'.split(' ');
const itemTypes = 'string integer number boolean array geojson file date object'.split(' ');
const maximumPointers = 3;
const coordinateTypes = ['wgs84', 'gcj02'];
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;

/**
 * Finds the table by the identifier or name in the path.
 * @throws HttpError 404 for an unknown table
 */
export function findTable(context: SandboxContext): SandboxTable {
  const table = tableByIdOrName(scopeOf(context), context.req.param('table') ?? '');
  if (!table) throw new HttpError(404, 'There is no table with this identifier or name.');
  return table;
}

export function tableByIdOrName({ store, realm }: Scope, idOrName: string | number): SandboxTable | undefined {
  const tables = store.collection(realm, 'table');
  const byId = tables.get(idOrName);
  if (byId) return byId as SandboxTable;
  for (const table of tables.oldestFirst()) if (table.name === idOrName) return table as SandboxTable;
  return undefined;
}

/** Returns the collection with the records of a table. The built-in user table contains the users themselves. */
export function recordsOf(table: SandboxTable): string {
  return table.name === userTable ? 'user' : `record ${table.id}`;
}

/** Returns every column of a record by name, including the built-in ones. */
export function columnsOf(table: SandboxTable): Map<string, SandboxColumn> {
  return new Map([...builtInColumns, ...table.schema.fields].map(column => [column.name, column]));
}

/**
 * Reads the fields of a table from a body. A new table needs all fields. Clients can send the content of a response
 * back: permissions of new records are accepted as `row_read_perm` and `row_write_perm`, and as `default_row_perm`, the
 * form in responses.
 * @param current the table that is changed; absent for a new one
 * @throws HttpError 400 that names the field
 */
export function readTable(scope: Scope, body: Record<string, unknown>, current?: SandboxTable) {
  const { name = current?.name, schema = current?.schema, write_perm: writePerm = current?.write_perm } = body;
  const rowPerm = isObject(body.default_row_perm) ? body.default_row_perm : {};
  const rowReadPerm = body.row_read_perm ?? rowPerm._read_perm ?? current?.default_row_perm._read_perm;
  const rowWritePerm = body.row_write_perm ?? rowPerm._write_perm ?? current?.default_row_perm._write_perm;
  if (typeof name !== 'string' || !(namePattern.test(name) || name === current?.name)) {
    throw new HttpError(400, 'name must be a letter followed by at most 31 letters, digits and underscores.');
  }
  if (name !== current?.name && tableByIdOrName(scope, name))
    throw new HttpError(400, 'There is already a table of this name.');
  for (const [field, value] of Object.entries({
    write_perm: writePerm,
    row_read_perm: rowReadPerm,
    row_write_perm: rowWritePerm,
  })) {
    if (!isPermissions(value)) throw new HttpError(400, `${field} must be a list of permissions, such as "user:*".`);
  }
  return {
    name,
    schema: { fields: readColumns(scope, schema, current) },
    write_perm: writePerm as string[],
    default_row_perm: { _read_perm: rowReadPerm as string[], _write_perm: rowWritePerm as string[] },
  };
}

function readColumns(scope: Scope, schema: unknown, current: SandboxTable | undefined): SandboxColumn[] {
  const fields = isObject(schema) ? schema.fields : undefined;
  if (!Array.isArray(fields)) throw new HttpError(400, 'schema must be an object with the list fields.');
  const names = new Set<string>();
  const reservedNames = new Set([...builtInColumns.map(({ name }) => name), ...(current?.protected_fields ?? [])]);
  const columns = fields.flatMap(field => {
    const { name, type } = isObject(field) ? field : {};
    // Responses list the built-in columns too, so clients send them back.
    if (typeof name === 'string' && reservedNames.has(name) && !current?.protected_fields?.includes(name)) return [];
    if (typeof name !== 'string' || !(namePattern.test(name) || reservedNames.has(name)) || names.has(name)) {
      throw new HttpError(400, 'schema: every column has a name of its own that begins with a letter.');
    }
    if (typeof type !== 'string' || !columnTypes.includes(type)) {
      throw new HttpError(400, `schema: the type of ${name} must be one of: ${columnTypes.join(', ')}.`);
    }
    const column: SandboxColumn = { description: name, ...(field as object), name, type };
    const missing = missingProperty(scope, column);
    if (missing !== undefined) throw new HttpError(400, `schema: ${name} needs ${missing}.`);
    names.add(name);
    return [type === 'geojson' ? { format: 'default', ...column } : column];
  });
  const isKept = current && scope.backend.behaviour.omittedColumns === 'kept';
  const omitted = isKept ? current.schema.fields.filter(({ name }) => !names.has(name)) : [];
  const all = [...omitted, ...columns];
  if (all.filter(({ type }) => type === 'reference').length > maximumPointers)
    throw new HttpError(400, `schema: a table has at most ${maximumPointers} pointers.`);
  return all;
}

/** Describes a property that a column of this type needs but does not have. */
function missingProperty(scope: Scope, column: SandboxColumn): string | undefined {
  const { type, items, format, coordinate_type: system, schema_id: target } = column;
  if (type === 'array' && !itemTypes.includes(items?.type ?? '')) return `items with a type: ${itemTypes.join(', ')}`;
  if (type === 'geojson' && format !== undefined && format !== 'default') return 'the format default';
  if (type === 'geojson' && !coordinateTypes.includes(system ?? '')) {
    return `a coordinate_type: ${coordinateTypes.join(', ')}`;
  }
  if (type === 'reference' && !tableByIdOrName(scope, target ?? '')) return 'the schema_id of a table';
  return undefined;
}

/**
 * Returns the response for a table. Like the service, adds a `collection_name` to each pointer, made of the application
 * number and the table's ID and name.
 */
export function showTable(scope: Scope, { indexes: _, ...table }: SandboxTable) {
  const fields = [...builtInColumns.map(column => ({ description: column.name, ...column })), ...table.schema.fields];
  const shown = fields.map(column => {
    if (column.type !== 'reference') return column;
    const target = tableByIdOrName(scope, column.schema_id ?? '');
    const name = target && [applicationNumber(scope.realm), target.id, target.name].join('_');
    return { ...column, collection_name: name ?? '' };
  });
  return { ...table, schema: { fields: shown } };
}
