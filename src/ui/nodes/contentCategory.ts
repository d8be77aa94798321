import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { pathSegment } from '../../api/http/pathSegment';
import { listContents } from '../../api/webApi/contents';
import { getContentCategory, type ContentNode } from '../../api/webApi/webApi';
import { contentItemNode } from './content';
import { listContext, listDescription } from './listRow';
import { ancestors, childFields, type EnvironmentScoped, type NodeBase } from './nodeBase';
import { nodeKind, type ServiceList } from './nodeKind';
import { openCommand } from './openCommand';
import { mapPage } from '../../api/webApi/page';

export interface ContentCategoryNode extends EnvironmentScoped {
  kind: 'contentCategory';
  category: ContentNode;
  /** True if the category is its own ancestor, which would make an endless tree. */
  repeats: boolean;
}

export function contentCategoryNode(parent: EnvironmentScoped, category: ContentNode): ContentCategoryNode {
  const repeats = ancestors(parent).some(node => isCategory(node) && node.category.id === category.id);
  return { kind: 'contentCategory', ...childFields(parent, `category:${category.id}`), category, repeats };
}

function isCategory(node: NodeBase): node is ContentCategoryNode {
  return node.kind === 'contentCategory';
}

export const contentCategory = nodeKind<ContentCategoryNode>()({
  name: ({ category }) => category.name,
  label: ({ category }) => category.name ?? vscode.l10n.t('Content category {0}', category.id),
  id: ({ category }) => category.id,
  row(node, state) {
    const leaf = !mayHaveSubcategories(node);
    return {
      children: 'collapsed',
      contextValue: listContext('contentCategory', node, state),
      icon: leaf ? 'tag' : 'folder',
      description: node.repeats
        ? vscode.l10n.t('repeats a parent category')
        : listDescription(state.list(node), vscode.l10n.t('empty')),
      command: openCommand(node),
    };
  },
  sections: (node, filter) =>
    mayHaveSubcategories(node) ? [subcategories(node), contents(node, filter)] : [contents(node, filter)],
  raw: ({ category }) => category.raw,
  request: ({ category }) => ({ path: `/hserve/v1/content/category/${pathSegment(category.id)}/` }),
  operations({ category }) {
    const values = { category_id: category.id };
    return [
      { id: 'contentCategory.get', values },
      { id: 'content.list', values },
    ];
  },
  document: {
    id: ({ category }) => category.id,
    async read(id, { target, context }) {
      const { raw } = await getContentCategory(target, id, context);
      return { shown: raw, received: raw, path: '/hserve/v1/content/category/1/' };
    },
  },
  favourite: {
    icon: 'folder',
    restore: (parent: EnvironmentScoped, { id, name }) =>
      contentCategoryNode(parent, { id, name, haveChildren: undefined, raw: { id } }),
  },
  search: { name: () => vscode.l10n.t('Category'), icon: 'folder' },
  idParameter: 'category_id',
});

function mayHaveSubcategories({ category, repeats }: ContentCategoryNode): boolean {
  return !repeats && category.haveChildren !== false;
}

function subcategories(node: ContentCategoryNode): ServiceList {
  return {
    name: 'categories',
    async read(_, { target, context }) {
      const { children } = await getContentCategory(target, node.category.id, context);
      const page = { items: children, nextOffset: undefined, totalCount: children.length };
      return mapPage(page, category => contentCategoryNode(node, category));
    },
  };
}

function contents(node: ContentCategoryNode, filter: string | undefined): ServiceList {
  return {
    name: filter === undefined ? 'contents' : `contents?${filter}`,
    async read(page, { target, context }) {
      const request = { categoryId: node.category.id, titleContains: filter, ...page };
      try {
        const contentPage = await listContents(target, request, context);
        return mapPage(contentPage, content => contentItemNode(node, content));
      } catch (error) {
        // An application without this version of the contents API still shows its categories.
        if (error instanceof ApiError && error.status === 404 && page.offset === 0) {
          return { items: [], nextOffset: undefined, totalCount: 0 };
        }
        throw error;
      }
    },
    searched: true,
  };
}
