import { jsonValue } from '../../json/jsonValue';

/** Returns whether the query parameter `where` restricts the records. A condition that cannot be parsed does not. */
export function isRestricted(query: URLSearchParams): boolean {
  const conditions = query.getAll('where');
  return conditions.length > 0 && conditions.every(text => restricts(jsonValue(text)));
}

function restricts(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return false;
  return Object.entries(condition).some(([name, value]) => {
    if (name !== '$and' && name !== '$or') return true;
    const parts: unknown[] = Array.isArray(value) ? value : [];
    return parts.length > 0 && (name === '$and' ? parts.some(restricts) : parts.every(restricts));
  });
}
