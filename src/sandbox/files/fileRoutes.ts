import { readJson, requiredText } from '../backend/body';
import { randomHex } from '../store/hashes';
import { readIdentifiers } from '../http/identifier';
import { documents, remove, save, currentSeconds } from '../backend/scope';
import { includesTotal, searchResponse, type TotalRule } from '../backend/paging';
import { readOrder } from '../query/order';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { requireUser } from '../identity/authenticate';
import { filesOf, findFile, showFile, showOpenFile, type StoredFile } from './files';

/** Adds the routes of the Web API for files and file categories. */
export function addFileRoutes(routes: Routes): void {
  for (const version of ['v1.3', 'v2.1', 'v2.2']) {
    const total: TotalRule = version === 'v2.2' ? 'onRequest' : 'always';
    const base = `/hserve/${version}/uploaded-file/`;
    addRoute(routes, 'GET', base, context => listFiles(context, total, showFile));
    addRoute(routes, 'DELETE', base, async context => {
      const { id__in: ids } = await readJson(context);
      // A bulk delete skips files of other users.
      return deleteFiles(context, ownFiles(context, readIdentifiers(ids)));
    });
    addRoute(routes, 'GET', `${base}:file/`, context => showFile(context, findFile(context)));
    addRoute(routes, 'DELETE', `${base}:file/`, context =>
      deleteFiles(context, [requireOwnFile(context, findFile(context).id)]),
    );
    addCategoryReadRoutes(routes, `/hserve/${version}/file-category/`, total);
  }
}

/** Adds the routes of the Open API for files and file categories. */
export function addOpenFileRoutes(routes: Routes): void {
  addOpenVersion(routes, 'v2.2', 'onRequest');
  addOpenVersion(routes, 'v1', 'always');
}

function addOpenVersion(routes: Routes, version: string, total: TotalRule): void {
  const base = `/oserve/${version}/file/`;
  addRoute(routes, 'GET', base, context => listFiles(context, total, showOpenFile));
  addRoute(routes, 'DELETE', base, context => deleteFiles(context, readIdentifiers(context.req.query('id__in'))));
  addRoute(routes, 'GET', `${base}:file/`, context => showOpenFile(context, findFile(context)));
  addRoute(routes, 'DELETE', `${base}:file/`, context => deleteFiles(context, [findFile(context).id]));

  const categories = `/oserve/${version}/file-category/`;
  addCategoryReadRoutes(routes, categories, total);
  addRoute(routes, 'POST', categories, async context => {
    const category = writeCategory(context, await readJson(context));
    return context.json(showCategory(context, category), 201);
  });
  addRoute(routes, 'PUT', `${categories}:category/`, async context => {
    const category = findCategory(context);
    return showCategory(context, writeCategory(context, await readJson(context), category));
  });
  addRoute(routes, 'DELETE', `${categories}:category/`, context => {
    remove(context, 'file-category', findCategory(context).id);
  });
}

function listFiles(context: SandboxContext, total: TotalRule, show: typeof showFile | typeof showOpenFile) {
  const toJson = (file: Doc) => show(context, file as StoredFile);
  return searchResponse(context, documents(context, 'file'), fileSearch(context), total, toJson);
}

const fileFields = ['id', 'name', 'size', 'category_id', 'category_name', 'created_at'];
const categoryFields = ['id', 'name', 'created_at'];

/**
 * Reads `where`, `order_by` and the older filters of a list of files.
 * @throws HttpError 400 for a field that cannot be searched
 */
function fileSearch(context: SandboxContext) {
  const query = context.req.query();
  const where = readWhere(query.where, { isKnown: name => fileFields.includes(name) });
  const id = query.category ?? query.category_id;
  const categories = documents(context, 'file-category');
  const categoryNameOf = (file: Doc): unknown => categories.get(String(file.category_id))?.name;
  return {
    where: where && {
      ...where,
      matches: (file: Doc) => where.matches({ ...file, category_name: categoryNameOf(file) }),
    },
    visible: (file: Doc): boolean =>
      file.status === 'success' &&
      (id === undefined || file.category_id === id) &&
      (query.category_name === undefined || categoryNameOf(file) === query.category_name),
    order: readOrder(query.order_by, field => ['created_at', 'name', 'size'].includes(field)),
  };
}

/** Returns the IDs of files that the acting user may delete: the user's own files, and files that no longer exist. */
function ownFiles(context: SandboxContext, ids: readonly string[]): string[] {
  const user = requireUser(context);
  const files = documents(context, 'file');
  return ids.filter(id => (files.get(id)?.created_by ?? user) === user);
}

/** @throws HttpError 401 for a file of another user */
function requireOwnFile(context: SandboxContext, id: string): string {
  if (ownFiles(context, [id]).length === 0)
    throw new HttpError(401, 'A file can only be deleted by the user who uploaded it.');
  return id;
}

function deleteFiles(context: SandboxContext, ids: readonly string[]): void {
  for (const id of ids) {
    const files = documents(context, 'file');
    const file = files.get(id);
    if (!file) continue;
    remove(context, 'file', id);
    files.ensureIndex('cdn_path');
    // Files with the same path share their bytes.
    const others = files.findIndexed('cdn_path', [file.cdn_path]);
    if (others.every(({ status }) => status !== 'success')) remove(context, 'file-bytes', String(file.cdn_path));
  }
}

function addCategoryReadRoutes(routes: Routes, base: string, total: TotalRule): void {
  addRoute(routes, 'GET', base, async context => {
    const order = readOrder(context.req.query('order_by'), field => ['name', 'created_at'].includes(field));
    const where = readWhere(context.req.query('where'), { isKnown: name => categoryFields.includes(name) });
    const categories = documents(context, 'file-category');
    const counted = includesTotal(context, total);
    const { meta, objects } = await searchResponse(context, categories, { where, order }, total, category => {
      const { id, name, created_at } = category;
      return { id, name, created_at, ...(counted ? { files: filesIn(context, category) } : {}) };
    });
    return { meta: counted ? { ...meta, files: filesOf(context).length } : meta, objects };
  });
  addRoute(routes, 'GET', `${base}:category/`, context => showCategory(context, findCategory(context)));
}

function writeCategory(context: SandboxContext, body: Record<string, unknown>, current?: Doc): Doc {
  const name = current && body.name === undefined ? current.name : requiredText(body, 'name');
  const { parent = current?.parent ?? null } = body;
  // The parent that a category already has may have been deleted.
  if ((body.parent ?? null) !== null && !documents(context, 'file-category').get(parent as string)) {
    throw new HttpError(400, 'parent is not a file category.');
  }
  const now = currentSeconds(context);
  return save(context, 'file-category', {
    id: randomHex(24),
    created_at: now,
    ...current,
    name,
    parent,
    updated_at: now,
  });
}

function showCategory(context: SandboxContext, category: Doc) {
  const all = [...documents(context, 'file-category').oldestFirst()];
  const parentCategory = all.find(({ id }) => id === category.parent);
  const referenceTo = ({ id, name }: Doc) => ({ id, name });
  return {
    id: category.id,
    name: category.name,
    files: filesIn(context, category),
    parent: parentCategory ? referenceTo(parentCategory) : null,
    subcategories: all.filter(({ parent }) => parent === category.id).map(referenceTo),
    created_at: category.created_at,
    updated_at: category.updated_at,
  };
}

function filesIn(context: SandboxContext, { id }: Doc): number {
  return filesOf(context).filter(file => file.category_id === id).length;
}

/** @throws HttpError 404 for an unknown category */
function findCategory(context: SandboxContext): Doc {
  const category = documents(context, 'file-category').get(context.req.param('category'));
  if (!category) throw new HttpError(404, 'There is no file category with this identifier.');
  return category;
}
