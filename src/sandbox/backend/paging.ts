import type { Context } from 'hono';
import { HttpError } from '../http/httpError';
import { find, type Search } from '../query/search';
import { readWhere } from '../query/where';
import type { Collection, Doc } from '../store/collection';

export interface ListResponse {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count?: number };
  objects: unknown[];
}

/**
 * The rule for the total count of lists: `always` in old API versions, `onRequest` only with `return_total_count=1`.
 */
export type TotalRule = 'always' | 'onRequest';

const defaultLimit = 20;
export const maximumLimit = 1000;

/**
 * Returns one page of a list in the service's format. Query: `limit` (default 20, at most 1000), `offset` (default 0).
 * `next` and `previous` are paths with a query, or null at the ends.
 * @throws HttpError 400 when `limit` or `offset` is invalid, or for a `where`, which these lists do not support
 */
export function pageResponse<T>(
  context: Context,
  items: readonly T[],
  total: TotalRule,
  toJson: (item: T) => unknown,
): ListResponse {
  // Refuse a condition, because ignoring it would look as if all items met it.
  readWhere(context.req.query('where'), { isKnown: () => false });
  const page = readPage(context);
  const { limit, offset } = page;
  const totalCount = includesTotal(context, total) ? items.length : undefined;
  return {
    meta: describePage(context, page, offset + limit < items.length, totalCount),
    objects: items.slice(offset, offset + limit).map(toJson),
  };
}

/** Like `pageResponse`, for the result of a search. */
export async function searchResponse(
  context: Context,
  collection: Collection,
  search: Omit<Search, 'offset' | 'limit' | 'withTotal'>,
  total: TotalRule,
  toJson: (doc: Doc) => unknown,
): Promise<ListResponse> {
  const page = readPage(context);
  const result = await find(collection, { ...search, ...page, withTotal: includesTotal(context, total) });
  return { meta: describePage(context, page, result.hasMore, result.total), objects: result.docs.map(toJson) };
}

/**
 * Reads the page of a list. An empty value counts as absent, because the JavaScript SDK sends it.
 * @throws HttpError 400 when `limit` or `offset` is invalid
 */
export function readPage(context: Context, fallback = defaultLimit): { limit: number; offset: number } {
  return {
    limit: Math.min(readCount(context, 'limit', fallback, 1), maximumLimit),
    offset: readCount(context, 'offset', 0, 0),
  };
}

export function includesTotal(context: Context, total: TotalRule): boolean {
  return total === 'always' || context.req.query('return_total_count') === '1';
}

export function pagePath(context: Context, limit: number, offset: number): string {
  const { pathname, searchParams } = new URL(context.req.url);
  searchParams.set('limit', String(limit));
  searchParams.set('offset', String(offset));
  return `${pathname}?${searchParams.toString()}`;
}

function describePage(
  context: Context,
  { limit, offset }: { limit: number; offset: number },
  hasMore: boolean,
  total: number | undefined,
): ListResponse['meta'] {
  return {
    limit,
    offset,
    next: hasMore ? pagePath(context, limit, offset + limit) : null,
    previous: offset > 0 ? pagePath(context, limit, Math.max(0, offset - limit)) : null,
    ...(total === undefined ? {} : { total_count: total }),
  };
}

function readCount(context: Context, name: string, fallback: number, minimum: number): number {
  const text = context.req.query(name);
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < minimum) {
    throw new HttpError(400, `${name} must be a whole number of at least ${minimum}.`);
  }
  return Number(text);
}
