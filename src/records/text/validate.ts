import {
  ExactNumber,
  isInteger,
  isJsonObject,
  isList,
  writeJson,
  type Json,
  type JsonObject,
  type Range,
} from '../../json/json';
import { readDate } from '../table/instant';
import type { Row } from './recordsText';
import { fieldComparer, fileFields } from '../table/sameValue';
import { systemColumns, type Column, type Table } from '../table/schema';

/** A field that the service would refuse, or that the schema does not allow. The range is its name or its value. */
export interface RecordFieldProblem extends Range {
  code:
    | 'unknownColumn'
    | 'systemColumn' // changed, although only the service writes it
    | 'wrongType'
    | 'notADate' // text that is not ISO 8601
    | 'incompleteFile' // a file that lacks a field; `expected` names the missing ones
    | 'required' // missing or null; the range is the record if the field is missing
    | 'operator' // an object with names that the service would treat as operators on the field
    | 'notAChoice'; // the service accepts it; the console offers others
  name: string;
  /** The type or the choices of the column. */
  expected?: string;
}

const permissions = new Set(['read_perm', 'write_perm']);

/**
 * True if `updated_at` is from before a save. The text keeps it if the user edits during the save, and an undo brings it
 * back. It is not an edit of the user.
 */
function isOlderTime(name: string, value: Json, read: JsonObject | undefined): boolean {
  const now = read?.get(name);
  if (name !== 'updated_at' || !(value instanceof ExactNumber) || !(now instanceof ExactNumber)) return false;
  return Number(value.text) < Number(now.text);
}

/**
 * Validates a row against the schema of its table. Checks only changed fields, because columns keep values from before
 * their type was set.
 * @param read the record as it was read; `undefined` for a new one, and when unknown: then only problems that do not
 * depend on the earlier value are reported
 */
export function validateRow(
  { columns }: Pick<Table, 'columns'>,
  row: Row,
  read: JsonObject | undefined,
): RecordFieldProblem[] {
  const known = new Map(columns.map(column => [column.name, column]));
  const same = fieldComparer(columns);
  const problems: RecordFieldProblem[] = [];
  const isKnown = read !== undefined || row.id === undefined;
  for (const [name, ranges] of row.ranges) {
    const value = row.fields.get(name) ?? null;
    if (read?.has(name) === true && same(name, read.get(name), value)) continue;
    if (systemColumns.has(name)) {
      if (isKnown && !isOlderTime(name, value, read)) problems.push({ code: 'systemColumn', name, ...ranges.name });
    } else {
      const problem = fieldValueProblem(known.get(name), name, value);
      const range = problem?.code === 'unknownColumn' ? ranges.name : ranges.value;
      if (problem !== undefined) problems.push({ ...problem, name, ...range });
    }
  }
  for (const name of read?.keys() ?? []) {
    // A record that the text created has its ID only after the next save.
    if (name !== 'id' && systemColumns.has(name) && !row.fields.has(name)) {
      problems.push({ code: 'systemColumn', name, start: row.start, end: row.start + 1 });
    }
  }
  for (const { name, required, defaultValue, system } of columns) {
    if (!required || system || !isKnown || row.fields.has(name)) continue;
    const isMissing = read === undefined ? defaultValue === undefined : read.has(name);
    if (isMissing) problems.push({ code: 'required', name, start: row.start, end: row.start + 1 });
  }
  return problems;
}

/**
 * Returns the problem of a value for a field that the user can write.
 * @param column the column of this name; `undefined` if the table has none
 */
export function fieldValueProblem(
  column: Column | undefined,
  name: string,
  value: Json,
): Pick<RecordFieldProblem, 'code' | 'expected'> | undefined {
  if (permissions.has(name)) return isPermissions(value) ? undefined : { code: 'wrongType', expected: 'array' };
  return column === undefined ? { code: 'unknownColumn' } : valueProblem(column, value);
}

/** Returns the problem of a value for a column. */
export function valueProblem(column: Column, value: Json): Pick<RecordFieldProblem, 'code' | 'expected'> | undefined {
  const { type, itemType, required, choices } = column;
  if (value === null) return required ? { code: 'required' } : undefined;
  const problem = columnTypeProblem(type === 'array' && isList(value) ? itemType : type, value);
  if (problem !== undefined) return problem;
  const isRight =
    type === 'array' ? isList(value) && value.every(item => isOfType(item, itemType)) : isOfType(value, type);
  if (!isRight)
    return { code: 'wrongType', expected: type === 'array' && itemType !== undefined ? `array of ${itemType}` : type };
  if (isOperator(value)) return { code: 'operator' };
  const items = isList(value) ? value : [value];
  const offered = choices?.map(String);
  if (offered === undefined || items.every(item => offered.includes(plain(item)))) return undefined;
  return { code: 'notAChoice', expected: offered.join(', ') };
}

/** Dates and files have their own problems, also as items of a list. */
function columnTypeProblem(
  type: string | undefined,
  value: Json,
): Pick<RecordFieldProblem, 'code' | 'expected'> | undefined {
  const items = isList(value) ? value : [value];
  if (type === 'date') {
    const isWrong = items.some(item => typeof item === 'string' && readDate(item) === undefined);
    return isWrong ? { code: 'notADate' } : undefined;
  }
  if (type !== 'file') return undefined;
  const missing = new Set(items.filter(isJsonObject).flatMap(missingFileFields));
  return missing.size === 0 ? undefined : { code: 'incompleteFile', expected: [...missing].join(', ') };
}

function missingFileFields(file: JsonObject): string[] {
  const wrong = Object.entries(fileFields).filter(([name, type]) => {
    const value = file.get(name);
    return type === 'number' ? !(value instanceof ExactNumber) : typeof value !== 'string' || value === '';
  });
  return wrong.map(([name]) => name);
}

/** Whether the service would treat the value as an operation on the field instead of its new value. */
export function isOperator(value: Json): boolean {
  return isJsonObject(value) && [...value.keys()].some(name => name.startsWith('$'));
}

const kinds: Readonly<Record<string, (value: Json) => boolean>> = {
  string: value => typeof value === 'string',
  integer: value => value instanceof ExactNumber && isInteger(value),
  number: value => value instanceof ExactNumber,
  boolean: value => typeof value === 'boolean',
  array: isList,
  object: isJsonObject,
  geojson: value => isJsonObject(value) && typeof value.get('type') === 'string' && isList(value.get('coordinates')),
  file: isJsonObject,
  date: value => typeof value === 'string',
  reference: value => isId(isJsonObject(value) ? value.get('id') : value),
  id: isId,
};

/** An undocumented type accepts any value. */
function isOfType(value: Json, type: string | undefined): boolean {
  return type === undefined || !Object.hasOwn(kinds, type) || kinds[type]?.(value) === true;
}

function isId(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || value instanceof ExactNumber;
}

function isPermissions(value: Json): boolean {
  return isList(value) && value.every(item => typeof item === 'string');
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value);
}
