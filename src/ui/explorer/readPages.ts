import { withRetryAfter } from '../../api/http/retryAfter';
import type { Page } from '../../api/webApi/page';
import type { ListNode, TreeNode } from '../nodes/node';
import type { Reading } from '../platform/progress';
import { repeats } from './listingCache';
import { matchingItems } from './listRows';
import type { List, Lists } from './lists';

interface PageStart {
  /** `undefined` if there is no further page. */
  offset: number | undefined;
  /** The items of the previous pages. */
  known: readonly TreeNode[];
}

/** Yields the pages of a list from an offset without caching. Honours `Retry-After`; throws all other errors. */
export async function* readPages(
  { read }: List,
  { offset, known }: PageStart,
  { signal, waiting }: Pick<Reading, 'signal' | 'waiting'>,
): AsyncGenerator<Page<TreeNode>> {
  let before = known;
  for (let next = offset; next !== undefined && !signal.aborted;) {
    const from: number = next;
    const page = await withRetryAfter(() => read(from, signal), signal, waiting);
    if (page.items.length > 0 && repeats(before, page.items)) return;
    yield page;
    before = page.items;
    next = page.nextOffset;
  }
}

/**
 * Yields the items of a node page by page without the cache: for a category its contents, or its subcategories if it
 * has none. Applies the filter. Throws the error of a request.
 */
export async function* readWithoutCache(
  lists: Lists,
  node: ListNode,
  reading: Reading,
): AsyncGenerator<readonly TreeNode[]> {
  const filter = lists.filter(node);
  for (const list of lists.lists(node).reverse()) {
    let count = 0;
    for await (const { items, totalCount } of readPages(list, { offset: 0, known: [] }, reading)) {
      count += items.length;
      reading.read?.(count, totalCount);
      yield matchingItems(list.section, items, filter);
    }
    if (count > 0) return;
  }
}
