import { withRetryAfter } from '../../../api/http/retryAfter';
import type { ContentCategoryNode } from '../../nodes/contentCategory';
import type { ContentGroupNode } from '../../nodes/contentGroup';
import type { ContentLibraryNode } from '../../nodes/contentLibrary';
import { isList, type ListNode, type TreeNode } from '../../nodes/node';
import type { Reading } from '../../platform/progress';
import type { Lists } from '../lists';
import { readPages } from '../readPages';

/** Yields all categories of a library or group, level by level; reports lists that cannot be read to `failed`. */
export async function* findCategories(
  lists: Lists,
  from: ContentLibraryNode | ContentGroupNode,
  reading: Reading,
  failed: (error: unknown) => void,
): AsyncGenerator<ContentCategoryNode[]> {
  const waiting: TreeNode[] = from.kind === 'contentGroup' ? [from] : await lists.loadUnfiltered(from, reading);
  for (let next = 0; next < waiting.length && !reading.signal.aborted; next++) {
    const node = waiting[next] as TreeNode;
    if (node.kind === 'error') failed(node.error);
    if (!isList(node)) continue;
    try {
      for await (const page of categoriesBelow(lists, node, reading)) {
        const categories = page.filter(item => item.kind === 'contentCategory');
        waiting.push(...categories);
        yield categories;
      }
    } catch (error) {
      failed(error);
    }
  }
}

/**
 * Yields the direct subcategories of a node, cached ones first. Caches only the first page, because a search through
 * long lists would fill the tree and the memory. Throws the error of a request.
 */
async function* categoriesBelow(
  lists: Lists,
  node: ListNode,
  { signal, waiting }: Reading,
): AsyncGenerator<readonly TreeNode[]> {
  const list = lists.lists(node).find(({ section }) => section.name === 'categories');
  if (list === undefined) return;
  const { items: firstItems, nextOffset: offset } = await withRetryAfter(
    () => lists.firstListing(node, list),
    signal,
    waiting,
  );
  if (firstItems.length > 0) yield firstItems;
  for await (const { items } of readPages(list, { offset, previous: firstItems }, { signal, waiting })) yield items;
}
