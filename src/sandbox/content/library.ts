import { readNumericId } from '../http/identifier';
import { documents, scopeOf } from '../backend/scope';
import { readView } from '../database/showRecord';
import type { SandboxTable } from '../database/table';
import { searchFields, sortableColumns, withoutHiddenFields } from '../database/searchFields';
import { tableByIdOrName } from '../database/tables';
import { readOrder } from '../query/order';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Collection, Doc } from '../store/collection';

export interface ContentGroup extends Doc {
  readonly id: number;
  readonly name: string;
  readonly acl_gids: number[];
}

/** A category of the content library. There are up to three levels. */
export interface LibraryCategory extends Doc {
  readonly id: number;
  readonly name: string;
  readonly group_id: number;
  readonly parent_id: number | null;
}

export function groupsOf(context: SandboxContext): ContentGroup[] {
  return [...documents(context, 'content-group').oldestFirst()] as ContentGroup[];
}

export function categoriesOf(context: SandboxContext): Collection {
  const categories = documents(context, 'content-category');
  categories.ensureIndex('group_id');
  categories.ensureIndex('parent_id');
  return categories;
}

export function categoriesIn(context: SandboxContext, group: ContentGroup): LibraryCategory[] {
  return categoriesOf(context).findIndexed('group_id', [group.id]).reverse() as LibraryCategory[];
}

export function childrenOf(context: SandboxContext, category: LibraryCategory): LibraryCategory[] {
  return categoriesOf(context).findIndexed('parent_id', [category.id]).reverse() as LibraryCategory[];
}

export function contentsOf(context: SandboxContext): Collection {
  const contents = documents(context, 'content');
  contents.ensureIndex('group_id');
  contents.ensureIndex('categories');
  return contents;
}

/**
 * Finds the content group by the identifier in the path or query.
 * @throws HttpError 400 without an identifier, 404 for an unknown group
 */
export function findGroup(context: SandboxContext, name: string, missing = `${name} is required.`): ContentGroup {
  const id = context.req.param(name) ?? context.req.query(name);
  if (id === undefined || id === '') throw new HttpError(400, missing);
  return findById(documents(context, 'content-group'), id, 'content group') as ContentGroup;
}

/** @throws HttpError 400 when `id` is not a number, 404 when it is unknown */
export function findById(items: Collection, id: string | undefined, kind: string): Doc {
  const item = items.get(readNumericId(id, kind));
  if (!item) throw new HttpError(404, `There is no ${kind} with this identifier.`);
  return item;
}

/** Reads `where` and `order_by` for contents. By default, the oldest content comes first. */
export function contentSearch(context: SandboxContext, family: ApiFamily) {
  const table = contentTable(context);
  const where = readWhere(context.req.query('where'), searchFields(scopeOf(context), table));
  return {
    where: withoutHiddenFields(context, table, where, family),
    order: readOrder(context.req.query('order_by'), sortableColumns(table, family)),
    oldestFirst: true,
  };
}

/**
 * Reads the query parameters `keys` and `expand`. Returns a function that shows a content accordingly.
 * @throws HttpError 400 for an unknown field
 */
export function contentView(context: SandboxContext, family: ApiFamily): (content: Doc) => Record<string, unknown> {
  const view = readView(context, contentTable(context), { family, hasMongoId: false });
  return content => ({ ...view(withEmptyFields(content, family)) });
}

/** Adds missing fields: texts are empty, and in the Open API the cover is null. The Web API omits a missing cover. */
function withEmptyFields({ cover, ...content }: Doc, family: ApiFamily): Doc {
  return {
    ...content,
    title: content.title ?? '',
    content: content.content ?? '',
    description: content.description ?? '',
    ...(family === 'oserve' || (cover !== undefined && cover !== null) ? { cover: cover ?? null } : {}),
  };
}

/**
 * Returns the data table that stores the contents. Its columns are the fields of a content; applications can add
 * columns.
 */
export function contentTable(context: SandboxContext): SandboxTable {
  const table = tableByIdOrName(scopeOf(context), '_richtextcontent');
  if (!table) throw new Error('The data table of the contents is missing.');
  return table;
}
