import { HttpError } from '../http/httpError';
import type { Doc } from '../store/collection';

export type Compare = (one: Doc, other: Doc) => number;

/**
 * Reads `order_by`: names separated by commas, with a minus for descending order. Returns undefined without it.
 * @param isSortable whether a field supports sorting
 * @throws HttpError 400 for a field that cannot be sorted by
 */
export function readOrder(text: string | undefined, isSortable: (name: string) => boolean): Compare | undefined {
  if (text === undefined || text === '') return undefined;
  const keys = text.split(',').map(part => {
    const descending = part.startsWith('-');
    const field = descending ? part.slice(1) : part;
    if (!isSortable(field)) throw new HttpError(400, `order_by: ${field || 'an empty name'} cannot be sorted by.`);
    return { field, sign: descending ? -1 : 1 };
  });
  return (one, other) => {
    for (const { field, sign } of keys) {
      const difference = compareValues(one[field], other[field]);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

/**
 * Compares two values. Values of different types are in MongoDB's order: missing, numbers, text, objects, lists,
 * booleans.
 */
function compareValues(one: unknown, other: unknown): number {
  const rank = rankOf(one) - rankOf(other);
  if (rank !== 0) return rank;
  const [a, b] = [comparable(one), comparable(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return 4;
  return { number: 1, string: 2, object: 3, boolean: 5 }[typeof value as string] ?? 6;
}

function comparable(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return Number(value);
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
