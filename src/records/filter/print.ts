import {
  ExactNumber,
  isJsonObject,
  isList,
  sameJson,
  valueOf,
  writeJson,
  type Json,
  type JsonObject,
} from '../../json/json';
import { isSameCondition, isTests } from './conditions';
import { nameText, spellingOf, type Comparison } from './operators';
import { parseFilter } from './parse';
import { dayText, readTime, timeText } from './times';
import { filterTokens } from './tokens';
import { emptyTests, notEmptyTests, operatorNames, otherDayTests, toCondition } from './toWhere';
import { isStamp, isTime, sentTime, type FilterColumn, type FilterContext } from './values';

const comparisons = new Map((Object.keys(operatorNames) as Comparison[]).map(name => [operatorNames[name], name]));

/**
 * Prints a condition in the filter language. Returns `undefined` if the language cannot express the same condition.
 * @param columns as for `readFilter`
 */
export function printFilter(where: string, columns: readonly FilterColumn[] | undefined): string | undefined {
  const condition = valueOf(where);
  if (!isJsonObject(condition)) return undefined;
  if (condition.size === 0) return '';
  const printed = printCondition(condition, columns);
  // Reading removes needless nesting, so print the condition that was read.
  return printed && printCondition(printed.read, columns)?.text;
}

/**
 * Prints a condition and reads the text back. Returns `undefined` unless both conditions are equivalent: a shown filter
 * must mean exactly what is sent.
 */
function printCondition(condition: JsonObject, columns: Columns): { text: string; read: JsonObject } | undefined {
  const text = allText(condition, columns);
  if (text === undefined) return undefined;
  const context: FilterContext = { columns, problems: [] };
  const parsed = parseFilter(filterTokens(text), text.length);
  if ('problem' in parsed || parsed.node === undefined) return undefined;
  const read = toCondition(parsed.node, context);
  // A column or a choice may no longer exist. Any other problem would prevent sending the filter.
  if (context.problems.some(({ code }) => code !== 'unknownColumn' && code !== 'notAChoice')) return undefined;
  return isSameCondition(read, condition) ? { text, read } : undefined;
}

type Columns = readonly FilterColumn[] | undefined;

function allText(condition: JsonObject, columns: Columns): string | undefined {
  const parts = [...condition].map(([name, test]) => {
    const text = entryText(name, test, columns);
    return name === '$or' && condition.size > 1 && !isSingle(test, columns) ? wrapped(text) : text;
  });
  return joined(parts, ' and ');
}

/** Prints one entry of a condition. */
function entryText(name: string, test: Json, columns: Columns): string | undefined {
  if (name === '$and' || name === '$or') {
    if (!isList(test) || test.length === 0 || !test.every(isJsonObject)) return undefined;
    if (name === '$or') return anyText(test, columns);
    const parts = test.map(part => {
      const text = allText(part, columns);
      return isAlternative(part, columns) ? wrapped(text) : text;
    });
    return joined(parts, ' and ');
  }
  if (name.startsWith('$')) return undefined;
  const column = columns?.find(each => each.name === name);
  const written = nameText(name);
  if (!isTests(test)) return withValue(written, 'eq', test, column);
  return emptyText(written, test, column) ?? dayOf(written, test, column) ?? testsText(written, test, column);
}

function anyText(parts: readonly JsonObject[], columns: Columns): string | undefined {
  const single = singleText(parts, columns);
  if (single !== undefined) return single;
  return joined(
    parts.map(part => (part.size === 0 ? undefined : allText(part, columns))),
    ' or ',
  );
}

/** Prints the alternatives that are one test in the language. */
function singleText(parts: readonly JsonObject[], columns: Columns): string | undefined {
  const empty = emptyColumn(parts, columns);
  if (empty !== undefined) return `${nameText(empty)} ${spellingOf('empty', undefined)}`;
  const [[name, test] = ['', null] as const] = parts[0] ?? [];
  const column = columns?.find(each => each.name === name);
  const start = isJsonObject(test) ? instantOf(test.get('$lt'), column) : undefined;
  if (column === undefined || start === undefined) return undefined;
  const day = readTime(dayText(start));
  const isOtherDay = day?.kind === 'day' && sameJson(parts, otherDayTests(name, day, column));
  return isOtherDay ? `${nameText(name)} != ${dayText(start)}` : undefined;
}

/** Whether a condition consists only of alternatives; inside other conditions they need parentheses. */
function isAlternative(condition: JsonObject, columns: Columns): boolean {
  const alternatives = condition.get('$or');
  return condition.size === 1 && alternatives !== undefined && !isSingle(alternatives, columns);
}

function isSingle(alternatives: Json, columns: Columns): boolean {
  return (
    isList(alternatives) &&
    alternatives.every(isJsonObject) &&
    (alternatives.length === 1 || singleText(alternatives, columns) !== undefined)
  );
}

/** Returns the column if the parts of an `$or` are exactly the tests of "is empty". */
function emptyColumn(parts: readonly JsonObject[], columns: Columns): string | undefined {
  const [name] = parts[0]?.keys() ?? [];
  if (name === undefined) return undefined;
  const testsForEmpty = emptyTests(columns?.find(column => column.name === name)?.type);
  const isEmpty =
    parts.length === testsForEmpty.length &&
    testsForEmpty.every(([key, value], index) => {
      const part = parts[index];
      const test = part?.get(name);
      return part?.size === 1 && isJsonObject(test) && test.size === 1 && sameJson(test.get(key), value);
    });
  return isEmpty ? name : undefined;
}

function emptyText(name: string, test: JsonObject, column: FilterColumn | undefined): string | undefined {
  const isNotEmpty = sameJson(test, new Map(notEmptyTests(column?.type)));
  return isNotEmpty ? `${name} ${spellingOf('notEmpty', undefined)}` : undefined;
}

/** Prints a range as a day if it is exactly one local day. */
function dayOf(name: string, test: JsonObject, column: FilterColumn | undefined): string | undefined {
  const [from, to] = [instantOf(test.get('$gte'), column), instantOf(test.get('$lt'), column)];
  if (test.size !== 2 || column === undefined || from === undefined || to === undefined) return undefined;
  const day = readTime(dayText(from));
  const isDay = day?.kind === 'day' && day.start.getTime() === from.getTime() && day.end.getTime() === to.getTime();
  return isDay ? `${name} = ${dayText(from)}` : undefined;
}

function testsText(name: string, test: JsonObject, column: FilterColumn | undefined): string | undefined {
  const parts = [...test].flatMap(([operator, value]) => {
    if (operator === '$options' && test.has('$regex')) return [];
    return [
      operator === '$regex' ? patternText(name, value, test.get('$options')) : testText(name, operator, value, column),
    ];
  });
  return joined(parts, ' and ');
}

function testText(name: string, operator: string, value: Json, column: FilterColumn | undefined): string | undefined {
  if (operator === '$isnull' || operator === '$exists') {
    if (typeof value !== 'boolean') return undefined;
    const comparison = operator === '$isnull' ? (value ? 'null' : 'notNull') : value ? 'notMissing' : 'missing';
    return `${name} ${spellingOf(comparison, column?.type)}`;
  }
  const comparison = comparisons.get(operator);
  if (comparison === undefined) return undefined;
  if (comparison === 'between') {
    if (!isList(value) || value.length !== 2) return undefined;
    const [from = null, to = null] = value;
    return `${name} between ${valueText(from, column, column?.type)} and ${valueText(to, column, column?.type)}`;
  }
  if (comparison !== 'in' && comparison !== 'nin' && comparison !== 'hasAll')
    return withValue(name, comparison, value, column);
  if (!isList(value)) return undefined;
  const type = column?.type === 'array' ? column.itemType : column?.type;
  const [only] = value;
  if (comparison === 'hasAll' && value.length === 1 && only !== undefined) {
    return `${name} has ${valueText(only, column, type)}`;
  }
  const items = value.map(item => valueText(item, column, type)).join(', ');
  return `${name} ${spellingOf(comparison, column?.type)} (${items})`;
}

function withValue(name: string, operator: Comparison, value: Json, column: FilterColumn | undefined): string {
  return `${name} ${spellingOf(operator, column?.type)} ${valueText(value, column, column?.type)}`;
}

function patternText(name: string, source: Json, flags: Json | undefined): string | undefined {
  if (typeof source !== 'string' || (flags !== undefined && typeof flags !== 'string')) return undefined;
  return `${name} matches /${source.replaceAll('/', '\\/')}/${flags ?? ''}`;
}

function valueText(value: Json, column: FilterColumn | undefined, type: string | undefined): string {
  if (isList(value)) return `[${value.map(item => valueText(item, column, column?.itemType)).join(', ')}]`;
  const isTimed = column !== undefined && isTime(column) && (type === 'date' || isStamp(column));
  const at = isTimed ? instantOf(value, column) : undefined;
  if (at !== undefined) {
    const days = readTime(dayText(at));
    // A date without a time can mean the whole day, so midnight is written out.
    const short = days?.kind === 'day' && days.start.getTime() === at.getTime() ? `${dayText(at)}T00:00` : timeText(at);
    const isSame = column !== undefined && sameJson(sentTime(new Date(short), column), value);
    if (isSame) return short;
  }
  if (typeof value === 'string' && type === 'date' && readTime(value) !== undefined) return value;
  return writeJson(value);
}

/** Reads a time that has exactly the form of `sentTime`; `undefined` for any other value. */
function instantOf(value: Json | undefined, column: FilterColumn | undefined): Date | undefined {
  if (isStamp(column)) {
    const seconds = value instanceof ExactNumber ? Number(value.text) : NaN;
    return Number.isInteger(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
  }
  if (column?.type !== 'date' || typeof value !== 'string') return undefined;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value ? at : undefined;
}

function wrapped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `(${text})`;
}

function joined(parts: readonly (string | undefined)[], connector: string): string | undefined {
  return parts.length > 0 && parts.every(part => part !== undefined) ? parts.join(connector) : undefined;
}
