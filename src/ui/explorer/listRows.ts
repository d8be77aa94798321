import { ApiError } from '../../api/errors';
import type { Application } from '../../applications/application';
import type { ListNode, TreeNode } from '../nodes/node';
import { withUniqueIds } from '../nodes/nodeBase';
import type { ListState, ServiceList } from '../nodes/nodeKind';
import { nodeContains } from '../nodes/nodeLabel';
import { errorNode, moreNode } from '../nodes/placeholders';
import type { CachedListing } from './listingCache';

/** A list and its cached items. */
export interface CachedList {
  section: ServiceList;
  cached: CachedListing<TreeNode>;
}

interface ListContext {
  filter: string | undefined;
  /** Items found by a search; shown even if the list has not loaded them. */
  inserted: readonly TreeNode[];
  application: Application;
}

/** Returns the rows below a node: its items, then “Load more…”, then the error. */
export function listRows(
  node: ListNode,
  lists: readonly CachedList[],
  { filter, inserted, application }: ListContext,
): TreeNode[] {
  const listed = lists.flatMap(({ section, cached }) =>
    matchingItems(section, mergedItems(section, cached.listing?.items ?? [], application), filter),
  );
  const ids = new Set(inserted.length === 0 ? [] : listed.map(({ id }) => id));
  const others = inserted.filter(item => !ids.has(item.id) && (filter === undefined || nodeContains(item, filter)));
  const rows = withUniqueIds([...listed, ...others]);
  const empty = rows.length === 0;
  const unfinished = lists.find(({ cached }) => cached.listing?.nextOffset !== undefined);
  if (unfinished?.cached.listing !== undefined) {
    const { items, totalCount } = unfinished.cached.listing;
    const searching = filter !== undefined && unfinished.section.searched !== true;
    rows.push(moreNode(node, { read: items.length, total: totalCount, searching }));
  }
  const failed = lists.find(({ cached }) => cached.error !== undefined);
  if (failed !== undefined && (empty || !isRefused(failed.section, failed.cached.error))) {
    rows.push(errorNode(node, failed.cached.error));
  }
  return rows;
}

export function listState(
  lists: readonly CachedList[],
  filter: string | undefined,
  application: Application,
): ListState {
  const times = lists.map(({ cached }) => cached.listing?.readAt ?? Infinity);
  const readAt = times.includes(Infinity) ? undefined : Math.min(...times);
  const failed = lists.some(({ cached }) => cached.error !== undefined);
  return { filter, count: countOf(lists, filter, application), readAt, failed };
}

/** Returns the items of a list together with those that the settings add. */
export function mergedItems(
  { merge }: ServiceList,
  items: readonly TreeNode[],
  application: Application,
): readonly TreeNode[] {
  return merge === undefined ? items : (merge(items, application) as TreeNode[]);
}

/** Returns the items that match a filter. Returns all items of a list that the service has already filtered. */
export function matchingItems(
  { searched }: ServiceList,
  items: readonly TreeNode[],
  filter: string | undefined,
): readonly TreeNode[] {
  return filter === undefined || searched === true ? items : items.filter(item => nodeContains(item, filter));
}

function countOf(
  lists: readonly CachedList[],
  filter: string | undefined,
  application: Application,
): number | undefined {
  let count = 0;
  for (const { section, cached } of lists) {
    if (cached.listing === undefined) return undefined;
    const { items, nextOffset, totalCount } = cached.listing;
    const local = filter !== undefined && section.searched !== true;
    if (nextOffset !== undefined && (local || totalCount === undefined)) return undefined;
    const merged = mergedItems(section, items, application);
    // A later page may contain the items that the settings add.
    const added = nextOffset === undefined ? merged.length - items.length : 0;
    count += local ? matchingItems(section, merged, filter).length : (totalCount ?? items.length) + added;
  }
  return count;
}

/** True if a list is optional, and the service lacks it or refuses it to this application. */
export function isRefused({ optional }: ServiceList, error: unknown): boolean {
  const isStatus = error instanceof ApiError && error.code === 'status';
  return optional === true && isStatus && [400, 401, 403, 404, 405].includes(error.status ?? 0);
}
