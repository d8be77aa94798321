import { readIdentifiers, readNumericId } from '../http/identifier';
import { readJson, readJsonOrList, requiredText } from '../backend/body';
import { isObject } from '../http/json';
import { documents, nextNumber, remove, save } from '../backend/scope';
import { pageResponse } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { runPrefix } from '../backend/runTokens';
import type { Doc } from '../store/collection';
import type { User } from '../identity/user';
import { findUser } from '../identity/users';

/** Adds the routes for user groups, groups of groups, and their members. */
export function addUserGroupRoutes(routes: Routes): void {
  addGroupRoutes(routes, '/oserve/v1/', 'user-group', showGroup);
  addGroupRoutes(routes, '/oserve/v1/', 'user-supergroup', showSupergroup);
  addRoute(routes, 'PATCH', '/oserve/v1/miniapp/group/membership/', async context => {
    const body = await readJsonOrList(context);
    const changes = (Array.isArray(body) ? body : [body]).map(change => readMembership(context, change));
    for (const { op, users, groups } of changes) {
      // Read again for each change, because an earlier one may have changed the same user.
      for (const { id } of users) {
        const user = findUser(context, id);
        const otherGroups = (user?._groups ?? []).filter(group => !groups.includes(group));
        if (user) save(context, 'user', { ...user, _groups: op === 'add' ? [...otherGroups, ...groups] : otherGroups });
      }
    }
  });
}

/**
 * Adds the routes that cloud functions use for groups of groups. In a response, `children` is the number of groups and
 * `user_group` their list.
 */
export function addRunGroupRoutes(routes: Routes): void {
  addGroupRoutes(routes, runPrefix, 'user-supergroup', (context, group) => {
    const { children, ...shown } = showSupergroup(context, group);
    return { ...shown, children: children.length, user_group: children };
  });
}

function addGroupRoutes(
  routes: Routes,
  prefix: string,
  kind: string,
  toJson: (context: SandboxContext, group: Doc) => object,
): void {
  const base = `${prefix}${kind}/`;
  const find = (context: SandboxContext): Doc => {
    const group = documents(context, kind).get(readNumericId(context.req.param('id'), 'group'));
    if (!group) throw new HttpError(404, 'There is no group with this identifier.');
    return group;
  };
  addRoute(routes, 'GET', base, context => {
    const parent = context.req.query('parent_id');
    const groups = [...documents(context, kind).oldestFirst()];
    const matching = groups.filter(group => parent === undefined || String(group.parent) === parent);
    return pageResponse(context, matching, 'always', group => toJson(context, group));
  });
  addRoute(routes, 'POST', base, async context => {
    const body = await readJson(context);
    const { children, ...fields } = readGroup(context, kind, body);
    const group = save(context, kind, { id: nextNumber(context, kind, 1), ...fields });
    setChildren(context, group, children);
    return context.json(toJson(context, group), 201);
  });
  addRoute(routes, 'DELETE', base, context => {
    for (const id of readIdentifiers(context.req.query('id__in'))) removeGroup(context, kind, id);
  });
  addRoute(routes, 'GET', `${base}:id/`, context => toJson(context, find(context)));
  addRoute(routes, 'PUT', `${base}:id/`, async context => {
    const group = find(context);
    const { children, ...fields } = readGroup(context, kind, await readJson(context), group);
    const changed = save(context, kind, { ...group, ...fields });
    setChildren(context, changed, children);
    return toJson(context, changed);
  });
  addRoute(routes, 'DELETE', `${base}:id/`, context => {
    removeGroup(context, kind, find(context).id);
  });
}

/** Deletes a group, and removes it from its members or its groups: a later group may get the same identifier. */
function removeGroup(context: SandboxContext, kind: string, id: string | number): void {
  const group = documents(context, kind).get(id);
  if (!group) return;
  remove(context, kind, group.id);
  if (kind === 'user-supergroup') return setChildren(context, group, []);
  const users = documents(context, 'user');
  users.ensureIndex('_groups');
  for (const user of users.findIndexed('_groups', [group.id]) as User[])
    save(context, 'user', { ...user, _groups: user._groups.filter(each => each !== group.id) });
}

function readGroup(context: SandboxContext, kind: string, body: Record<string, unknown>, current?: Doc) {
  const name = current && body.name === undefined ? current.name : requiredText(body, 'name');
  if (kind !== 'user-group') return { name, children: readChildren(context, body.children) };
  const { parent = current?.parent ?? null } = body;
  const supergroup = parent === null ? undefined : documents(context, 'user-supergroup').get(parent as number);
  if (parent !== null && !supergroup) throw new HttpError(400, 'parent is not a supergroup.');
  return { name, parent: supergroup?.id ?? null };
}

/**
 * Reads the new groups of a supergroup. Returns undefined if the body does not change them.
 * @throws HttpError 400 for an unknown group
 */
function readChildren(context: SandboxContext, value: unknown): Doc[] | undefined {
  if (value === undefined) return undefined;
  const groups = documents(context, 'user-group');
  const children = Array.isArray(value) ? value.map(id => groups.get(id as number)) : [undefined];
  const existing = children.filter(child => child !== undefined);
  if (existing.length < children.length)
    throw new HttpError(400, 'children must be a list of identifiers of user groups.');
  return existing;
}

/** Makes exactly these groups the children of a supergroup. */
function setChildren(context: SandboxContext, supergroup: Doc, children: Doc[] | undefined): void {
  if (!children) return;
  const childIds = new Set(children.map(({ id }) => id));
  for (const group of [...documents(context, 'user-group').oldestFirst()]) {
    if (childIds.has(group.id)) save(context, 'user-group', { ...group, parent: supergroup.id });
    else if (group.parent === supergroup.id) save(context, 'user-group', { ...group, parent: null });
  }
}

function readMembership(context: SandboxContext, change: unknown) {
  const { op, users, groups, path = '/membership' } = isObject(change) ? change : {};
  if (op !== 'add' && op !== 'remove') throw new HttpError(400, 'op must be add or remove.');
  if (path !== '/membership') throw new HttpError(400, 'path must be /membership.');
  if (!Array.isArray(users) || !Array.isArray(groups) || users.length === 0 || groups.length === 0) {
    throw new HttpError(400, 'users and groups must be lists that are not empty.');
  }
  const allGroups = documents(context, 'user-group');
  const members = users.map(id => findUser(context, id as number)).filter(user => user !== undefined);
  if (members.length < users.length || !groups.every(id => allGroups.get(id as number))) {
    throw new HttpError(400, 'users and groups must exist.');
  }
  return { op, users: members, groups: groups.map(Number) };
}

function showGroup(context: SandboxContext, { id, name, parent }: Doc) {
  const supergroup = parent === null ? undefined : documents(context, 'user-supergroup').get(parent as number);
  const users = documents(context, 'user');
  users.ensureIndex('_groups');
  return {
    id,
    name,
    members: users.findIndexed('_groups', [id]).length,
    parent: supergroup ? { id: supergroup.id, name: supergroup.name } : null,
  };
}

function showSupergroup(context: SandboxContext, { id, name }: Doc) {
  const groups = [...documents(context, 'user-group').oldestFirst()].filter(({ parent }) => parent === id);
  return { id, name, children: groups.map(group => ({ id: group.id, name: group.name })) };
}
