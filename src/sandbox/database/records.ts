import { randomHex } from '../store/credentials';
import { isObject } from '../http/json';
import type { Scope } from '../backend/scope';
import { scopeOf, save, timeOf } from '../backend/scope';
import { readUpdate } from '../query/update';
import type { FieldChange } from '../query/update';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { isPermissions } from './permission';
import { checkUnique } from './unique';
import type { Column, Table } from './table';
import { columnsOf, recordsOf } from './tables';
import { readValue } from './values';

/** Who writes a record. */
export interface Writer {
  /** Undefined for the Open API, which is no user. */
  userId: number | undefined;
  isOpenApi: boolean;
}

const permissionFields = new Set(['read_perm', 'write_perm']);

/**
 * A new record of a table.
 *
 * @throws HttpError 400 for a field that does not exist, a value of another type, a missing required one or a duplicate
 */
export function createRecord(context: SandboxContext, table: Table, body: unknown, writer: Writer): Doc {
  if (!isObject(body)) throw new HttpError(400, 'A record must be a JSON object.');
  const now = timeOf(context);
  const createdBy = Number.isSafeInteger(body.created_by) ? body.created_by : (writer.userId ?? 0);
  const own = ({ default_row_perm: perms }: Table, name: '_read_perm' | '_write_perm'): string[] =>
    perms[name].map(permission => permission.replace('{created_by}', String(createdBy)));
  const record: Record<string, unknown> & Doc = {
    id: Math.floor(now).toString(16).padStart(8, '0') + randomHex(16),
    created_by: createdBy,
    created_at: now,
    updated_at: now,
    read_perm: own(table, '_read_perm'),
    write_perm: own(table, '_write_perm'),
  };
  for (const column of table.schema.fields) if (column.default !== undefined) record[column.name] = column.default;
  // The service uses both names of the identifier; a client does not choose it.
  const { id: _ignored, _id: _alsoIgnored, ...fields } = body;
  return store(context, table, withChanges(scopeOf(context), table, record, readUpdate(fields), writer));
}

/**
 * A record after an update.
 *
 * @throws HttpError as `createRecord`
 */
export function updateRecord(
  context: SandboxContext,
  table: Table,
  record: Doc,
  changes: ReadonlyMap<string, FieldChange>,
  writer: Writer,
): Doc {
  const stamped = { ...record, updated_at: timeOf(context) };
  return store(context, table, withChanges(scopeOf(context), table, stamped, changes, writer));
}

function withChanges(
  scope: Scope,
  table: Table,
  record: Doc,
  changes: ReadonlyMap<string, FieldChange>,
  writer: Writer,
): Doc {
  const columns = columnsOf(table);
  const changed: Record<string, unknown> & Doc = { ...record };
  for (const [name, change] of changes) {
    if (permissionFields.has(name)) {
      const permissions = change(undefined);
      if (!isPermissions(permissions)) throw new HttpError(400, `${name} must be a list of permissions.`);
      changed[name] = permissions;
      continue;
    }
    const column = columns.get(name);
    if (!column) throw new HttpError(400, `The table ${table.name} has no column ${name}.`);
    if (!isWritable(column, writer)) throw new HttpError(400, `${name} cannot be written.`);
    const value = readValue(scope, column, change(changed[name]), changed[name]);
    if (value === undefined) delete changed[name];
    else changed[name] = value;
  }
  return changed;
}

function isWritable({ name, acl }: Column, { isOpenApi }: Writer): boolean {
  return name !== 'id' && (isOpenApi || acl?.clientReadOnly !== true);
}

function store(context: SandboxContext, table: Table, record: Doc): Doc {
  const missing = table.schema.fields.find(
    ({ name, constraints }) => constraints?.required === true && (record[name] === undefined || record[name] === null),
  );
  if (missing) throw new HttpError(400, `${missing.name} is required.`);
  checkUnique(scopeOf(context), table, record);
  return save(context, recordsOf(table), record);
}
