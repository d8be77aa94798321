import type { Collection, Doc } from '../store/collection';
import { metresTo } from './geo';
import type { Compare } from './order';
import type { Where } from './where';

/** A search in a collection. */
export interface Search {
  where?: Where | undefined;
  /** A further condition: the documents that the caller may see. */
  visible?: ((doc: Doc) => boolean) | undefined;
  order?: Compare | undefined;
  /** Without `order`: true for the oldest documents first; default: the newest first. */
  oldestFirst?: boolean;
  offset: number;
  limit: number;
  /** Whether to count all matches. */
  withTotal: boolean;
}

interface SearchResult {
  docs: Doc[];
  /** Whether there are more matches after this page. */
  hasMore: boolean;
  /** The number of all matches; undefined without `withTotal`. */
  total: number | undefined;
}

/**
 * Finds documents, by an index if the condition allows it. Stops at the end of the page, unless the documents are
 * sorted or counted. With regular expressions, repeats the search until all their results are known.
 * @throws HttpError 400 when a pattern takes too long
 */
export async function find(collection: Collection, search: Search): Promise<SearchResult> {
  const patterns = search.where?.patterns ?? [];
  for (;;) {
    const result = scan(collection, search);
    const pending = patterns.filter(({ isPending }) => isPending);
    if (pending.length === 0) return result;
    for (const pattern of pending) await pattern.settle();
  }
}

function scan(collection: Collection, search: Search): SearchResult {
  const { where, visible, offset, limit, withTotal } = search;
  const order = search.order ?? orderByDistance(where) ?? orderByCreation(collection, search);
  const end = offset + limit;
  const stopAfter = order || withTotal ? Infinity : end + 1;
  const matches: Doc[] = [];
  let total = 0;
  for (const doc of candidates(collection, search)) {
    if ((where && !where.matches(doc)) || (visible && !visible(doc))) continue;
    total += 1;
    // Sorting needs every match; otherwise matches outside of the page are only counted.
    if (order || (total > offset && total <= end)) matches.push(doc);
    if (total >= stopAfter) break;
  }
  if (order) matches.sort(order);
  return {
    docs: order ? matches.slice(offset, end) : matches,
    hasMore: total > end,
    total: withTotal ? total : undefined,
  };
}

function candidates(collection: Collection, { where, oldestFirst }: Search): Iterable<Doc> {
  const indexedEquality = where?.equalities.find(({ field }) => collection.hasIndex(field));
  if (!indexedEquality) return oldestFirst ? collection.oldestFirst() : collection.newestFirst();
  const matches = collection.findIndexed(indexedEquality.field, indexedEquality.values);
  return oldestFirst ? matches.reverse() : matches;
}

/** Returns undefined if the collection has this order already. */
function orderByCreation({ isChronological }: Collection, { oldestFirst }: Search): Compare | undefined {
  if (isChronological) return undefined;
  const sign = oldestFirst ? 1 : -1;
  return (one, other) => sign * (Number(one.created_at) - Number(other.created_at));
}

function orderByDistance(where: Where | undefined): Compare | undefined {
  if (!where?.near) return undefined;
  const { field, centre } = where.near;
  return (one, other) => metresTo(centre, one[field]) - metresTo(centre, other[field]);
}
