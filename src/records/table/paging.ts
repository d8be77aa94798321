import { limitOf, maximumRecords, type PageQuery } from './query';

/** The page sizes that a user can choose. */
export const pageSizes: readonly number[] = [20, 50, 100, 200, 500, 1000];

/** The position of a page among all records that match its condition. */
interface PagePosition {
  /** The number of its first record, from 1; 0 for an empty page. */
  from: number;
  to: number;
  /** `undefined` while unknown. */
  total: number | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  /** The number of records that one document could show, when that is more than this page shows. */
  loadable: number | undefined;
}

/**
 * Computes the position of a page.
 * @param shown the number of records on the page
 * @param counted the number of all records, if the service has counted them
 * @param read the number of records when the page was read, before saved deletions; if unknown, the page counts as full
 */
export function pagePosition(
  query: PageQuery,
  shown: number,
  counted: number | undefined,
  read: number = limitOf(query),
): PagePosition {
  const { offset = 0 } = query;
  const total =
    totalWithoutCounting(query, shown, read) ?? (counted === undefined ? undefined : Math.max(counted, offset + shown));
  const hasNext = read >= limitOf(query) && (total === undefined || offset + shown < total);
  const loadable = Math.min(total ?? maximumRecords, maximumRecords);
  return {
    from: shown === 0 ? 0 : offset + 1,
    to: offset + shown,
    total,
    hasPrevious: offset > 0,
    hasNext,
    loadable: (offset > 0 || hasNext) && limitOf(query) < loadable ? loadable : undefined,
  };
}

/** Returns the total without a request, if the page was not full and therefore is the last one. */
export function totalWithoutCounting(
  query: PageQuery,
  shown: number,
  read: number = limitOf(query),
): number | undefined {
  const { offset = 0 } = query;
  return read < limitOf(query) && (shown > 0 || offset === 0) ? offset + shown : undefined;
}

/**
 * Returns the query for another page of the same list, or for the whole list.
 * @param remaining the number of read records that are not deleted: the next page begins after them. Added records do not
 *   count, because their places in the list are unknown
 */
export function turnPage<Q extends PageQuery>(
  query: Q,
  to: 'first' | 'previous' | 'next' | 'all',
  remaining: number = limitOf(query),
): Q {
  const { offset = 0 } = query;
  return {
    first: { ...query, offset: undefined },
    previous: { ...query, offset: Math.max(0, offset - limitOf(query)) },
    next: { ...query, offset: offset + Math.min(remaining, limitOf(query)) },
    all: { ...query, offset: undefined, limit: maximumRecords },
  }[to];
}

/** Returns the query for the same list with another page size. The first shown record is on the new page. */
export function withPageSize<Q extends PageQuery>(query: Q, limit: number): Q {
  const { offset = 0 } = query;
  return { ...query, limit, offset: Math.floor(offset / limit) * limit };
}
