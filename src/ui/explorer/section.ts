import { ApiError } from '../../api/errors';
import type { CallContext } from '../../api/http/apiRequest';
import { listContents } from '../../api/webApi/contents';
import type { Page } from '../../api/webApi/page';
import { getContentCategory, listContentCategories, listContentGroups, listOrders } from '../../api/webApi/webApi';
import type { Http } from '../platform/http';
import type { ReadPage } from './listingCache';
import { webApiTarget } from '../applications/environmentTarget';
import { realmOf, type Users } from '../users/userSessions';
import {
  contentCategoryNode,
  contentGroupNode,
  contentItemNode,
  orderNode,
  type ContentCategoryNode,
  type ListNode,
  type TreeNode,
} from '../nodes/node';

/** One list of the service below a node. A category has two: its subcategories and its contents. */
export interface Section {
  key: string;
  read: ReadPage<TreeNode>;
  /** The service applies the filter; the other lists are read completely and filtered here. */
  searched?: true;
}

export const pageSize = 500;

export function sectionsOf(node: ListNode, http: Pick<Http, 'fetch'>, users: Users, filter?: string): Section[] {
  const target = webApiTarget(node);
  const section = (name: string, read: (page: PageOf, context: CallContext) => Promise<Page<TreeNode>>): Section => ({
    key: `${listKey(node)}${name}`,
    read: async (offset, signal) => read({ limit: pageSize, offset }, { fetch: await http.fetch(), signal }),
  });
  switch (node.kind) {
    case 'contentLibrary':
      return [
        section('groups', async (page, context) =>
          mapPage(await listContentGroups(target, page, context), ({ id, name, raw }) =>
            contentGroupNode(node, name === undefined ? { id } : { id, name }, false, raw),
          ),
        ),
      ];
    case 'contentGroup':
      return [
        section('categories', async (page, context) =>
          mapPage(await listContentCategories(target, node.group.id, page, context), category =>
            contentCategoryNode(node, category),
          ),
        ),
      ];
    case 'contentCategory':
      return [
        ...(mayHaveSubcategories(node)
          ? [
              section('categories', async (_, context) => {
                const { children } = await getContentCategory(target, node.category.id, context);
                const page = { items: children, nextOffset: undefined, totalCount: children.length };
                return mapPage(page, category => contentCategoryNode(node, category));
              }),
            ]
          : []),
        {
          ...section(filter === undefined ? 'contents' : `contents?${filter}`, async (page, context) =>
            mapPage(await contentsOf(node, filter, page, context), content => contentItemNode(node, content)),
          ),
          searched: true,
        },
      ];
    case 'orders':
      return [
        section('orders', async (page, context) =>
          mapPage(
            await users.of(node.application).call(realmOf(node), token => listOrders(target, token, page, context)),
            order => orderNode(node, order),
          ),
        ),
      ];
  }
}

interface PageOf {
  limit: number;
  offset: number;
}

function mayHaveSubcategories({ category, repeats }: ContentCategoryNode): boolean {
  return !repeats && category.haveChildren !== false;
}

async function contentsOf(
  node: ContentCategoryNode,
  titleContains: string | undefined,
  page: PageOf,
  context: CallContext,
) {
  const search = titleContains === undefined ? {} : { titleContains };
  try {
    return await listContents(webApiTarget(node), { categoryId: node.category.id, ...search, ...page }, context);
  } catch (error) {
    // An application without this version of the contents still shows its categories.
    if (error instanceof ApiError && error.status === 404 && page.offset === 0) {
      return { items: [], nextOffset: undefined, totalCount: 0 };
    }
    throw error;
  }
}

function mapPage<A, B>({ items, ...page }: Page<A>, map: (item: A) => B): Page<B> {
  return { ...page, items: items.map(map) };
}

/** Ends with a slash, so that what is said of one node is not said of its neighbours. */
export function listKey(node: Pick<TreeNode, 'id'>): string {
  return `${node.id}/`;
}
