import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../http/json';
import { HttpError } from '../http/httpError';

/** A function that computes the new value of a field. The result `undefined` removes the field. */
export type FieldChange = (current: unknown) => unknown;

type UpdateOperation = (field: string, argument: unknown) => FieldChange;

/** An error for an operator that does not fit the current value of the field. */
export class CurrentValueError extends HttpError {}

/** Atomic operators: their result does not depend on what a client read before. */
const atomic: Record<string, UpdateOperation> = {
  $incr_by: (field, argument) => {
    if (typeof argument !== 'number') throw new HttpError(400, `${field}: $incr_by takes a number.`);
    return current => {
      if (current !== undefined && current !== null && typeof current !== 'number') {
        throw new CurrentValueError(400, `${field} is not a number.`);
      }
      return (current ?? 0) + argument;
    };
  },
  $append: (field, argument) => current => [...currentList(field, current), ...listOf(argument)],
  $append_unique: (field, argument) => current => {
    const list = [...currentList(field, current)];
    for (const item of listOf(argument)) if (!includesEqual(list, item)) list.push(item);
    return list;
  },
  $remove: (field, argument) => current =>
    currentList(field, current).filter(item => !includesEqual(listOf(argument), item)),
  // The JavaScript SDK sends `{"$pop": -1}` to remove the first item.
  $pop: (field, argument) => current =>
    argument === -1 ? currentList(field, current).slice(1) : currentList(field, current).slice(0, -1),
  $shift: field => current => currentList(field, current).slice(1),
  $update: (field, argument) => {
    if (!isObject(argument)) throw new HttpError(400, `${field}: $update takes an object.`);
    return current => ({ ...(isObject(current) ? current : {}), ...argument });
  },
};

/**
 * Reads the body of an update: fields with their new values, `$set` and `$unset`, and for one field a change such as
 * `{"$incr_by": 1}`.
 * @throws HttpError 400 for an unknown operator, a wrong argument, and a field that is both set and unset
 */
export function readUpdate(body: Record<string, unknown>): Map<string, FieldChange> {
  const { $set: set = {}, $unset: unset = {}, ...plain } = body;
  if (!isObject(set)) throw new HttpError(400, '$set takes an object.');
  if (!isObject(unset)) throw new HttpError(400, '$unset takes an object.');
  const unknown = Object.keys(plain).find(name => name.startsWith('$'));
  if (unknown !== undefined) throw new HttpError(400, `There is no operator ${unknown}.`);
  const changes = new Map<string, FieldChange>();
  for (const [field, value] of [...Object.entries(plain), ...Object.entries(set)]) {
    const change = readChange(field, value);
    const [column = '', ...path] = field.split('.');
    if (path.length === 0) changes.set(field, change);
    else changes.set(column, changePartAt(changes.get(column), path, readIncrement(field, value, change)));
  }
  for (const field of Object.keys(unset)) {
    if (changes.has(field)) throw new HttpError(400, `${field}: a field cannot be set and unset at once.`);
    changes.set(field, () => undefined);
  }
  return changes;
}

function readChange(field: string, value: unknown): FieldChange {
  if (!isObject(value)) return () => value;
  const [name, ...others] = Object.keys(value).filter(key => key.startsWith('$'));
  if (name === undefined) return () => value;
  const operation = Object.hasOwn(atomic, name) && others.length === 0 ? atomic[name] : undefined;
  if (!operation) throw new HttpError(400, `${field}: there is no operator ${[name, ...others].join(' with ')}.`);
  return operation(field, value[name]);
}

/** Checks a change of a part of an object, for which the service supports only `$incr_by`. */
function readIncrement(field: string, value: unknown, change: FieldChange): FieldChange {
  if (isObject(value) && '$incr_by' in value) return change;
  throw new HttpError(400, `${field}: only $incr_by changes a part of an object.`);
}

/** Returns a change that applies `earlier` to an object, then `change` to the part of the object at `path`. */
function changePartAt(earlier: FieldChange | undefined, path: readonly string[], change: FieldChange): FieldChange {
  const [key = '', ...deeper] = path;
  const changePart = deeper.length === 0 ? change : changePartAt(undefined, deeper, change);
  return current => {
    const object = earlier ? earlier(current) : current;
    if (object !== undefined && object !== null && !isObject(object))
      throw new CurrentValueError(400, `${key} is not in an object.`);
    return { ...object, [key]: changePart(object?.[key]) };
  };
}

function currentList(field: string, current: unknown): readonly unknown[] {
  if (current === undefined || current === null) return [];
  if (!Array.isArray(current)) throw new CurrentValueError(400, `${field} is not a list.`);
  return current;
}

function listOf(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

function includesEqual(list: readonly unknown[], item: unknown): boolean {
  return list.some(other => isDeepStrictEqual(other, item));
}
