import { isJsonObject, isList, type Json, type JsonObject } from '../../json/json';
import { isSearchable } from '../saving/condition';
import { allOf, anyOf } from './conditions';
import { nearestName } from './nearestName';
import { usualNegations, opposites, operatorsOf, spellingOf, type Comparison } from './operators';
import type { FilterNode, FilterTest, FilterValue } from './parse';
import { readTime } from './times';
import { isTime, missedChoices, readValue, sentTime, type FilterColumn, type FilterContext } from './values';

/** The operators that translate to a single operator of `where`, and back. */
export const operatorNames: Readonly<Partial<Record<Comparison, string>>> = {
  eq: '$eq',
  ne: '$ne',
  lt: '$lt',
  lte: '$lte',
  gt: '$gt',
  gte: '$gte',
  between: '$range',
  contains: '$contains',
  icontains: '$icontains',
  in: '$in',
  nin: '$nin',
  hasAll: '$all',
  hasKey: '$has_key',
};

/** Converts a filter to a condition and adds problems to the context. With an error the condition is unusable. */
export function toCondition(node: FilterNode, context: FilterContext, isNegated = false): JsonObject {
  if (node.kind === 'not') return toCondition(node.part, context, !isNegated);
  if (node.kind === 'test') return testCondition(node, context, isNegated);
  const parts = node.parts.map(part => toCondition(part, context, isNegated));
  return (node.kind === 'and') === isNegated ? anyOf(parts) : allOf(parts);
}

function testCondition(test: FilterTest, context: FilterContext, isNegated: boolean): JsonObject {
  const name = test.column.text;
  const column = columnOf(test, context);
  const operator = isNegated ? opposite(test, context) : test.operator;
  // The service finds no record by a list of such items, which would look like an empty table.
  const allowed = column === undefined || isSearchable(column) ? operatorsOf(column?.type) : [];
  if (column !== undefined && allowed !== undefined && !allowed.includes(operator)) {
    const { start, end } = test.at;
    const spelling = spellingOf(operator, column.type);
    const type = isSearchable(column) ? column.type : `${column.type}<${column.itemType}>`;
    context.problems.push({ code: 'unsupported', start, end, name, type, operator: spelling });
    return new Map();
  }
  if (test.operator === 'matches') return patternCondition(name, test, context);
  const time =
    timeCondition(name, { ...test, operator }, column, context) ??
    daysCondition({ ...test, operator }, column, context);
  if (time !== undefined) return time;
  return plainCondition(name, { ...test, operator }, column, context);
}

function columnOf({ column }: FilterTest, { columns, problems }: FilterContext): FilterColumn | undefined {
  const { text, start, end } = column;
  // A path into an object begins with the name of its column.
  const [first = ''] = text.split('.');
  const tableColumn = columns?.find(({ name }) => name === text) ?? columns?.find(({ name }) => name === first);
  if (columns === undefined) return undefined;
  if (tableColumn !== undefined && tableColumn.name !== text)
    return tableColumn.type === 'object' ? undefined : refuse();
  return tableColumn ?? refuse();

  function refuse(): undefined {
    const nearest = nearestName(text, columns?.map(({ name }) => name) ?? []);
    problems.push({ code: 'unknownColumn', start, end, name: text, nearest });
  }
}

function opposite({ operator, at, values }: FilterTest, { problems }: FilterContext): Comparison {
  const negation = opposites[operator];
  if (negation !== undefined) return negation;
  // The service documents `$nin` for "does not contain this item".
  if (operator === 'has' && values.length === 1) return 'nin';
  const instead = usualNegations[operator];
  problems.push({
    code: 'cannotNegate',
    start: at.start,
    end: at.end,
    operator: spellingOf(operator, undefined),
    instead: instead && spellingOf(instead, undefined),
  });
  return operator;
}

/**
 * Returns the condition for a whole day, or for a range of times; `undefined` for all other tests. The length of a day
 * follows the local clock: 23, 24 or 25 hours.
 */
function timeCondition(
  name: string,
  test: FilterTest,
  column: FilterColumn | undefined,
  context: FilterContext,
): JsonObject | undefined {
  const { operator, values } = test;
  if (column === undefined || !isTime(column)) return undefined;
  const [first, second] = values.map(value => (value.kind === 'list' ? undefined : readTime(value.text)));
  const tests = (...pairs: [string, Date][]) =>
    new Map([[name, new Map<string, Json>(pairs.map(([key, at]) => [key, sentTime(at, column)]))]]);
  if (operator === 'between' && (first ?? second) !== undefined) {
    const [from, to] = valuesOf(test, column, context);
    if (from === undefined || to === undefined) return new Map();
    const upper: [string, Json] = second?.kind === 'day' ? ['$lt', sentTime(second.end, column)] : ['$lte', to];
    return new Map([[name, new Map([['$gte', from], upper])]]);
  }
  if (first?.kind !== 'day') return undefined;
  const { start, end } = first;
  if (operator === 'eq') return tests(['$gte', start], ['$lt', end]);
  if (operator === 'ne') return anyOf(otherDayTests(name, first, column));
  if (operator === 'gt') return tests(['$gte', end]);
  if (operator === 'lte') return tests(['$lt', end]);
  return undefined;
}

/** Returns the condition for a list with a whole day: like `=` or `!=` with each item. `undefined` for all other tests. */
function daysCondition(
  test: FilterTest,
  column: FilterColumn | undefined,
  context: FilterContext,
): JsonObject | undefined {
  const { operator, values } = test;
  const [list] = values;
  if ((operator !== 'in' && operator !== 'nin') || list?.kind !== 'list' || !isTime(column)) return undefined;
  if (!list.items.some(item => item.kind !== 'list' && readTime(item.text)?.kind === 'day')) return undefined;
  // Reports the items that are no times.
  if (valuesOf(test, column, context).length === 0) return new Map();
  const isIn = operator === 'in';
  const parts = list.items.map(item =>
    testCondition({ ...test, operator: isIn ? 'eq' : 'ne', values: [item] }, context, false),
  );
  return isIn ? anyOf(parts) : allOf(parts);
}

/** Returns the alternatives of "not on this day". Like `$ne`, they include records without a value. */
export function otherDayTests(name: string, day: { start: Date; end: Date }, column: FilterColumn): JsonObject[] {
  const before: [string, Json] = ['$lt', sentTime(day.start, column)];
  const after: [string, Json] = ['$gte', sentTime(day.end, column)];
  return [before, after, ...emptyTests(column.type)].map(test => new Map([[name, new Map([test])]]));
}

function plainCondition(
  name: string,
  test: FilterTest,
  column: FilterColumn | undefined,
  context: FilterContext,
): JsonObject {
  const { operator } = test;
  const single = (key: string, value: Json): JsonObject => new Map([[name, new Map([[key, value]])]]);
  if (operator === 'null' || operator === 'notNull') return single('$isnull', operator === 'null');
  if (operator === 'missing' || operator === 'notMissing') return single('$exists', operator === 'notMissing');
  if (operator === 'empty') return anyOf(emptyTests(column?.type).map(([key, value]) => single(key, value)));
  if (operator === 'notEmpty') return new Map([[name, new Map(notEmptyTests(column?.type))]]);
  const values = valuesOf(test, column, context);
  const [value] = values;
  if (value === undefined) return new Map();
  if (operator === 'has') return single('$all', [value]);
  if (value === null && (operator === 'eq' || operator === 'ne')) return single('$isnull', operator === 'eq');
  // A negated `has` becomes `nin` with a single value.
  if (operator === 'nin' && !isList(value)) return single('$nin', [value]);
  return single(operatorNames[operator] ?? '$eq', operator === 'between' ? values : value);
}

/** Returns the tests of "is empty", of which one must hold: a missing value, null, and an empty text or list. */
export function emptyTests(type: string | undefined): [string, Json][] {
  return [['$isnull', true], ['$exists', false], ...emptyValues(type).map((value): [string, Json] => ['$eq', value])];
}

/** Returns the tests of "is not empty", which must all hold. */
export function notEmptyTests(type: string | undefined): [string, Json][] {
  return [['$isnull', false], ['$exists', true], ...emptyValues(type).map((value): [string, Json] => ['$ne', value])];
}

function emptyValues(type: string | undefined): Json[] {
  if (type === 'array') return [[]];
  return type === undefined || type === 'string' ? [''] : [];
}

/** Converts the values of a test to the type that its operator takes. Returns none if one of them is wrong. */
function valuesOf({ operator, values }: FilterTest, column: FilterColumn | undefined, context: FilterContext): Json[] {
  const isItem = ['has', 'hasAll', 'in', 'nin'].includes(operator) && column?.type === 'array';
  const isText = ['contains', 'icontains', 'hasKey'].includes(operator);
  const type = isText ? 'string' : isItem ? column.itemType : column?.type;
  const read = values.map(value => {
    const isList = (operator === 'in' || operator === 'nin' || operator === 'hasAll') && value.kind === 'list';
    if (!isList) return valueOf(value, type, column, operator, context);
    if (value.items.length === 0) context.problems.push({ code: 'emptyList', start: value.start, end: value.end });
    const items = value.items.map(item => valueOf(item, type, column, operator, context));
    return items.every(item => item !== undefined) ? items : undefined;
  });
  return read.every(value => value !== undefined) ? read : [];
}

function valueOf(
  written: FilterValue,
  type: string | undefined,
  column: FilterColumn | undefined,
  operator: Comparison,
  { problems }: FilterContext,
): Json | undefined {
  const { start, end } = written;
  if (written.kind === 'word' && written.text.toLowerCase() === 'null' && ['eq', 'ne'].includes(operator)) return null;
  const read = readValue(written, column, type);
  const name = column?.name ?? '';
  if ('expected' in read) {
    problems.push({ code: 'wrongType', start, end, name, expected: read.expected });
    return undefined;
  }
  if (hasOperator(read.value)) {
    problems.push({ code: 'badJson', start, end });
    return undefined;
  }
  const isCompared = !['contains', 'icontains', 'hasKey'].includes(operator);
  const missed = isCompared ? missedChoices(read.value, column) : undefined;
  if (missed !== undefined) {
    problems.push({ code: 'notAChoice', start, end, name, expected: missed, isWarning: true });
  }
  return read.value;
}

/** Whether a value has a name that the service would treat as an operator. */
function hasOperator(value: Json): boolean {
  if (isList(value)) return value.some(hasOperator);
  return isJsonObject(value) && [...value].some(([name, inner]) => name.startsWith('$') || hasOperator(inner));
}

function patternCondition(name: string, { values }: FilterTest, { problems }: FilterContext): JsonObject {
  const [value] = values;
  if (value === undefined || value.kind === 'list' || value.kind === 'json') {
    const { start, end } = value ?? { start: 0, end: 0 };
    problems.push({ code: 'wrongType', start, end, name, expected: 'string' });
    return new Map();
  }
  const { text, flags = '', start, end } = value;
  try {
    RegExp(text);
  } catch {
    problems.push({ code: 'badPattern', start, end });
  }
  // The service documents `i` and passes other flags on to its database.
  if (/[^ims]/.test(flags)) problems.push({ code: 'badPattern', start, end });
  return new Map([
    [name, new Map<string, Json>([['$regex', text], ...(flags === '' ? [] : [['$options', flags] as const])])],
  ]);
}
