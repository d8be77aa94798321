import { isJsonObject, isList, writeJson, type Json, type JsonObject } from '../../json/json';

/** Joins conditions with "and". Merges the tests of a column; tests with the same operator go into `$and`. */
export function allOf(conditions: readonly JsonObject[]): JsonObject {
  const joined = new Map<string, Json>();
  const rest: JsonObject[] = [];
  for (const condition of conditions.flatMap(flattened)) {
    for (const [name, test] of condition) {
      const before = joined.get(name);
      if (before === undefined) joined.set(name, test);
      else if (isTests(before) && isTests(test) && ![...test.keys()].some(key => before.has(key))) {
        joined.set(name, new Map([...before, ...test]));
      } else rest.push(new Map([[name, test]]));
    }
  }
  if (rest.length > 0) joined.set('$and', rest);
  return joined;
}

/** Joins conditions with "or". A single condition stays as it is. */
export function anyOf(conditions: readonly JsonObject[]): JsonObject {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : new Map([['$or', conditions]]);
}

/** Splits a condition into its other entries and the conditions in its `$and`, if that is a list of objects. */
function flattened(condition: JsonObject): JsonObject[] {
  const nested = condition.get('$and');
  if (!isList(nested) || !nested.every(isJsonObject)) return [condition];
  const others = new Map([...condition].filter(([name]) => name !== '$and'));
  return [...(others.size > 0 ? [others] : []), ...nested.flatMap(flattened)];
}

/** Whether a value is an object of operators with their operands, not a plain value. */
export function isTests(test: Json | undefined): test is JsonObject {
  // `$options` is allowed too: it belongs to the `$regex` beside it.
  return isJsonObject(test) && test.size > 0 && [...test.keys()].every(name => name.startsWith('$'));
}

/** Whether two conditions are equivalent: in any order, with `$and` at any depth, and with a plain value as `$eq`. */
export function isSameCondition(one: JsonObject, other: JsonObject): boolean {
  return canonical(one) === canonical(other);
}

function canonical(condition: JsonObject): string {
  const parts = conjuncts(condition).map(([name, test]) => {
    if (name === '$or' && isList(test) && test.every(isJsonObject)) return `$or (${disjuncts(test).join(' | ')})`;
    return `${name} ${writeJson(sorted(test))}`;
  });
  return [...new Set(parts)].sort().join(' & ');
}

function disjuncts(conditions: readonly JsonObject[]): string[] {
  const parts = conditions.flatMap(condition => {
    const [[name, inner] = ['', null] as const] = condition;
    const isNested = condition.size === 1 && name === '$or' && isList(inner) && inner.every(isJsonObject);
    return isNested ? disjuncts(inner) : [`(${canonical(condition)})`];
  });
  return [...new Set(parts)].sort();
}

/** Splits a condition into tests with one operator each. */
function conjuncts(condition: JsonObject): (readonly [string, Json])[] {
  return [...condition].flatMap(([name, test]): (readonly [string, Json])[] => {
    if (name === '$and' && isList(test) && test.every(isJsonObject)) return test.flatMap(conjuncts);
    if (name === '$or' && isList(test) && test.length === 1 && isJsonObject(test[0])) return conjuncts(test[0]);
    if (name.startsWith('$')) return [[name, test]];
    if (!isTests(test)) return [[name, new Map([['$eq', test]])]];
    if (test.has('$regex')) return [[name, test]];
    return [...test].map(([operator, value]) => [name, new Map([[operator, value]])] as const);
  });
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return new Map(
    [...value].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, item]) => [name, sorted(item)]),
  );
}
