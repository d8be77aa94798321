import { requiredText } from '../backend/body';
import { documents, nextNumber, save, scopeOf, currentSeconds } from '../backend/scope';
import { columnsOf } from '../database/tables';
import { readValue, wrongType } from '../database/values';
import { readUpdate } from '../query/update';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import type { LibraryCategory, ContentGroup } from './library';
import { categoriesIn, categoriesOf, childrenOf, contentTable } from './library';

const firstId = 1_690_000_000_000_001;
const maximumLevels = 3;

/**
 * Creates a content group, or changes `current`.
 * @throws HttpError 400 for an unknown group of users
 */
export function writeGroup(
  context: SandboxContext,
  body: Record<string, unknown>,
  current?: ContentGroup,
): ContentGroup {
  const name = current && body.name === undefined ? current.name : requiredText(body, 'name');
  const gids = body.acl_gids ?? current?.acl_gids ?? [];
  const groups = documents(context, 'user-group');
  if (!Array.isArray(gids) || !gids.every(id => groups.get(id as number))) {
    throw new HttpError(400, 'acl_gids must be a list of identifiers of user groups.');
  }
  return saveItem(context, 'content-group', { name, acl_gids: gids as number[] }, current) as ContentGroup;
}

/**
 * Creates a category, or changes `current`.
 * @throws HttpError 400 for a name that a sibling has, an invalid parent, or a fourth level
 */
export function writeCategory(
  context: SandboxContext,
  group: ContentGroup,
  body: Record<string, unknown>,
  current?: LibraryCategory,
): LibraryCategory {
  const name = current && body.name === undefined ? current.name : requiredText(body, 'name');
  const parentId = body.parent === undefined ? (current?.parent_id ?? null) : body.parent;
  const parent =
    parentId === null ? undefined : (categoriesOf(context).get(parentId as number) as LibraryCategory | undefined);
  if (parentId !== null && parent?.group_id !== group.id)
    throw new HttpError(400, 'parent is not a category of this group.');
  const parentChain = parent ? ancestors(context, parent) : [];
  if (current && parentChain.some(({ id }) => id === current.id))
    throw new HttpError(400, 'A category cannot be below itself.');
  if (parentChain.length + (current ? heightOf(context, current) : 1) > maximumLevels) {
    throw new HttpError(400, `Categories are nested at most ${maximumLevels} levels deep.`);
  }
  const sameName = categoriesIn(context, group).find(
    other => other.name === name && other.parent_id === (parent?.id ?? null) && other.id !== current?.id,
  );
  if (sameName) throw new HttpError(400, 'A category beside it has this name already.');
  return saveItem(
    context,
    'content-category',
    { name, group_id: group.id, parent_id: parent?.id ?? null },
    current,
  ) as LibraryCategory;
}

/** The fields that the service sets itself. */
const readOnlyFields = new Set(['id', 'group_id', 'created_by', 'created_at', 'updated_at', 'visit_count']);

/**
 * Creates a content, or changes `current`. Like the service, drops unknown fields and values of a wrong type. `written`
 * names the fields that were stored.
 * @throws HttpError 400 when no field of the body can be stored
 */
export function writeContent(
  context: SandboxContext,
  group: ContentGroup,
  body: Record<string, unknown>,
  current?: Doc,
): { content: Doc; written: ReadonlySet<string> } {
  const columns = columnsOf(contentTable(context));
  const changed: Record<string, unknown> = {};
  for (const [name, change] of readUpdate(body)) {
    const column = columns.get(name);
    const value = change(current?.[name]);
    if (!column || readOnlyFields.has(name)) continue;
    if (name === 'categories') changed[name] = readCategories(context, group, value);
    // The service also accepts the address of a cover.
    else if (name === 'cover' && typeof value === 'string') changed[name] = value;
    else {
      const stored = readValue(scopeOf(context), column, value, current?.[name]);
      if (stored !== wrongType) changed[name] = stored;
    }
  }
  if (Object.keys(changed).length === 0) throw new HttpError(400, 'There is nothing to store.');
  const defaults = current ? {} : { categories: [], created_by: 1 };
  const content = saveItem(context, 'content', { ...defaults, ...changed, group_id: group.id }, current);
  return { content, written: new Set(Object.keys(changed)) };
}

function saveItem(context: SandboxContext, collection: string, fields: Record<string, unknown>, current?: Doc): Doc {
  const now = currentSeconds(context);
  const base = current ?? { id: nextNumber(context, collection, firstId), created_at: now };
  return save(context, collection, { ...base, ...fields, updated_at: now });
}

function readCategories(context: SandboxContext, group: ContentGroup, value: unknown): number[] {
  const categories = categoriesOf(context);
  const ids = Array.isArray(value) ? value.map(Number) : [];
  if (!Array.isArray(value) || ids.some(id => categories.get(id)?.group_id !== group.id)) {
    throw new HttpError(400, 'categories must be a list of identifiers of categories of this group.');
  }
  return ids;
}

/** Returns a category and its ancestors, the nearest first. */
function ancestors(context: SandboxContext, category: LibraryCategory): LibraryCategory[] {
  const parent = category.parent_id === null ? undefined : categoriesOf(context).get(category.parent_id);
  return [category, ...(parent ? ancestors(context, parent as LibraryCategory) : [])];
}

/** Returns the number of levels in the tree of a category, including its own. */
function heightOf(context: SandboxContext, category: LibraryCategory): number {
  return 1 + Math.max(0, ...childrenOf(context, category).map(child => heightOf(context, child)));
}
