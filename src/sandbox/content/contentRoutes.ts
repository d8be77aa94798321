import { documents } from '../backend/scope';
import { pageResponse, searchResponse, type ListResponse, type TotalRule } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, type ApiFamily, type Routes, type SandboxContext } from '../backend/routing';
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

/** The format of contents in a family and version. */
interface ContentStyle {
  /** `have_children` in the Web API, `has_children` in the old Open API. */
  childrenFlag: 'have_children' | 'has_children';
  /** Versions before 2.2 always count; 2.2 counts on request. */
  total: TotalRule;
  family: ApiFamily;
}

/**
 * Adds the routes for content groups, categories and contents below `base` ("/hserve/v1/content",
 * "/hserve/v2.2/content", "/oserve/v1/content"). The specification describes the category list; its item fields and the
 * other paths follow the service's public reference. The list contains only top-level categories; the response for one
 * category contains its children.
 */
export function addContentRoutes(routes: Routes, base: string, style: ContentStyle): void {
  const showCategory = (context: SandboxContext, category: LibraryCategory) => ({
    id: category.id,
    name: category.name,
    [style.childrenFlag]: childrenOf(context, category).length > 0,
  });

  addRoute(routes, 'GET', `${base}/group/`, context =>
    pageResponse(context, groupsOf(context), style.total, showGroup),
  );
  addRoute(routes, 'GET', `${base}/group/:id/`, context => showGroup(findGroup(context, 'id')));
  addRoute(routes, 'GET', `${base}/category/`, context => {
    const group = findGroup(context, 'content_group_id');
    const top = categoriesIn(context, group).filter(({ parent_id: parent }) => parent === null);
    return pageResponse(context, top, style.total, category => showCategory(context, category));
  });
  addRoute(routes, 'GET', `${base}/category/:id/`, context => {
    const category = findById(categoriesOf(context), context.req.param('id'), 'category') as LibraryCategory;
    const children = childrenOf(context, category).map(child => showCategory(context, child));
    return { ...showCategory(context, category), children };
  });
  addRoute(routes, 'GET', `${base}/detail/`, context => listContents(context, style));
  addRoute(routes, 'GET', `${base}/detail/:id/`, context => {
    const view = contentView(context, style.family);
    return view(findById(documents(context, 'content'), context.req.param('id'), 'content'));
  });
}

/** Lists the contents of a group or category. The Web API omits their text, unless `keys` chooses it. */
async function listContents(context: SandboxContext, style: ContentStyle): Promise<ListResponse> {
  const categoryId = context.req.query('category_id');
  if (categoryId === undefined || categoryId === '') {
    const group = findGroup(context, 'content_group_id', 'category_id or content_group_id is required.');
    return listContentsWith(context, style, 'group_id', group.id);
  }
  const category = categoriesOf(context).get(categoryId);
  if (!category) throw new HttpError(404, 'There is no category with this identifier.');
  return listContentsWith(context, style, 'categories', Number(category.id));
}

/** Lists the contents whose field is this identifier, or is a list that contains it. */
async function listContentsWith(
  context: SandboxContext,
  { family, total }: ContentStyle,
  field: 'group_id' | 'categories',
  id: number,
): Promise<ListResponse> {
  const { where, order, oldestFirst } = contentSearch(context, family);
  const matches = (content: Doc): boolean => {
    const value = content[field];
    return (Array.isArray(value) ? value.includes(id) : value === id) && (!where || where.matches(content));
  };
  const condition = {
    fields: new Set<string>(),
    patterns: [],
    near: undefined,
    ...where,
    matches,
    equalities: [{ field, values: [id] }],
  };
  const view = contentView(context, family);
  const showsText = family === 'oserve' || (context.req.query('keys') ?? '').split(',').includes('content');
  return searchResponse(context, contentsOf(context), { where: condition, order, oldestFirst }, total, doc => {
    const { content, ...shown } = view(doc);
    return showsText ? { ...shown, content } : shown;
  });
}

function showGroup({ id, name }: ContentGroup) {
  return { id, name };
}
