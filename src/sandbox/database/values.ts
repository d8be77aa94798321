import type { Scope } from '../backend/scope';
import { isUploaded } from '../files/files';
import { readDate } from '../http/dates';
import { HttpError } from '../http/httpError';
import { isObject } from '../http/json';
import { isGeoJson } from '../query/geo';
import { userTable, type SandboxColumn } from './table';
import { tableByIdOrName } from './tables';

/** Marks a value that does not have the type of its column. The service does not store such a value. */
export const wrongType = Symbol('a value of the wrong type');

type ValueConverter = (value: unknown, column: SandboxColumn, scope: Scope) => unknown;

/** Functions that convert a value to its stored form, by column type. */
const readers: Record<string, ValueConverter> = {
  string: accept(value => typeof value === 'string'),
  integer: accept(value => Number.isSafeInteger(value)),
  number: accept(value => typeof value === 'number'),
  boolean: accept(value => typeof value === 'boolean'),
  array: (value, { items }, scope) => {
    if (!Array.isArray(value)) return wrongType;
    const list: unknown[] = items ? value.map(item => readType(item, { ...items, name: '' }, scope)) : value;
    return list.includes(wrongType) ? wrongType : list;
  },
  object: accept(value => isObject(value) && hasPlainKeys(value)),
  geojson: accept(isGeoJson),
  // Older clients clear a file with an empty text.
  file: accept(value => value === '' || isFile(value)),
  date: value => readDate(value) ?? wrongType,
  reference: (value, column, scope) => readPointer(value, column, scope) ?? wrongType,
  id: accept(value => typeof value === 'string' || typeof value === 'number'),
};

/**
 * Returns the stored form of a value: a date in the application's time zone, a pointer as the ID of its record, other
 * values unchanged. Returns `wrongType` when the value does not have the column's type. Null clears a column.
 * @param current the current value of the column; a file in it may stay there after it was deleted
 * @throws HttpError 400 for a file that was never uploaded
 */
export function readValue(scope: Scope, column: SandboxColumn, value: unknown, current?: unknown): unknown {
  if (value === undefined || value === null) return value;
  const stored = readType(value, column, scope);
  if (stored === wrongType) return wrongType;
  const currentFiles = new Set(filesIn(column, current));
  const missingFile = filesIn(column, value).find(id => !currentFiles.has(id) && !isUploaded(scope, id));
  if (missingFile !== undefined)
    throw new HttpError(400, `${column.name}: there is no file with the identifier ${missingFile}.`);
  return stored;
}

/**
 * Returns an argument of a condition in the stored form of the column. An argument that has no such form stays as it is
 * and matches nothing.
 */
export function readArgument(scope: Scope, column: SandboxColumn, value: unknown): unknown {
  if (column.type === 'date') return readDate(value) ?? value;
  if (column.type === 'reference') return readPointer(value, column, scope) ?? value;
  return value;
}

/**
 * Reads the identifier in a pointer, which is the identifier itself or an object with `id`. User IDs become numbers.
 */
function readPointer(value: unknown, { schema_id: target }: SandboxColumn, scope: Scope): string | number | undefined {
  const id = isObject(value) ? value.id : value;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id) && tableByIdOrName(scope, target ?? '')?.name === userTable)
    return Number(id);
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? id : undefined;
}

function readType(value: unknown, column: SandboxColumn, scope: Scope): unknown {
  const read = readers[column.type];
  return read ? read(value, column, scope) : value;
}

/** Creates a reader that stores a valid value unchanged. */
function accept(isValid: (value: unknown) => boolean): ValueConverter {
  return value => (isValid(value) ? value : wrongType);
}

/** Returns the identifiers of the files in a value of a file column, or of a column with lists of files. */
function filesIn({ type, items }: SandboxColumn, value: unknown): string[] {
  const files: unknown[] = type === 'file' ? [value] : items?.type === 'file' && Array.isArray(value) ? value : [];
  return files.filter(isObject).map(({ id }) => String(id));
}

/** The required fields of a file; the service does not store one without them. */
const fileFields: Record<string, 'string' | 'number'> = {
  id: 'string',
  name: 'string',
  created_at: 'number',
  mime_type: 'string',
  cdn_path: 'string',
  size: 'number',
};

function isFile(value: unknown): boolean {
  if (!isObject(value) || value.id === '') return false;
  const isComplete = Object.entries(fileFields).every(([name, type]) => typeof value[name] === type);
  return isComplete && ['undefined', 'string'].includes(typeof value.path);
}

const keyPattern = /^[A-Za-z][A-Za-z0-9_]*$/;

/** True if every key, at every depth, begins with a letter and continues with letters, digits and underscores. */
function hasPlainKeys(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasPlainKeys);
  return !isObject(value) || Object.entries(value).every(([key, inner]) => keyPattern.test(key) && hasPlainKeys(inner));
}
