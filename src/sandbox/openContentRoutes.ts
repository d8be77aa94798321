import { findById, findGroup, groupsOf, refuseQueryLanguage } from './contentRoutes';
import { answerPage } from './paging';
import { Refusal } from './refusal';
import type { Routes, SandboxContext } from './routing';
import { answer } from './routing';
import type { Category, Content, ContentGroup } from './seedContent';
import { allCategories } from './seedContent';

const base = '/oserve/v2.2/content';

/**
 * The content library as the newer Open API shows it. The specification does not name these paths; they follow the
 * service's public reference: category lists are flat, children included, each with its parent and subcategories.
 */
export function addOpenContentRoutes(routes: Routes): void {
  answer(routes, 'GET', `${base}/`, context =>
    context.json(answerPage(context, named(context, groupsOf(context)), 'onRequest', showGroup)),
  );
  answer(routes, 'GET', `${base}/:group/`, context => context.json(showGroup(findGroup(context, 'group'))));

  answer(routes, 'GET', `${base}/:group/category/`, context => {
    const topLevel = readFlag(context, 'parent__isnull');
    const categories = allCategories(findGroup(context, 'group')).filter(
      ({ parent }) => topLevel === undefined || (parent === undefined) === topLevel,
    );
    return context.json(answerPage(context, named(context, categories), 'onRequest', showCategory));
  });
  answer(routes, 'GET', `${base}/:group/category/:id/`, context => {
    const categories = allCategories(findGroup(context, 'group'));
    return context.json(showCategory(findById(categories, context.req.param('id'), 'category')));
  });

  answer(routes, 'GET', `${base}/:group/text/`, context => {
    refuseQueryLanguage(context);
    const group = findGroup(context, 'group');
    return context.json(answerPage(context, group.contents, 'onRequest', content => showContent(content, group)));
  });
  answer(routes, 'GET', `${base}/:group/text/:id/`, context => {
    const group = findGroup(context, 'group');
    const content = findById(group.contents, context.req.param('id'), 'content');
    return context.json({ ...showContent(content, group), content: content.content });
  });
}

/** The items the query parameter `name` asks for; all when it is absent. */
function named<T extends { name: string }>(context: SandboxContext, items: T[]): T[] {
  const name = context.req.query('name');
  return name === undefined ? items : items.filter(item => item.name === name);
}

function readFlag(context: SandboxContext, name: string): boolean | undefined {
  const value = context.req.query(name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new Refusal(400, `${name} must be true or false.`);
  return value === 'true';
}

function showGroup({ id, name, createdAt }: ContentGroup) {
  return { id, name, acl_gids: [], created_at: createdAt, updated_at: createdAt };
}

function showCategory({ id, name, parent, children, createdAt }: Category) {
  return {
    id,
    name,
    parent: parent ? nameOf(parent) : null,
    subcategories: children.map(nameOf),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function showContent(content: Content, group: ContentGroup) {
  return {
    id: content.id,
    title: content.title,
    cover: content.cover,
    description: content.description,
    categories: content.categories.map(nameOf),
    group_id: group.id,
    created_by: 1,
    created_at: content.createdAt,
    updated_at: content.createdAt,
  };
}

function nameOf({ id, name }: Category) {
  return { id, name };
}
