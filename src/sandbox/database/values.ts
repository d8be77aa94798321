import type { Scope } from '../backend/scope';
import { isUploaded } from '../files/files';
import { isObject } from '../http/json';
import { isGeoJson } from '../query/geo';
import { HttpError } from '../http/httpError';
import type { Column } from './table';

const kinds: Record<string, (value: unknown, column: Column) => boolean> = {
  string: value => typeof value === 'string',
  integer: value => Number.isSafeInteger(value),
  number: value => typeof value === 'number',
  boolean: value => typeof value === 'boolean',
  array: (value, { items }) =>
    Array.isArray(value) && value.every(item => !items || isOfType(item, { ...items, name: '' })),
  object: isObject,
  geojson: isGeoJson,
  // Older clients clear a file with an empty text.
  file: value => value === '' || isFile(value),
  date: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  reference: value => pointerTo(value) !== undefined,
  id: value => typeof value === 'string' || typeof value === 'number',
};

/**
 * A value as it is stored: a pointer by the identifier it leads to, everything else as it came.
 *
 * @param current what the column holds: a file that is in it may stay there after it was deleted
 * @throws HttpError 400 when it is not of the column's type, or a file that was never uploaded; null, which clears a column, is fine
 */
export function readValue(scope: Scope, column: Column, value: unknown, current?: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (!isOfType(value, column)) throw new HttpError(400, `${column.name} must be of the type ${column.type}.`);
  const kept = new Set(filesIn(column, current));
  const unknown = filesIn(column, value).find(id => !kept.has(id) && !isUploaded(scope, id));
  if (unknown !== undefined)
    throw new HttpError(400, `${column.name}: there is no file with the identifier ${unknown}.`);
  return column.type === 'reference' ? pointerTo(value) : value;
}

export function isOfType(value: unknown, column: Column): boolean {
  return kinds[column.type]?.(value, column) ?? true;
}

/** The identifiers of the files in a value of a column of files, or of lists of them. */
function filesIn({ type, items }: Column, value: unknown): string[] {
  const files: unknown[] = type === 'file' ? [value] : items?.type === 'file' && Array.isArray(value) ? value : [];
  return files.filter(isObject).map(({ id }) => String(id));
}

/** What an upload gave: an object with the file's identifier, and each further field of its type. */
function isFile(value: unknown): boolean {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '') return false;
  const isText = ['name', 'path', 'cdn_path', 'mime_type'].every(name =>
    ['undefined', 'string'].includes(typeof value[name]),
  );
  return isText && ['size', 'created_at'].every(name => value[name] === undefined || typeof value[name] === 'number');
}

/** The identifier a pointer leads to: written as such, or as an object that has it. */
function pointerTo(value: unknown): string | number | undefined {
  const id = isObject(value) ? value.id : value;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? id : undefined;
}
