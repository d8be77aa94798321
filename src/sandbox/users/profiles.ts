import { columnsOf, tableCalled } from '../database/tables';
import { readValue } from '../database/values';
import { documents, scopeOf, save, timeOf } from '../backend/scope';
import { isCounted, pagePath, readPage } from '../backend/paging';
import { readOrder } from '../query/order';
import { find } from '../query/search';
import { readUpdate } from '../query/update';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { User } from '../identity/user';
import { profileFields } from '../identity/user';

/** What users may change of themselves besides the columns the application added; the Open API may change only those. */
const ownFields = new Set(['nickname', 'avatar', 'gender', 'country', 'province', 'city', 'language']);
const notSortable = new Set(['gender', 'country', 'province', 'city', 'language']);

/**
 * Changes fields of a profile.
 *
 * @throws HttpError 400 for a field that does not exist or is not to be changed, or a value of another type
 */
export function changeProfile(
  context: SandboxContext,
  user: User,
  body: Record<string, unknown>,
  isOpenApi: boolean,
): User {
  const columns = customColumns(context);
  const changed: Record<string, unknown> = {};
  for (const [name, change] of readUpdate(body)) {
    const column = columns.get(name);
    if (!column && (isOpenApi || !ownFields.has(name)))
      throw new HttpError(400, `The field ${name} cannot be changed.`);
    const value = change(user[name]);
    changed[name] = column ? readValue(column, value) : value;
  }
  if (Object.keys(changed).length === 0) throw new HttpError(400, 'There is nothing to change.');
  return save(context, 'user', { ...user, ...changed, updated_at: timeOf(context) }) as User;
}

/** Changes every profile that `where` selects, 20 unless `limit` says otherwise. */
export function changeProfiles(context: SandboxContext, body: Record<string, unknown>) {
  const where = readWhere(context.req.query('where'));
  if (!where) throw new HttpError(400, 'where is required.');
  const page = readPage(context);
  const { docs, more, total } = find(documents(context, 'user'), { where, ...page, counted: true });
  const results = docs.map(user => {
    const { id, updated_at } = changeProfile(context, user as User, body, true);
    return { success: { id, updated_at } };
  });
  return {
    operation_result: results,
    succeed: results.length,
    ...(isCounted(context, 'onRequest') ? { total_count: total } : {}),
    ...page,
    next: more ? pagePath(context, page.limit, page.offset + page.limit) : null,
  };
}

/** Throws HttpError 400 for the fields the service does not sort users by. */
export function profileOrder(context: SandboxContext) {
  const columns = customColumns(context);
  const known = new Set([...profileFields, ...columns.keys()]);
  return readOrder(context.req.query('order_by'), name => known.has(name) && !notSortable.has(name));
}

function customColumns(context: SandboxContext) {
  const table = tableCalled(scopeOf(context), '_userprofile');
  const columns = table ? columnsOf(table) : new Map<string, never>();
  for (const name of profileFields) columns.delete(name);
  return columns;
}
