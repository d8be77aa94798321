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
import { readDate } from '../values/instant';
import type { Row } from './recordsText';
import { fieldComparer, fileFields } from '../values/sameValue';
import { systemColumns, type Column, type Table } from '../table/schema';

/** A field that the service would refuse, or that the schema does not allow. The place is its name or its value. */
export interface RecordFieldProblem extends Range {
  code:
    | 'unknownColumn'
    | 'systemColumn' // changed, though only the service writes it
    | 'wrongType'
    | 'notADate' // text that is not ISO 8601
    | 'incompleteFile' // a file that lacks a field; `expected` names the missing ones
    | 'required' // missing or null; the place is the record where the field is missing
    | 'operator' // an object whose names the service would take for what is to be done with the field
    | 'notAChoice'; // the service takes it; the console offers others
  name: string;
  /** Type or choices of the column. */
  expected?: string;
}

const permissions = new Set(['read_perm', 'write_perm']);

/**
 * What is wrong in a row by the schema of its table. Only what differs from what was read is looked at: columns hold
 * whatever was written before they were given their type.
 * @param read the record as it was read; `undefined` for a new one, and where that is not known any more: then only what is
 * wrong whatever it was is a problem
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
  for (const [name, place] of row.places) {
    const value = row.fields.get(name) ?? null;
    if (read?.has(name) === true && same(name, read.get(name), value)) continue;
    const column = known.get(name);
    if (systemColumns.has(name)) {
      if (isKnown) problems.push({ code: 'systemColumn', name, ...place.name });
    } else if (permissions.has(name)) {
      if (!isPermissions(value)) problems.push({ code: 'wrongType', name, expected: 'array', ...place.value });
    } else if (column === undefined) problems.push({ code: 'unknownColumn', name, ...place.name });
    else {
      const problem = valueProblem(column, value);
      if (problem !== undefined) problems.push({ ...problem, name, ...place.value });
    }
  }
  for (const name of read?.keys() ?? []) {
    if (systemColumns.has(name) && !row.fields.has(name)) {
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

function valueProblem(column: Column, value: Json): Pick<RecordFieldProblem, 'code' | 'expected'> | undefined {
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

/** Dates and files have problems of their own, also as items of a list. */
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

/** The service would take such a value for a command to change the field, and not for what is to stand there. */
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

/** A type that nobody documents takes anything. */
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
