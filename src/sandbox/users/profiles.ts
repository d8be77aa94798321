import { DroppedFields } from '../database/droppedFields';
import { searchFields, sortableColumns, withoutHiddenFields } from '../database/searchFields';
import { readView } from '../database/showRecord';
import { userTable, type SandboxTable } from '../database/table';
import { tableByIdOrName } from '../database/tables';
import { readValue } from '../database/values';
import { documents, scopeOf, save, currentSeconds } from '../backend/scope';
import { includesTotal, pagePath, readPage } from '../backend/paging';
import { readOrder } from '../query/order';
import { find } from '../query/search';
import { readUpdate } from '../query/update';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import type { User } from '../identity/user';

/**
 * The built-in fields that users may change, in addition to the application's columns. The Open API may not change
 * them.
 */
const editableFields = new Set(['nickname', 'avatar', 'gender', 'country', 'province', 'city', 'language']);
const unsortableFields = new Set(['gender', 'country', 'province', 'city', 'language']);

/**
 * Changes fields of a profile.
 * @throws HttpError 400 for an unknown or read-only field, or a value of another type
 */
export function changeProfile(
  context: SandboxContext,
  user: User,
  body: Record<string, unknown>,
  family: ApiFamily,
): User {
  const { protected_fields: builtIn, schema } = profileTable(context);
  const changed: Record<string, unknown> = {};
  const changes = readUpdate(body);
  const dropped = new DroppedFields(context);
  for (const [name, change] of changes) {
    const column = schema.fields.find(each => each.name === name);
    if (!column || (builtIn?.includes(name) && (family === 'oserve' || !editableFields.has(name))))
      throw new HttpError(400, `The field ${name} cannot be changed.`);
    const value = readValue(scopeOf(context), column, change(user[name]), user[name]);
    if (dropped.addIfDropped(name, value)) continue;
    changed[name] = value;
  }
  dropped.check(changes.size);
  if (changes.size === 0) throw new HttpError(400, 'There is nothing to change.');
  return save(context, 'user', { ...user, ...changed, updated_at: currentSeconds(context) }) as User;
}

/** Changes the profiles that `where` selects, or any profiles without `where`; at most `limit` (default: 20). */
export async function changeProfiles(context: SandboxContext, body: Record<string, unknown>) {
  const { where } = profileSearch(context, 'oserve');
  const page = readPage(context);
  const { docs, hasMore, total } = await find(documents(context, 'user'), { where, ...page, withTotal: true });
  const results = docs.map(user => {
    const { id, updated_at } = changeProfile(context, user as User, body, 'oserve');
    return { success: { id, updated_at } };
  });
  return {
    operation_result: results,
    succeed: results.length,
    ...(includesTotal(context, 'onRequest') ? { total_count: total } : {}),
    ...page,
    next: hasMore ? pagePath(context, page.limit, page.offset + page.limit) : null,
  };
}

/** Reads the condition and order of a user list. Neither can see private fields. */
export function profileSearch(context: SandboxContext, family: ApiFamily) {
  const table = profileTable(context);
  const where = readWhere(context.req.query('where'), searchFields(scopeOf(context), table));
  const isSortable = sortableColumns(table, family);
  return {
    where: withoutHiddenFields(context, table, where, family),
    order: readOrder(context.req.query('order_by'), name => isSortable(name) && !unsortableFields.has(name)),
  };
}

/**
 * Reads the query parameters `keys` and `expand`. Returns a function that shows a user accordingly.
 * @throws HttpError 400 for an unknown field
 */
export function profileView(context: SandboxContext, family: ApiFamily): (user: Doc) => object {
  return readView(context, profileTable(context), { family, hasMongoId: false });
}

function profileTable(context: SandboxContext): SandboxTable {
  const table = tableByIdOrName(scopeOf(context), userTable);
  if (!table) throw new Error('The table of users is always there.');
  return table;
}
