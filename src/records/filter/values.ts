import { ExactNumber, isInteger, isJsonObject, isList, valueOf, type Json } from '../../json/json';
import { systemColumns, type Column } from '../table/schema';
import type { FilterValue } from './parse';
import type { FilterProblem } from './filterProblem';
import { readTime } from './times';
import type { FilterToken } from './tokens';

/** The properties of a column that a comparison needs. An unknown column (`undefined`) accepts any value. */
export type FilterColumn = Pick<Column, 'name' | 'type' | 'itemType' | 'choices' | 'target'>;

/** The value, or the type that was expected. */
type ReadValue = { value: Json } | { expected: string };

/** Whether values are instants: dates, or Unix seconds written by the service. */
export function isTime(column: FilterColumn | undefined): boolean {
  return column?.type === 'date' || isStamp(column);
}

/** Whether values are Unix seconds. */
export function isStamp(column: FilterColumn | undefined): boolean {
  return column !== undefined && ['created_at', 'updated_at'].includes(column.name) && systemColumns.has(column.name);
}

/** Returns an instant in the form that the service compares: Unix seconds, or ISO 8601. */
export function sentTime(at: Date, column: FilterColumn | undefined): Json {
  return isStamp(column) ? new ExactNumber(String(Math.floor(at.getTime() / 1000))) : at.toISOString();
}

/**
 * Converts a written value to the type of a column.
 * @param type of the column or of its list items; `undefined` if unknown
 */
export function readValue(written: FilterValue, column: FilterColumn | undefined, type: string | undefined): ReadValue {
  if (written.kind === 'list') {
    if (type !== undefined && type !== 'array') return { expected: type };
    const items = written.items.map(item => readValue(item, column, column?.itemType));
    const wrong = items.find(item => 'expected' in item);
    return wrong ?? { value: items.flatMap(item => ('value' in item ? [item.value] : [])) };
  }
  if (written.kind === 'json') {
    const value = valueOf(written.text);
    if (value === undefined) return { expected: 'JSON' };
    return type === undefined || type === 'object' ? { value } : { expected: type };
  }
  return readToken(written, column, type);
}

function readToken(token: FilterToken, column: FilterColumn | undefined, type: string | undefined): ReadValue {
  const { text } = token;
  const isBare = token.kind === 'word';
  switch (type) {
    case 'string':
      return { value: text };
    case 'integer':
    case 'number': {
      const time = isStamp(column) ? readTime(text) : undefined;
      if (time !== undefined) return { value: sentTime(time.kind === 'day' ? time.start : time.at, column) };
      const value = numberOf(text);
      const isRight = value !== undefined && (type === 'number' || isInteger(value));
      return isRight ? { value } : { expected: type };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      return word === 'true' || word === 'false' ? { value: word === 'true' } : { expected: type };
    }
    case 'date': {
      const time = readTime(text);
      if (time === undefined) return { expected: type };
      // A time with a time zone is compared as written. The service reads only upper-case letters.
      if (time.kind === 'instant' && time.isZoned) return { value: text.toUpperCase() };
      return { value: sentTime(time.kind === 'day' ? time.start : time.at, column) };
    }
    case 'reference':
    case 'id':
      return { value: isBare ? idValue(text, column) : text };
    case 'array':
    case 'object':
    case 'file':
    case 'geojson':
      return { expected: type };
    case undefined:
    default:
      return { value: isBare ? bareValue(text) : text };
  }
}

/** Returns a typed ID as the service compares it: IDs of users are numbers, all others are texts. */
export function idValue(text: string, column: FilterColumn | undefined): Json {
  const isUser = column?.target?.name === '_userprofile';
  return isUser ? (numberOf(text) ?? text) : text;
}

function bareValue(text: string): Json {
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : (numberOf(text) ?? text);
}

function numberOf(text: string): ExactNumber | undefined {
  const value = /^-?\d/.test(text) ? valueOf(text) : undefined;
  return value instanceof ExactNumber ? value : undefined;
}

/** Returns the choices of a column, separated by commas, if the value is not one of them. */
export function missedChoices(value: Json, column: FilterColumn | undefined): string | undefined {
  const choices = column?.choices?.map(String);
  if (choices === undefined || isJsonObject(value) || isList(value)) return undefined;
  const text = value instanceof ExactNumber ? value.text : String(value);
  return choices.includes(text) ? undefined : choices.join(', ');
}

/** The columns and problems that are shared while a filter is read. */
export interface FilterContext {
  /** `undefined` while the table is unknown: then nothing is checked against it. */
  columns: readonly FilterColumn[] | undefined;
  problems: FilterProblem[];
}
