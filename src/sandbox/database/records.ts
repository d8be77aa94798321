import { randomHex } from '../store/hashes';
import { isObject } from '../http/json';
import { scopeOf, save, currentSeconds } from '../backend/scope';
import { CurrentValueError, readUpdate, type FieldChange } from '../query/update';
import { HttpError } from '../http/httpError';
import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { DroppedFields } from './droppedFields';
import { isPermissions } from './permission';
import { checkUnique } from './unique';
import type { SandboxColumn, SandboxTable } from './table';
import { columnsOf, recordsOf } from './tables';
import { readValue, wrongType } from './values';

/** The caller who writes records, and how strictly the values are checked. */
export interface RecordWriter {
  /** Undefined for the Open API, which has no user. */
  userId: number | undefined;
  family: ApiFamily;
  /** Whether one value of a wrong type makes the request fail, as in requests about several records. */
  isStrict?: boolean;
}

const permissionFields = new Set(['read_perm', 'write_perm']);

/**
 * Creates and stores a record.
 * @throws HttpError as `buildRecord` and `storeRecord`
 */
export function createRecord(context: SandboxContext, table: SandboxTable, body: unknown, writer: RecordWriter): Doc {
  return storeRecord(context, table, buildRecord(context, table, body, writer));
}

/**
 * Builds a record without storing it. Drops values of a wrong type.
 * @throws HttpError 400 for an unknown field, a missing required one, or when all values are of a wrong type
 */
export function buildRecord(context: SandboxContext, table: SandboxTable, body: unknown, writer: RecordWriter): Doc {
  if (!isObject(body)) throw new HttpError(400, 'A record must be a JSON object.');
  const now = currentSeconds(context);
  const createdBy = Number.isSafeInteger(body.created_by) ? body.created_by : (writer.userId ?? 0);
  const defaultPermissions = (
    { default_row_perm: perms }: SandboxTable,
    name: '_read_perm' | '_write_perm',
  ): string[] => perms[name].map(permission => permission.replace('{created_by}', String(createdBy)));
  const record: Record<string, unknown> & Doc = {
    id: Math.floor(now).toString(16).padStart(8, '0') + randomHex(16),
    created_by: createdBy,
    created_at: now,
    updated_at: now,
    read_perm: defaultPermissions(table, '_read_perm'),
    write_perm: defaultPermissions(table, '_write_perm'),
  };
  const scope = scopeOf(context);
  for (const column of table.schema.fields) {
    const value = readValue(scope, column, column.default);
    if (value !== undefined && value !== wrongType) record[column.name] = value;
  }
  // Like the service, accept both names of the identifier and ignore them: a client cannot choose it.
  const { id: _ignored, _id: _alsoIgnored, ...fields } = body;
  return withChanges(context, table, record, readUpdate(fields), writer);
}

/**
 * Applies changes to a record and stores it.
 * @throws HttpError as `buildRecord` and `storeRecord`
 */
export function updateRecord(
  context: SandboxContext,
  table: SandboxTable,
  record: Doc,
  changes: ReadonlyMap<string, FieldChange>,
  writer: RecordWriter,
): Doc {
  const stamped = { ...record, updated_at: currentSeconds(context) };
  return storeRecord(context, table, withChanges(context, table, stamped, changes, writer));
}

/**
 * Checks an update before any record is changed. Ignores errors that depend on the current values of a record.
 * @throws HttpError 400 for an update that is invalid for every record
 */
export function checkUpdate(
  context: SandboxContext,
  table: SandboxTable,
  changes: ReadonlyMap<string, FieldChange>,
  writer: RecordWriter,
): void {
  try {
    changedFields(context, table, { id: '' }, changes, writer);
  } catch (error) {
    if (!(error instanceof CurrentValueError)) throw error;
  }
}

function withChanges(
  context: SandboxContext,
  table: SandboxTable,
  record: Doc,
  changes: ReadonlyMap<string, FieldChange>,
  writer: RecordWriter,
): Doc {
  const changed = changedFields(context, table, record, changes, writer);
  const missing = table.schema.fields.find(
    ({ name, constraints }) =>
      constraints?.required === true && (changed[name] === undefined || changed[name] === null),
  );
  if (missing) throw new HttpError(400, `${missing.name} is required.`);
  return changed;
}

function changedFields(
  context: SandboxContext,
  table: SandboxTable,
  record: Doc,
  changes: ReadonlyMap<string, FieldChange>,
  writer: RecordWriter,
): Doc {
  const columns = columnsOf(table);
  const changed: Record<string, unknown> & Doc = { ...record };
  const dropped = new DroppedFields(context, writer.isStrict);
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
    const value = readValue(scopeOf(context), column, change(changed[name]), changed[name]);
    if (dropped.addIfDropped(name, value)) continue;
    if (value === undefined) delete changed[name];
    else changed[name] = value;
  }
  dropped.check(changes.size);
  return changed;
}

function isWritable({ name, acl }: SandboxColumn, { family }: RecordWriter): boolean {
  return name !== 'id' && (family === 'oserve' || acl?.clientReadOnly !== true);
}

/** @throws DuplicateKeyError 400 for a duplicate in a unique index */
export function storeRecord(context: SandboxContext, table: SandboxTable, record: Doc): Doc {
  checkUnique(scopeOf(context), table, record);
  return save(context, recordsOf(table), record);
}
