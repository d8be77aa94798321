import { limitOf, mostRecords, type PageQuery } from './query';

/** Numbers of records that one page can be set to. */
export const pageSizes: readonly number[] = [20, 50, 100, 200, 500, 1000];

/** Where a page stands among all records that meet its condition. */
export interface PagePosition {
  /** Number of its first record, from 1 on; 0 when it has none. */
  from: number;
  to: number;
  /** `undefined` while it is not known. */
  total: number | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  /** How many records one document could show, when that is more than this page does. */
  loadable: number | undefined;
}

/**
 * The position of a page.
 * @param shown records that were read
 * @param counted all records, as far as the service has counted them
 */
export function pagePosition(query: PageQuery, shown: number, counted: number | undefined): PagePosition {
  const { offset = 0 } = query;
  const total =
    totalWithoutCounting(query, shown) ?? (counted === undefined ? undefined : Math.max(counted, offset + shown));
  const hasNext = shown >= limitOf(query) && (total === undefined || offset + shown < total);
  const loadable = Math.min(total ?? mostRecords, mostRecords);
  return {
    from: shown === 0 ? 0 : offset + 1,
    to: offset + shown,
    total,
    hasPrevious: offset > 0,
    hasNext,
    loadable: (offset > 0 || hasNext) && limitOf(query) < loadable ? loadable : undefined,
  };
}

/** A page that is not full ends the list, so that nothing has to be counted. */
export function totalWithoutCounting(query: PageQuery, shown: number): number | undefined {
  const { offset = 0 } = query;
  return shown < limitOf(query) && (shown > 0 || offset === 0) ? offset + shown : undefined;
}

/** The query of another page of the same list. */
export function turnedTo<Q extends PageQuery>(query: Q, to: 'first' | 'previous' | 'next' | 'all'): Q {
  const { offset = 0 } = query;
  switch (to) {
    case 'first':
      return { ...query, offset: undefined };
    case 'previous':
      return { ...query, offset: Math.max(0, offset - limitOf(query)) };
    case 'next':
      return { ...query, offset: offset + limitOf(query) };
    case 'all':
      return { ...query, offset: undefined, limit: mostRecords };
  }
}

/** The same list in pages of another size; the first record that was shown is on the new page. */
export function withPageSize<Q extends PageQuery>(query: Q, limit: number): Q {
  const { offset = 0 } = query;
  return { ...query, limit, offset: Math.floor(offset / limit) * limit };
}
