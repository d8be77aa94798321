import { answerPage } from './paging';
import type { ListAnswer } from './paging';
import { Refusal } from './refusal';
import type { Routes, SandboxContext } from './routing';
import { answer } from './routing';
import type { Category, Content, ContentGroup } from './seedContent';
import { allCategories } from './seedContent';

/** How a family and version writes the same content. */
export interface ContentStyle {
  /** The Web API says `have_children`, the old Open API `has_children`. */
  childrenFlag: 'have_children' | 'has_children';
  /** Version 1 always counts, 2.2 on request. */
  total: 'always' | 'onRequest';
}

/**
 * Content groups, categories and contents below `base` ("/hserve/v1/content", "/hserve/v2.2/content",
 * "/oserve/v1/content"). The specification names the category list; its item fields and the other paths follow the
 * service's public reference: a list holds top-level categories only, the detail of each its children.
 */
export function addContentRoutes(routes: Routes, base: string, style: ContentStyle): void {
  const showCategory = (category: Category) => ({
    id: category.id,
    name: category.name,
    [style.childrenFlag]: category.children.length > 0,
  });

  answer(routes, 'GET', `${base}/group/`, context =>
    context.json(answerPage(context, groupsOf(context), style.total, showGroup)),
  );
  answer(routes, 'GET', `${base}/group/:id/`, context => context.json(showGroup(findGroup(context, 'id'))));
  answer(routes, 'GET', `${base}/category/`, context => {
    const group = findGroup(context, 'content_group_id');
    return context.json(answerPage(context, group.categories, style.total, showCategory));
  });
  answer(routes, 'GET', `${base}/category/:id/`, context => {
    const category = findById(groupsOf(context).flatMap(allCategories), context.req.param('id'), 'category');
    return context.json({ ...showCategory(category), children: category.children.map(showCategory) });
  });
  answer(routes, 'GET', `${base}/detail/`, context => context.json(listContents(context, style)));
  answer(routes, 'GET', `${base}/detail/:id/`, context => {
    const group = groupsOf(context).find(({ contents }) =>
      contents.some(content => String(content.id) === context.req.param('id')),
    );
    const content = findById(group?.contents ?? [], context.req.param('id'), 'content');
    return context.json({ ...showContent(content, group), content: content.content });
  });
}

function listContents(context: SandboxContext, style: ContentStyle): ListAnswer {
  refuseQueryLanguage(context);
  const categoryId = context.req.query('category_id');
  if (categoryId === undefined) {
    const group = findGroup(context, 'content_group_id', 'category_id or content_group_id is required.');
    return answerPage(context, group.contents, style.total, content => showContent(content, group));
  }
  const group = groupsOf(context).find(candidate =>
    allCategories(candidate).some(category => String(category.id) === categoryId),
  );
  if (!group) throw new Refusal(404, 'There is no category with this identifier.');
  const contents = group.contents.filter(content => content.categories.some(({ id }) => String(id) === categoryId));
  return answerPage(context, contents, style.total, content => showContent(content, group));
}

export function groupsOf(context: SandboxContext): ContentGroup[] {
  return context.get('environment').groups;
}

/**
 * The group an identifier in the path or query names.
 *
 * @throws Refusal 400 when there is none, 404 when no group has it
 */
export function findGroup(context: SandboxContext, name: string, missing = `${name} is required.`): ContentGroup {
  const id = context.req.param(name) ?? context.req.query(name);
  if (id === undefined || id === '') throw new Refusal(400, missing);
  return findById(groupsOf(context), id, 'content group');
}

/** Throws Refusal 400 when `id` is no number, 404 when nothing has it. */
export function findById<T extends { id: number }>(items: readonly T[], id: string | undefined, what: string): T {
  if (id === undefined || !/^\d{1,16}$/.test(id)) throw new Refusal(400, `The identifier of a ${what} is a number.`);
  const found = items.find(item => String(item.id) === id);
  if (!found) throw new Refusal(404, `There is no ${what} with this identifier.`);
  return found;
}

/** Leaving these out in silence would give an answer that looks right and is not. */
export function refuseQueryLanguage(context: SandboxContext): void {
  for (const name of ['where', 'order_by', 'keys', 'expand']) {
    if (context.req.query(name)) throw new Refusal(400, `The sandbox does not answer ${name}.`);
  }
}

function showGroup({ id, name }: ContentGroup) {
  return { id, name };
}

function showContent(content: Content, group: ContentGroup | undefined) {
  return {
    id: content.id,
    title: content.title,
    cover: content.cover,
    description: content.description,
    categories: content.categories.map(category => category.id),
    group_id: group?.id,
    created_by: 1,
    created_at: content.createdAt,
    updated_at: content.createdAt,
  };
}
