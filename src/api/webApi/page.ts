import * as v from 'valibot';
import { ApiError } from '../errors';
import { requestDetails, type ApiRequest } from '../http/apiRequest';
import type { ApiResponse } from '../http/send';

/** The requested part of a list. The service's defaults are `limit` 20 (at most 1000) and `offset` 0. */
export interface PageRequest {
  limit?: number;
  offset?: number;
  /** The offset of the first page. The limits for endless lists count from it. Default: 0. */
  start?: number;
}

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** Offset of the next page; `undefined` at the end of the list. */
  nextOffset: number | undefined;
  /** `undefined` if the service does not send it. */
  totalCount: number | undefined;
}

/** The maximum number of items of one list. A longer list is an error, because it may be endless. */
export const longestList = 200_000;
// After this many items, a page must have at least 20 items. Otherwise a server with single-item pages would get 200,000
// requests.
const shortPagesUntil = 1000;
const usualPage = 20;

const listShape = v.looseObject({
  meta: v.nullish(
    v.looseObject({
      total_count: v.optional(v.unknown()),
      next: v.optional(v.unknown()),
      limit: v.optional(v.unknown()),
    }),
  ),
  objects: v.array(v.unknown()),
});

/**
 * Parses the list envelope `{ meta, objects }` and computes whether more items follow. `next` is sometimes wrong, so it
 * is used only without `total_count`.
 * @throws ApiError `unexpectedShape`; `endless` beyond 200,000 items, or if a later page is too short
 */
export function parsePage<T>(
  response: ApiResponse,
  request: ApiRequest,
  page: PageRequest,
  item: (value: unknown) => T | undefined,
): Page<T> {
  const parsed = v.safeParse(listShape, response.body);
  if (!parsed.success) {
    throw new ApiError('unexpectedShape', { ...requestDetails(request), status: response.status, expected: 'objects' });
  }
  const { meta, objects } = parsed.output;
  const { offset = 0, start = 0 } = page;
  const end = offset + objects.length;
  const totalCount = typeof meta?.total_count === 'number' ? meta.total_count : undefined;
  const limit = typeof meta?.limit === 'number' ? meta.limit : (page.limit ?? usualPage);
  const more = totalCount === undefined ? typeof meta?.next === 'string' || objects.length >= limit : end < totalCount;
  const isShort = objects.length < Math.min(page.limit ?? usualPage, usualPage);
  const tooShort = more && isShort && offset - start >= shortPagesUntil;
  if (objects.length > 0 && (end - start > longestList || tooShort)) {
    throw new ApiError('endless', { ...requestDetails(request), expected: String(longestList) });
  }
  return {
    items: objects.map(item).filter(value => value !== undefined),
    nextOffset: more && objects.length > 0 ? end : undefined,
    totalCount,
  };
}

/**
 * True if a page repeats the end of the items before it. Reading stops then, because a service that ignores the offset
 * would send the page forever.
 */
export function repeatsPage(before: readonly { id: string }[], page: readonly { id: string }[]): boolean {
  const last = before.slice(-page.length);
  return page.length > 0 && last.length === page.length && page.every(({ id }, index) => id === last[index]?.id);
}

/**
 * Returns a smaller page size after a response that was too large.
 * @throws the given error, if it is another one or if a single record is too large
 */
export function smallerPageSize(error: unknown, limit: number): number {
  if (!(error instanceof ApiError) || error.code !== 'tooLarge' || limit <= 1) throw error;
  return Math.ceil(limit / 4);
}

export function mapPage<A, B>({ items, ...page }: Page<A>, map: (item: A) => B): Page<B> {
  return { ...page, items: items.map(map) };
}
