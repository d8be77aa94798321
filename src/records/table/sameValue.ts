import { readDate, sameInstant } from './instant';
import { ExactNumber, isJsonObject, isList, sameJson, type Json, type JsonObject } from '../../json/json';
import type { Column } from './schema';

/** The properties of a column that decide when two values are equal. */
type ValueType = Pick<Column, 'type' | 'itemType'>;

/** Whether two values of the named field are equal; `undefined` is a missing field, which differs from null. */
export type SameField = (name: string, one: Json | undefined, other: Json | undefined) => boolean;

/** The required properties of a file and their types. The service does not store a file that lacks one. */
export const fileFields: Readonly<Record<string, 'string' | 'number'>> = {
  id: 'string',
  name: 'string',
  created_at: 'number',
  mime_type: 'string',
  cdn_path: 'string',
  size: 'number',
};

/** Returns a function that compares fields by the types of a table's columns. */
export function fieldComparer(columns: readonly Column[]): SameField {
  const types = new Map(columns.map(column => [column.name, column]));
  return (name, one, other) => sameValue(types.get(name), one, other);
}

/**
 * Whether two values of a column are equal for the service, which returns some in another form than sent: dates in the
 * zone of the application, references as `{ id, _table }`, files with more fields.
 * @param type `undefined`: the table has no such column
 */
export function sameValue(type: ValueType | undefined, one: Json | undefined, other: Json | undefined): boolean {
  if (sameJson(one, other)) return true;
  if (one === undefined || one === null || other === undefined || other === null) return false;
  switch (type?.type) {
    case 'date':
      return sameDate(one, other);
    case 'reference':
      return sameId(referencedId(one), referencedId(other));
    case 'file':
      return isJsonObject(one) && isJsonObject(other) && sameFile(one, other);
    case 'array':
      return isList(one) && isList(other) && sameItems(type.itemType, one, other);
    case undefined:
      return (isPointer(one) || isPointer(other)) && sameId(referencedId(one), referencedId(other));
    default:
      return false;
  }
}

/** Whether a value is a pointer that is not expanded: `{ id, _table }`. */
export function isPointer(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && value.size === 2 && value.has('_table') && value.has('id');
}

function sameItems(itemType: string | undefined, one: readonly Json[], other: readonly Json[]): boolean {
  if (itemType === undefined || one.length !== other.length) return false;
  return one.every((item, index) => sameValue({ type: itemType, itemType: undefined }, item, other[index]));
}

function sameDate(one: Json, other: Json): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const [first, second] = [readDate(one), readDate(other)];
  return first !== undefined && second !== undefined && sameInstant(first, second);
}

/** Ignores fields that only one of the two has, such as `path`: the service adds them. */
function sameFile(one: JsonObject, other: JsonObject): boolean {
  const names = new Set([...Object.keys(fileFields), ...[...one.keys()].filter(name => other.has(name))]);
  return [...names].every(name => sameJson(one.get(name), other.get(name)));
}

function sameId(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}

function referencedId(value: Json): string | undefined {
  return idText(isJsonObject(value) ? value.get('id') : value);
}

/**
 * Returns an ID as text; `undefined` if it is not valid. IDs of users are numbers, and the service also accepts them as
 * text.
 */
export function idText(id: Json | undefined): string | undefined {
  if (id instanceof ExactNumber) return id.text;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
