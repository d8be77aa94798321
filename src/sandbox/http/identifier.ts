import { HttpError } from './httpError';

/**
 * Returns a numeric identifier as text.
 * @throws HttpError 400 when `id` is not a number of up to 16 digits
 */
export function readNumericId(id: string | undefined, kind: string): string {
  if (id === undefined || !/^\d{1,16}$/.test(id)) throw new HttpError(400, `The identifier of a ${kind} is a number.`);
  return id;
}

/**
 * Reads the identifiers in `id__in`, from a query ("a,b") or a body (a list).
 * @throws HttpError 400 when there is no identifier
 */
export function readIdentifiers(value: unknown): string[] {
  const list: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const ids = list.filter(id => (typeof id === 'string' && id !== '') || typeof id === 'number').map(String);
  if (ids.length === 0) throw new HttpError(400, 'id__in must name at least one identifier.');
  return ids;
}
