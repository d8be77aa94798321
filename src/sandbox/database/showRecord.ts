import { isRun } from '../identity/authenticate';
import { documents, scopeOf } from '../backend/scope';
import { selectFields, readKeys, type Keys } from '../query/keys';
import { HttpError } from '../http/httpError';
import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { profileOf } from '../identity/users';
import { readFilter } from './permission';
import { userTable, type SandboxColumn, type SandboxTable } from './table';
import { columnsOf, recordsOf, tableByIdOrName } from './tables';

/** The format of records in a family and version. */
export interface RecordStyle {
  /** The Open API shows every column, the Web API only those visible to clients. */
  family: ApiFamily;
  /** Whether records also contain the identifier as `_id`. Records that a cloud function reads always do. */
  hasMongoId: boolean;
}

const auditFields = ['created_by', 'created_at', 'updated_at'];

/**
 * Reads the query parameters `keys` and `expand`. Returns a function that shows a record accordingly.
 * @throws HttpError 400 for an unknown column, or one that cannot be expanded
 */
export function readView(context: SandboxContext, table: SandboxTable, style: RecordStyle): (record: Doc) => object {
  const columns = columnsOf(table);
  const isUser = table.name === userTable;
  const isField = (name: string): boolean => columns.has(name) || ['_id', 'read_perm', 'write_perm'].includes(name);
  const keys = readKeys(context.req.query('keys'), isField);
  const expanded = readExpand(context.req.query('expand'), columns);
  // Like the client SDKs, the SDK of cloud functions has both names of the identifier, `id` and `_id`.
  const hasMongoId = !isUser && (style.hasMongoId || isRun(context));
  return record => {
    const shown = visibleFields(context, table, record, style.family);
    for (const [name, column] of columns) {
      if (Object.hasOwn(shown, name) && (column.type === 'reference' || name === 'created_by')) {
        shown[name] = showPointer(context, { column, id: record[name], expand: expanded.has(name), keys, style });
      }
    }
    const withIdentifier = hasMongoId ? { _id: record.id, ...shown } : shown;
    return selectFields(withIdentifier, keys.document, 'id');
  };
}

function readExpand(text: string | undefined, columns: ReadonlyMap<string, SandboxColumn>): Set<string> {
  const names = (text ?? '').split(',').filter(name => name !== '');
  for (const name of names) {
    if (name !== 'created_by' && columns.get(name)?.type !== 'reference') {
      throw new HttpError(400, `expand: ${name} is neither a pointer nor created_by.`);
    }
  }
  return new Set(names);
}

/** Returns the fields of a record that are shown to the caller. */
function visibleFields(context: SandboxContext, table: SandboxTable, record: Doc, family: ApiFamily) {
  const shown = searchableFields(context, table, record, family);
  // For other users the service shows only nickname, avatar, ID and the application's own columns.
  if (family === 'hserve' && table.name === userTable && record.id !== context.get('userId'))
    for (const name of auditFields) delete shown[name];
  return shown;
}

/** Returns the fields of a record that the caller may know: those that are shown, and when a user was created. */
export function searchableFields(context: SandboxContext, table: SandboxTable, record: Doc, family: ApiFamily) {
  const isUser = table.name === userTable;
  const shown: Record<string, unknown> = isUser ? profileOf(record) : { ...record };
  if (family === 'oserve') return shown;
  const isOwner = (isUser ? record.id : record.created_by) === context.get('userId');
  for (const column of columnsOf(table).values()) if (isHidden(column, isOwner)) delete shown[column.name];
  return shown;
}

/** True for a column that the Web API does not show to the owner of a record, or to others. */
export function isHidden({ acl }: SandboxColumn, isOwner: boolean): boolean {
  return (acl?.clientVisible ?? acl?.clientVisibile) === false || (acl?.creatorVisible === true && !isOwner);
}

interface PointerView {
  column: SandboxColumn;
  id: unknown;
  expand: boolean;
  keys: Keys;
  style: RecordStyle;
}

/**
 * Shows a pointer as the ID and table of its record, and `created_by` as a user ID. If expanded, shows the record instead,
 * unless the caller may not read it.
 */
function showPointer(context: SandboxContext, { column, id, expand, keys, style }: PointerView): unknown {
  const isCreator = column.name === 'created_by';
  if (id === null || id === undefined || (isCreator && !expand)) return id;
  const table = tableByIdOrName(scopeOf(context), isCreator ? userTable : (column.schema_id ?? ''));
  const unexpanded = isCreator ? id : { id, _table: table?.name ?? '' };
  const target = expand && table ? documents(context, recordsOf(table)).get(id as string) : undefined;
  if (!table || !target) return unexpanded;
  if (style.family === 'hserve' && readFilter(context, table)?.(target) === false) return unexpanded;
  const shown = visibleFields(context, table, target, style.family);
  const selection = keys.expanded.get(column.name);
  if (isCreator) return selectFields(shown, selection);
  return { ...selectFields(shown, selection), _table: table.name };
}
