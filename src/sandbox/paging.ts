import type { Context } from 'hono';
import { Refusal } from './refusal';

export interface ListAnswer {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count?: number };
  objects: unknown[];
}

const defaultLimit = 20;
const maximumLimit = 1000;

/**
 * One page of a list in the service's envelope. Query: `limit` (default 20, more than 1000 means 1000), `offset` (default 0).
 * `next` and `previous` are paths with query, or null at the ends.
 *
 * @param total `always` for the old versions, `onRequest` for those that count only with `return_total_count=1`
 * @throws Refusal 400 when `limit` or `offset` is no count
 */
export function answerPage<T>(
  context: Context,
  items: readonly T[],
  total: 'always' | 'onRequest',
  show: (item: T) => unknown,
): ListAnswer {
  const limit = Math.min(readCount(context, 'limit', defaultLimit, 1), maximumLimit);
  const offset = readCount(context, 'offset', 0, 0);
  const counted = total === 'always' || context.req.query('return_total_count') === '1';
  return {
    meta: {
      limit,
      offset,
      next: offset + limit < items.length ? pagePath(context, limit, offset + limit) : null,
      previous: offset > 0 ? pagePath(context, limit, Math.max(0, offset - limit)) : null,
      ...(counted ? { total_count: items.length } : {}),
    },
    objects: items.slice(offset, offset + limit).map(show),
  };
}

function readCount(context: Context, name: string, fallback: number, least: number): number {
  const text = context.req.query(name);
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw new Refusal(400, `${name} must be a whole number of at least ${least}.`);
  }
  return Number(text);
}

function pagePath(context: Context, limit: number, offset: number): string {
  const { pathname, searchParams } = new URL(context.req.url);
  searchParams.set('limit', String(limit));
  searchParams.set('offset', String(offset));
  return `${pathname}?${searchParams.toString()}`;
}
