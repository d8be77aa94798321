import { readJson } from '../backend/body';
import { remove } from '../backend/scope';
import { pageResponse, searchResponse, type TotalRule } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import type { LibraryCategory, ContentGroup } from './library';
import {
  categoriesIn,
  categoriesOf,
  childrenOf,
  contentSearch,
  contentView,
  contentsOf,
  findById,
  findGroup,
  groupsOf,
} from './library';
import { writeCategory, writeContent, writeGroup } from './writing';

/**
 * Adds the routes for the content library of the newer Open API. The specification does not name these paths; they
 * follow the service's public reference. A category list is flat: it contains all levels, each category with its parent
 * and subcategories.
 */
export function addOpenContentRoutes(routes: Routes): void {
  addVersion(routes, '/oserve/v2.2/content', 'onRequest');
  addVersion(routes, '/oserve/v1/content', 'always');
}

function addVersion(routes: Routes, base: string, total: TotalRule): void {
  addRoute(routes, 'GET', `${base}/`, context =>
    pageResponse(context, withQueriedName(context, groupsOf(context)), total, showGroup),
  );
  addRoute(routes, 'POST', `${base}/`, async context =>
    context.json(showGroup(writeGroup(context, await readJson(context))), 201),
  );
  addRoute(routes, 'GET', `${base}/:group/`, context => showGroup(findGroup(context, 'group')));
  addRoute(routes, 'PUT', `${base}/:group/`, async context => {
    const group = findGroup(context, 'group');
    return showGroup(writeGroup(context, await readJson(context), group));
  });
  addRoute(routes, 'DELETE', `${base}/:group/`, context => {
    const group = findGroup(context, 'group');
    for (const content of contentsOf(context).findIndexed('group_id', [group.id]))
      remove(context, 'content', content.id);
    for (const { id } of categoriesIn(context, group)) remove(context, 'content-category', id);
    remove(context, 'content-group', group.id);
  });
  addCategoryRoutes(routes, base, total);
  addTextRoutes(routes, base, total);
}

function addCategoryRoutes(routes: Routes, base: string, total: TotalRule): void {
  const path = `${base}/:group/category/`;
  addRoute(routes, 'GET', path, context => {
    const topLevel = readFlag(context, 'parent__isnull');
    const categories = categoriesIn(context, findGroup(context, 'group')).filter(
      ({ parent_id: parent }) => topLevel === undefined || (parent === null) === topLevel,
    );
    const toJson = (category: LibraryCategory) => showCategory(context, category);
    return pageResponse(context, withQueriedName(context, categories), total, toJson);
  });
  addRoute(routes, 'POST', path, async context => {
    const category = writeCategory(context, findGroup(context, 'group'), await readJson(context));
    return context.json(showCategory(context, category), 201);
  });
  addRoute(routes, 'GET', `${path}:id/`, context => showCategory(context, findCategory(context)));
  addRoute(routes, 'PUT', `${path}:id/`, async context => {
    const category = findCategory(context);
    const body = await readJson(context);
    return showCategory(context, writeCategory(context, findGroup(context, 'group'), body, category));
  });
  addRoute(routes, 'DELETE', `${path}:id/`, context => {
    const deleteAll = (category: LibraryCategory): void => {
      childrenOf(context, category).forEach(deleteAll);
      remove(context, 'content-category', category.id);
    };
    deleteAll(findCategory(context));
  });
}

function addTextRoutes(routes: Routes, base: string, total: TotalRule): void {
  const path = `${base}/:group/text/`;
  addRoute(routes, 'GET', path, context => {
    const { id } = findGroup(context, 'group');
    const visible = (content: Doc): boolean => content.group_id === id;
    const search = { ...contentSearch(context, 'oserve'), visible };
    return searchResponse(context, contentsOf(context), search, total, contentToJson(context));
  });
  addRoute(routes, 'POST', path, async context => {
    const toJson = contentToJson(context);
    const { content, written } = writeContent(context, findGroup(context, 'group'), await readJson(context));
    return context.json(onlyWritten(toJson(content), written), 201);
  });
  addRoute(routes, 'GET', `${path}:id/`, context => contentToJson(context)(findContent(context)));
  addRoute(routes, 'PUT', `${path}:id/`, async context => {
    const content = findContent(context);
    const toJson = contentToJson(context);
    const { content: changed, written } = writeContent(
      context,
      findGroup(context, 'group'),
      await readJson(context),
      content,
    );
    return onlyWritten(toJson(changed), written);
  });
  addRoute(routes, 'DELETE', `${path}:id/`, context => {
    remove(context, 'content', findContent(context).id);
  });
}

function findCategory(context: SandboxContext): LibraryCategory {
  return findInGroup(context, categoriesOf(context), 'category') as LibraryCategory;
}

function findContent(context: SandboxContext): Doc {
  return findInGroup(context, contentsOf(context), 'content');
}

function findInGroup(context: SandboxContext, items: Parameters<typeof findById>[0], kind: string): Doc {
  const group = findGroup(context, 'group');
  const item = findById(items, context.req.param('id'), kind);
  if (item.group_id !== group.id) throw new HttpError(404, `There is no ${kind} with this identifier.`);
  return item;
}

/** Returns the items with the name in the query parameter `name`, or all items without this parameter. */
function withQueriedName<T extends { name: string }>(context: SandboxContext, items: T[]): T[] {
  const name = context.req.query('name');
  return name === undefined ? items : items.filter(item => item.name === name);
}

function readFlag(context: SandboxContext, name: string): boolean | undefined {
  const value = context.req.query(name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new HttpError(400, `${name} must be true or false.`);
  return value === 'true';
}

function showGroup({ id, name, acl_gids, created_at, updated_at }: ContentGroup) {
  return { id, name, acl_gids, created_at, updated_at };
}

/** Shows a category with the whole tree below it. */
function showCategory(context: SandboxContext, category: LibraryCategory): object {
  return {
    id: category.id,
    name: category.name,
    parent: category.parent_id === null ? null : categoryReference(context, category.parent_id),
    subcategories: childrenOf(context, category).map(child => showCategory(context, child)),
    created_at: category.created_at,
    updated_at: category.updated_at,
  };
}

/** The fields that the response to a POST or PUT always contains. */
const alwaysShown = new Set(['id', 'group_id', 'categories', 'created_by', 'created_at', 'updated_at']);

/** Omits the fields that were not in the body of a POST or PUT, as the service documents. */
function onlyWritten(shown: object, written: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => alwaysShown.has(name) || written.has(name)));
}

/** Returns a function that formats a content as the request selects, with the names of its categories. */
function contentToJson(context: SandboxContext): (content: Doc) => object {
  const view = contentView(context, 'oserve');
  return content => {
    const categories = Array.isArray(content.categories) ? (content.categories as number[]) : [];
    return view({ ...content, categories: categories.map(id => categoryReference(context, id)) });
  };
}

function categoryReference(context: SandboxContext, id: number) {
  return { id, name: categoriesOf(context).get(id)?.name ?? '' };
}
