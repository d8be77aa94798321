import sift from 'sift';
import type { Query } from 'sift';
import { isObject, parseJson } from '../http/json';
import { HttpError } from '../http/httpError';
import type { Doc } from '../store/collection';
import { createPattern, type SearchPattern } from './pattern';
import { intersects, nearSphere, within, withinCircle } from './geo';

/** A compiled condition: a test of documents, and the equalities that narrow the search. */
export interface Where {
  matches(doc: Doc): boolean;
  /** Fields that must have one of these values; an index narrows the search by them. */
  equalities: { field: string; values: readonly unknown[] }[];
  /** Every field that the condition names, without the path after a dot. */
  fields: ReadonlySet<string>;
  /** Regular expressions from the request. `matches` is correct only when no pattern is pending. */
  patterns: SearchPattern[];
  /** The centre of `$nearsphere`: the nearest document comes first unless `order_by` says otherwise. */
  near: { field: string; centre: readonly [number, number] } | undefined;
}

/** The properties of the fields that a condition may name. */
export interface SearchFields {
  /** Whether a condition may name a field; absent: any field. */
  isKnown?(name: string): boolean;
  /** Whether a condition on a field can match; absent: on any field. */
  isSearchable?(name: string): boolean;
  /** Converts an argument to the stored form of the field; absent: unchanged. */
  readArgument?(name: string, argument: unknown): unknown;
}

type ValueTest = (value: unknown) => boolean;
/** A function that translates an operator of the service to operators of sift, or to a test of the value. */
type Operator = (
  argument: unknown,
  siblings: Record<string, unknown>,
  patterns: SearchPattern[],
) => Record<string, unknown> | ValueTest;

const fieldName = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/;

const operators: Record<string, Operator> = {
  ...Object.fromEntries(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map(name => [name, passValue(name)])),
  ...Object.fromEntries(['$in', '$nin', '$all'].map(name => [name, passList(name)])),
  $range: argument => {
    if (!Array.isArray(argument) || argument.length !== 2)
      throw new HttpError(400, '$range takes a list of two values.');
    return { $gte: requirePlainValue('$range', argument[0]), $lte: requirePlainValue('$range', argument[1]) };
  },
  $isnull: argument => (readFlag('$isnull', argument) ? { $eq: null } : { $ne: null }),
  $exists: argument => ({ $exists: readFlag('$exists', argument) }),
  $contains: argument => {
    const part = readText('$contains', argument);
    return value => typeof value === 'string' && value.includes(part);
  },
  $icontains: argument => {
    const part = readText('$icontains', argument).toLowerCase();
    return value => typeof value === 'string' && value.toLowerCase().includes(part);
  },
  $regex: (argument, { $options: options = '' }, patterns) => {
    const pattern = readPattern(readText('$regex', argument), readText('$options', options));
    patterns.push(pattern);
    return value => typeof value === 'string' && pattern.test(value);
  },
  $has_key: argument => {
    const key = readText('$has_key', argument);
    return value => isObject(value) && Object.hasOwn(value, key);
  },
  $intersects: argument => intersects(argument),
  $within: argument => within(argument),
  $center: argument => withinCircle(argument),
  $nearsphere: argument => nearSphere(argument),
};

/**
 * Reads the query parameter `where`: `{"field":{"$operator":value}}`, joined by `$and` and `$or`. Values compare as in
 * MongoDB, on which the service is built: a list meets a condition when one of its items does.
 * @throws HttpError 400 that names the error
 */
export function readWhere(text: string | undefined, fields: SearchFields = {}): Where | undefined {
  if (text === undefined || text === '') return undefined;
  const where = compileWhere(parseJson(text, 'where'), fields);
  const unknown = [...where.fields].find(name => fields.isKnown?.(name) === false);
  if (unknown !== undefined) throw new HttpError(400, `where: ${unknown} cannot be searched for.`);
  return where;
}

/**
 * Compiles a parsed condition. Does not check `isKnown`.
 * @throws HttpError 400 that names the error
 */
export function compileWhere(condition: unknown, searchFields: SearchFields = {}): Where {
  const fields = new Set<string>();
  const context: ConditionContext = { fields, searchFields, equalities: [], patterns: [], near: undefined };
  const matches = sift(readCondition(condition, context, true) as Query<unknown>);
  const { equalities, patterns, near } = context;
  return { matches: doc => matches(doc), fields, equalities, patterns, near };
}

type ConditionContext = Omit<Where, 'matches' | 'fields'> & {
  fields: Set<string>;
  readonly searchFields: SearchFields;
};

/** @param isRequired whether every match must meet this condition; only then may an index narrow the search */
function readCondition(condition: unknown, context: ConditionContext, isRequired: boolean): Record<string, unknown> {
  if (!isObject(condition)) throw new HttpError(400, 'where must be a JSON object.');
  const clauses = Object.entries(condition).flatMap(([name, value]): Record<string, unknown>[] => {
    if (name === '$and' || name === '$or') {
      if (!Array.isArray(value) || value.length === 0) throw new HttpError(400, `${name} takes a list of conditions.`);
      return [{ [name]: value.map(part => readCondition(part, context, isRequired && name === '$and')) }];
    }
    if (!fieldName.test(name)) throw new HttpError(400, `where: ${name} is neither a field nor $and or $or.`);
    if (!isObject(value)) throw new HttpError(400, `where: ${name} needs an operator, as in {"${name}":{"$eq":…}}.`);
    context.fields.add(name.split('.')[0] ?? name);
    return readOperators(name, value, context, isRequired);
  });
  // An empty condition matches everything, but sift needs an operator.
  return { $and: clauses.length === 0 ? [{ id: { $exists: true } }] : clauses };
}

function readOperators(field: string, tests: Record<string, unknown>, context: ConditionContext, isRequired: boolean) {
  const names = Object.keys(tests).filter(name => name !== '$options' || !('$regex' in tests));
  if (names.length === 0) throw new HttpError(400, `where: ${field} needs an operator.`);
  return names.map(name => {
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (!operator) throw new HttpError(400, `where: there is no operator ${name}.`);
    const argument = readArgument(field, name, tests[name], context.searchFields);
    const query = { [field]: operator(argument, tests, context.patterns) };
    if (context.searchFields.isSearchable?.(field.split('.')[0] ?? field) === false) return matchesNothing;
    if (name === '$nearsphere' && isRequired) context.near = { field, centre: nearSphere(argument).centre };
    if (isRequired && name === '$eq') addEquality(context, field, [argument]);
    if (isRequired && name === '$in' && Array.isArray(argument)) addEquality(context, field, argument);
    return query;
  });
}

/** Operators whose argument is compared with the field, alone or in a list. */
const comparisonOperators = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$all', '$range']);
/** Matches nothing, because every document has an identifier. */
const matchesNothing = { id: { $exists: false } };

function readArgument(field: string, operator: string, argument: unknown, fields: SearchFields): unknown {
  if (!fields.readArgument || !comparisonOperators.has(operator)) return argument;
  const read = (value: unknown): unknown => fields.readArgument?.(field, value);
  return Array.isArray(argument) ? argument.map(read) : read(argument);
}

/**
 * Adds an equality for an index. Null, lists and objects cannot use an index: null also matches a missing field, and
 * lists and objects are compared by content.
 */
function addEquality(context: ConditionContext, field: string, values: readonly unknown[]): void {
  if (values.every(value => value !== null && typeof value !== 'object')) context.equalities.push({ field, values });
}

function passValue(name: string): Operator {
  return argument => ({ [name]: requirePlainValue(name, argument) });
}

/**
 * Returns the value if it contains no operators. sift would execute an operator inside of `$all`, and some operators of
 * sift run code.
 * @throws HttpError 400 for an operator
 */
function requirePlainValue(name: string, value: unknown): unknown {
  const items: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const operator = isObject(value) && Object.keys(value).find(key => key.startsWith('$'));
  if (operator) throw new HttpError(400, `${name} takes values, not the operator ${operator}.`);
  for (const item of items) requirePlainValue(name, item);
  return value;
}

function passList(name: string): Operator {
  return argument => {
    if (!Array.isArray(argument)) throw new HttpError(400, `${name} takes a list.`);
    return { [name]: requirePlainValue(name, argument) };
  };
}

function readText(name: string, argument: unknown): string {
  if (typeof argument !== 'string') throw new HttpError(400, `${name} takes a string.`);
  return argument;
}

function readFlag(name: string, argument: unknown): boolean {
  if (typeof argument !== 'boolean') throw new HttpError(400, `${name} takes true or false.`);
  return argument;
}

function readPattern(source: string, options: string): SearchPattern {
  // `g` and `y` keep a position between two tests and do not affect whether a text matches.
  const flags = [...new Set(options)].filter(flag => !'gy'.includes(flag)).join('');
  if (/[^imsu]/.test(flags)) throw new HttpError(400, '$options may hold i, m and s.');
  return createPattern(source, flags);
}
