import { withRetryAfter } from '../../api/http/retryAfter';
import { repeatsPage, type Page } from '../../api/webApi/page';
import type { Application } from '../../applications/application';
import type { ListNode, TreeNode } from '../nodes/node';
import type { Reading } from '../platform/progress';
import { isRefused, matchingItems, mergedItems } from './listRows';
import type { List, Lists } from './lists';

interface PageStart {
  /** `undefined` if there is no further page. */
  offset: number | undefined;
  /** The items of the previous pages. */
  previous: readonly TreeNode[];
}

/** Yields the pages of a list from an offset without caching. Honours `Retry-After`; throws all other errors. */
export async function* readPages(
  { read }: List,
  { offset, previous }: PageStart,
  { signal, waiting }: Pick<Reading, 'signal' | 'waiting'>,
): AsyncGenerator<Page<TreeNode>> {
  let before = previous;
  for (let next = offset; next !== undefined && !signal.aborted;) {
    const from: number = next;
    const page = await withRetryAfter(() => read(from, signal), signal, waiting);
    if (repeatsPage(before, page.items)) return;
    yield page;
    before = page.items;
    next = page.nextOffset;
  }
}

/**
 * Yields the items of a node page by page without the cache: for a category its contents, or its subcategories if it
 * has none. Adds the items of the settings and applies the filter. Throws the error of a request.
 */
export async function* readWithoutCache(
  lists: Lists,
  node: ListNode,
  reading: Reading,
): AsyncGenerator<readonly TreeNode[]> {
  const filter = lists.filter(node);
  for (const list of lists.lists(node).reverse()) {
    const isMerged = list.section.merge !== undefined;
    const pages = isMerged ? [await readMerged(list, lists.current(node), reading)] : itemsOf(list, reading);
    let count = 0;
    for await (const items of pages) {
      count += items.length;
      yield matchingItems(list.section, items, filter);
    }
    if (count > 0) return;
  }
}

/** Reads a list with the items of the settings. If the service refuses the list, returns only these, if any. */
async function readMerged(list: List, application: Application, reading: Reading): Promise<readonly TreeNode[]> {
  const listed: TreeNode[] = [];
  const merged = () => mergedItems(list.section, listed, application);
  try {
    for await (const items of itemsOf(list, reading)) listed.push(...items);
  } catch (error) {
    if (!isRefused(list.section, error) || merged().length === 0) throw error;
  }
  return merged();
}

async function* itemsOf(list: List, reading: Reading): AsyncGenerator<readonly TreeNode[]> {
  let count = 0;
  for await (const { items, totalCount } of readPages(list, { offset: 0, previous: [] }, reading)) {
    count += items.length;
    reading.read?.(count, totalCount);
    yield items;
  }
}
