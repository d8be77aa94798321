import { cutText, longestShown } from '../table/cutText';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type Json } from '../../json/json';
import type { Row } from '../text/recordsText';
import { idText, isPointer, sameValue } from '../table/sameValue';
import { systemColumns, type Column } from '../table/schema';
import { timeOf } from '../table/instant';

/** A column of a page: a column of the table, or a field that only some records have. */
export interface PageColumn {
  name: string;
  /** The type of the `Column`. `undefined` if the table has no column of this name, except for `id`. */
  type: string | undefined;
  column: Column | undefined;
}

/**
 * A cell as one short text: a letter for its kind, then the shown text. A missing value is an empty text.
 * Letters: n null, b boolean, d number, t time (a date, or Unix seconds), s text, S truncated text, j list or object,
 * p pointer (its ID), f file (its name).
 */
export type ShownCell = string;

/**
 * Returns the columns in order: the ID, the table's columns in their order, columns that only records have, and last
 * the columns that the service writes.
 * @param chosen the columns the document shows, when it does not show all
 */
export function pageColumns(
  columns: readonly Column[],
  rows: readonly Pick<Row, 'fields'>[],
  chosen?: readonly string[],
): PageColumn[] {
  const byName = new Map(columns.map(column => [column.name, column]));
  const shown = chosen === undefined ? [...byName.keys()] : chosen;
  const userColumns = new Set(shown.filter(name => !systemColumns.has(name)));
  const serviceColumns = new Set(chosen === undefined ? shown.filter(name => systemColumns.has(name)) : []);
  for (const { fields } of rows) {
    for (const name of fields.keys()) (systemColumns.has(name) ? serviceColumns : userColumns).add(name);
  }
  const last = [...systemColumns].filter(name => name !== 'id' && serviceColumns.has(name));
  return ['id', ...userColumns, ...last].map(name => {
    const column = byName.get(name);
    return { name, column, type: column?.type ?? (name === 'id' ? 'id' : undefined) };
  });
}

export function shownCell({ name, type }: Pick<PageColumn, 'name' | 'type'>, value: Json | undefined): ShownCell {
  if (value === undefined) return '';
  if (value === null) return 'n';
  if (timeOf({ name, type }, value) !== undefined) return `t${plain(value)}`;
  // A pointer that the user just typed is still the plain ID of its record.
  if (type === 'reference' && idText(value) !== undefined) return `p${cutText(plain(value))}`;
  if (typeof value === 'boolean') return `b${value}`;
  if (value instanceof ExactNumber) return `d${cutText(value.text)}`;
  if (typeof value === 'string') return value.length > longestShown ? `S${cutText(value)}` : `s${value}`;
  if (isJsonObject(value)) {
    const [id, name] = [value.get('id'), value.get('name')];
    if (value.has('_table') && (typeof id === 'string' || id instanceof ExactNumber)) return `p${cutText(plain(id))}`;
    if (type === 'file' && typeof name === 'string') return `f${cutText(name)}`;
  }
  return `j${cutText(shortJson(value))}`;
}

/** Returns the displayed text of a cell without truncation. */
export function wholeText(value: Json | undefined): string {
  return value === undefined ? '' : plain(value);
}

/**
 * Parses a typed text for a column. A text that does not fit the type stays a text and is marked as wrong.
 * @param before the previous value, which gives the type where the table does not
 */
export function typedValue(type: string | undefined, text: string, before?: Json): Json {
  const kind = type ?? (before instanceof ExactNumber ? 'number' : typeof before === 'boolean' ? 'boolean' : 'string');
  const value = parsers[kind]?.(text);
  // In a text column, empty input is an empty text. In all others it is null.
  if (text === '' && kind !== 'string') return null;
  if (kind !== 'reference') return value ?? text;
  // IDs of users are numbers, so a pointer that held a number keeps a number.
  const id = isJsonObject(before) ? before.get('id') : before;
  return id instanceof ExactNumber ? (number(text) ?? text) : text;
}

/**
 * Converts a cell to a text for other programs; `cellValue` converts it back. A missing value is empty, null is `null`.
 * A text that would read back as another value is in double quotes (`""` is the empty text). Other values that would
 * not read back have the prefix `json:`.
 */
export function cellText(type: string | undefined, value: Json | undefined): string {
  if (value === undefined) return '';
  const text = plain(isPointer(value) ? (value.get('id') ?? null) : value);
  const back = cellValue(type, text);
  if (back !== undefined && sameValue(type === undefined ? undefined : { type, itemType: undefined }, back, value))
    return text;
  return typeof value === 'string' ? writeJson(value) : `json:${writeJson(value)}`;
}

/**
 * Like `cellText`, but quotes a text that a spreadsheet would evaluate as a formula. Plain numbers with a sign stay as
 * they are.
 */
export function safeCellText(type: string | undefined, value: Json | undefined): string {
  const text = cellText(type, value);
  // The ID of a pointer can be any text, because the service does not check that the record exists.
  const written = isPointer(value) ? value.get('id') : value;
  return typeof written === 'string' && isFormula(text) ? writeJson(written) : text;
}

/** Whether a spreadsheet would evaluate the text. Leading white space does not prevent that. */
function isFormula(text: string): boolean {
  return /^[\s\u0000-\u001f]*[=+\-@\uff0b\uff0d\uff1d\uff20]/.test(text) && !/^[+-]?\d+([.]\d+)?$/.test(text);
}

/** Reads a text that `cellText` wrote. Returns `undefined` for an empty text, which is a missing field. */
export function cellValue(type: string | undefined, text: string): Json | undefined {
  if (text === '') return undefined;
  if (text === 'null') return null;
  const literal = /^".*"$/s.test(text) ? valueOf(text) : undefined;
  if (literal !== undefined) return literal;
  const exact = text.startsWith('json:') ? valueOf(text.slice(5)) : undefined;
  return exact ?? parsers[type ?? 'string']?.(text) ?? text;
}

const structured = (text: string): Json | undefined => {
  const value = /^\s*[[{]/.test(text) ? valueOf(text) : undefined;
  return isList(value) || isJsonObject(value) ? value : undefined;
};

/** Parsers by column type. They return `undefined` for a text that does not fit the type. */
const parsers: Readonly<Record<string, (text: string) => Json | undefined>> = {
  integer: number,
  number,
  boolean: text => (/^(true|false)$/i.test(text.trim()) ? text.trim().toLowerCase() === 'true' : undefined),
  array: structured,
  object: structured,
  geojson: structured,
  file: structured,
};

function number(text: string): Json | undefined {
  const value = valueOf(text);
  return value instanceof ExactNumber ? value : undefined;
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** Writes a value as JSON. Serializes only the beginning of a long list. */
function shortJson(value: Json): string {
  if (isList(value) && value.length > longestShown) return `${writeJson(value.slice(0, longestShown)).slice(0, -1)}…`;
  return writeJson(value);
}
