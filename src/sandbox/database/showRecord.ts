import { documents } from '../backend/scope';
import { selectFields, readKeys } from '../query/keys';
import type { Keys } from '../query/keys';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { showReference } from '../identity/users';
import type { Column, Table } from './table';
import { columnsOf, recordsOf, tableCalled } from './tables';
import { scopeOf } from '../backend/scope';

/**
 * How the query parameters `keys` and `expand` want records shown.
 *
 * @throws HttpError 400 for a name that is no column, or cannot be expanded
 */
export function readView(context: SandboxContext, table: Table, isOpenApi: boolean): (record: Doc) => unknown {
  const columns = columnsOf(table);
  const known = (name: string): boolean => columns.has(name) || ['_id', 'read_perm', 'write_perm'].includes(name);
  const keys = readKeys(context.req.query('keys'), known);
  const expanded = readExpand(context.req.query('expand'), columns);
  return record => {
    const shown: Record<string, unknown> = isOpenApi ? { ...record } : { _id: record.id, ...record };
    for (const [name, column] of columns) {
      if (!isOpenApi && isHidden(context, column, record)) delete shown[name];
      else if (name in shown && (column.type === 'reference' || name === 'created_by')) {
        shown[name] = showPointer(context, column, record[name], expanded.has(name), keys);
      }
    }
    return selectFields(shown, keys.own);
  };
}

function readExpand(text: string | undefined, columns: ReadonlyMap<string, Column>): Set<string> {
  const names = (text ?? '').split(',').filter(name => name !== '');
  for (const name of names) {
    if (name !== 'created_by' && columns.get(name)?.type !== 'reference') {
      throw new HttpError(400, `expand: ${name} is neither a pointer nor created_by.`);
    }
  }
  return new Set(names);
}

/** A pointer is shown by what it leads to, `created_by` by its number, unless it is to be expanded. */
function showPointer(context: SandboxContext, column: Column, id: unknown, expand: boolean, keys: Keys): unknown {
  if (column.name === 'created_by') {
    if (!expand) return id;
    const user = documents(context, 'user').get(id as number);
    return user
      ? selectFields({ ...showReference(user), _table: '_userprofile' }, keys.expanded.get('created_by'))
      : id;
  }
  if (id === null) return null;
  const table = tableCalled(scopeOf(context), column.schema_id ?? '');
  const plain = { id, _table: table?.name ?? '' };
  if (!expand || !table) return plain;
  const target = documents(context, recordsOf(table)).get(id as string);
  if (!target) return plain;
  const shown = table.name === '_userprofile' ? showReference(target) : target;
  return { ...selectFields({ ...shown }, keys.expanded.get(column.name)), _table: table.name };
}

/** Columns that are hidden from clients, or from everyone but the creator of the record. */
function isHidden(context: SandboxContext, { acl }: Column, record: Doc): boolean {
  if (acl?.clientVisible === false) return true;
  return acl?.creatorVisible === true && record.created_by !== context.get('userId');
}
