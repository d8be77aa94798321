import type { Range } from '../../json/json';
import { jsonPositionAt, tokensOf, type OutlineField, type OutlineRecord, type JsonPosition } from './outline';
import type { Column, Table } from '../table/schema';

/** A suggestion at a position in a text of records. */
export interface Suggestion extends Range {
  kind: 'column' | 'value';
  label: string;
  column: Column;
  /** A snippet of VS Code; `$1` is the cursor position. */
  snippet: string;
  /** The text that VS Code compares with the typed text. */
  filter: string;
  /** The offset of a missing comma. */
  commaAt?: number | undefined;
}

/** A range that holds, or may hold, the ID of another record. */
export interface PointerRange extends Range {
  column: Column;
  target: NonNullable<Column['target']>;
  /** The text before the cursor; the whole text if it is an ID already. */
  typed: string;
  isQuoted: boolean;
}

const permissions = ['read_perm', 'write_perm'].map((name): Column => ({
  name,
  type: 'array',
  itemType: 'string',
  description: undefined,
  required: false,
  choices: undefined,
  defaultValue: undefined,
  coordinateType: undefined,
  target: undefined,
  system: false,
  protected: false,
  access: { clientVisible: true, clientReadOnly: false, creatorVisible: false },
}));
const maximumChoices = 200;

/**
 * Suggests columns that the record does not have yet, or values of the column.
 * @param chosen the columns of the document, when it does not show all: only these are suggested for a record that was
 * read
 */
export function suggestionsAt(
  text: string,
  outline: readonly OutlineRecord[],
  offset: number,
  { columns }: Pick<Table, 'columns'>,
  chosen?: readonly string[],
): Suggestion[] {
  const position = jsonPositionAt(outline, offset);
  if (position?.kind === 'name') return names(text, offset, position, [...columns, ...permissions], chosen);
  const column = position && columns.find(({ name }) => name === position.field.name);
  return position === undefined || column === undefined || column.system
    ? []
    : values(text, offset, position.field, column);
}

/** Returns the pointer at a position: the range of its ID, plain or in an object, or of a missing value. */
export function pointerAt(
  text: string,
  outline: readonly OutlineRecord[],
  offset: number,
  { columns }: Pick<Table, 'columns'>,
): PointerRange | undefined {
  const position = jsonPositionAt(outline, offset);
  if (position?.kind !== 'value') return undefined;
  const column = columns.find(({ name }) => name === position.field.name);
  if (column?.type !== 'reference' || column.target === undefined) return undefined;
  const token = tokenAt(text, position.field, offset);
  if (token === undefined || (token.depth > 0 && (token.depth > 1 || token.key !== 'id'))) return undefined;
  const range = token.isQuoted ? { start: token.start + 1, end: Math.max(token.start + 1, token.end - 1) } : token;
  if (offset < range.start || offset > range.end) return undefined;
  const written = text.slice(range.start, range.end);
  const isId = /^([0-9a-f]{24}|\d+)$/.test(written);
  const typed = isId || !token.isQuoted ? written : text.slice(range.start, offset);
  const { target } = column;
  return { start: range.start, end: range.end, column, target, typed, isQuoted: token.isQuoted };
}

/** Whether to search records by a text: it is neither an ID nor another literal. */
export function isSearched({ typed, isQuoted }: PointerRange): boolean {
  return isQuoted && typed !== '' && !/^([0-9a-f]{24}|\d+)$/.test(typed);
}

function names(
  text: string,
  offset: number,
  { record, field }: Extract<JsonPosition, { kind: 'name' }>,
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
): Suggestion[] {
  const range = field?.at ?? wordAt(text, offset);
  const before = lastBefore(text, range.start);
  const previous = record.fields.find(({ value }) => value?.end === before);
  if (!'{,'.includes(text.charAt(before - 1)) && previous === undefined) return [];
  const commaAt = '{,'.includes(text.charAt(before - 1)) ? undefined : before;
  const isFollowed = /^\s*"/.test(text.slice(range.end, range.end + 1000));
  const taken = new Set(record.fields.filter(other => other !== field).map(({ name }) => name));
  const isNew = !taken.has('id');
  return columns
    .filter(({ name, system }) => !system && !taken.has(name))
    .filter(({ name }) => isNew || chosen === undefined || chosen.includes(name))
    .map((column): Suggestion => {
      const written = JSON.stringify(column.name);
      const name = inSnippet(written);
      const snippet = field?.colon === undefined ? `${name}: ${valueSnippet(column)}${isFollowed ? ',' : ''}` : name;
      const filter = text.charAt(range.start) === '"' ? written : column.name;
      return { ...range, kind: 'column', label: column.name, column, snippet, filter, commaAt };
    });
}

function values(text: string, offset: number, field: OutlineField, column: Column): Suggestion[] {
  const token = tokenAt(text, field, offset);
  const deepest = column.type === 'array' ? 1 : 0;
  if (token === undefined || token.depth > deepest) return [];
  const choices =
    (column.type === 'array') === (token.depth === 1) ? (column.choices ?? []).slice(0, maximumChoices) : [];
  const words = [
    ...(column.type === 'boolean' ? ['true', 'false'] : []),
    ...(column.required || token.depth > 0 ? [] : ['null']),
  ];
  // Inside of quotes, a keyword would be a text.
  const offered = [...choices.map(choice => JSON.stringify(choice)), ...(token.isQuoted ? [] : words)];
  const { start, end } = token;
  return offered.map(value => {
    return { start, end, kind: 'value', label: value, column, snippet: inSnippet(value), filter: value };
  });
}

interface TokenRange extends Range {
  isQuoted: boolean;
  /** 0 for the value itself, 1 for its item or field. */
  depth: number;
  /** Inside an object: the name of the field. */
  key: string | undefined;
}

/** The token at a position of a value, or an empty range where one may come. */
function tokenAt(text: string, { value }: OutlineField, offset: number): TokenRange | undefined {
  const empty = { start: offset, end: offset, isQuoted: false, key: undefined };
  if (value === undefined) return { ...empty, depth: 0 };
  if (offset < value.start) return undefined;
  if (value.kind === 'string' || value.kind === 'plain') {
    return { start: value.start, end: value.end, isQuoted: value.kind === 'string', depth: 0, key: undefined };
  }
  let depth = 0;
  let key: string | undefined;
  let last: string | undefined;
  for (const { kind, start, end, text: word } of tokensOf(text, value.start, value.end)) {
    if (start >= offset) break;
    if (kind !== 'sign') {
      if (offset <= end) return { start, end, isQuoted: kind === 'string', depth, key };
      last = word;
    } else if (word === ':') key = last;
    else if (word === ',') key = undefined;
    else depth += word === '{' || word === '[' ? 1 : -1;
  }
  return depth === 0 ? undefined : { ...empty, depth, key };
}

/** An unquoted word that the user is typing. */
function wordAt(text: string, offset: number): Range {
  const [before] = /[^\s{}[\],:"]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? [''];
  const [after] = /^[^\s{}[\],:"]*/.exec(text.slice(offset, offset + 200)) ?? [''];
  return { start: offset - before.length, end: offset + after.length };
}

/** The offset after the last non-space character before a position. */
function lastBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function valueSnippet({ type, itemType, choices, defaultValue, required }: Column): string {
  if (choices !== undefined) {
    const offered = choices.slice(0, maximumChoices).map(choice => inChoice(JSON.stringify(choice)));
    const choice = `\${1|${offered.join(',')}|}`;
    return type === 'array' ? `[${choice}]` : choice;
  }
  if (['string', 'number', 'boolean'].includes(typeof defaultValue))
    return `\${1:${inSnippet(JSON.stringify(defaultValue))}}`;
  const snippets = new Map([
    ['string', '"$1"'],
    ['reference', '"$1"'],
    ['id', '"$1"'],
    ['integer', '${1:0}'],
    ['number', '${1:0}'],
    ['boolean', required ? '${1|true,false|}' : '${1|true,false,null|}'],
    ['array', itemType === 'string' ? '["$1"]' : '[$1]'],
    ['object', '{$1}'],
    ['file', '{ "id": "$1" }'],
    ['geojson', '{ "type": "Point", "coordinates": [${1:0}, ${2:0}] }'],
    ['date', `"\${1:${now}}"`],
  ]);
  return snippets.get(type) ?? '$1';
}

const now =
  '$CURRENT_YEAR-$CURRENT_MONTH-${CURRENT_DATE}T$CURRENT_HOUR:$CURRENT_MINUTE:$CURRENT_SECOND$CURRENT_TIMEZONE_OFFSET';

/** Escapes the characters of a text that have a meaning in a snippet. */
function inSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

function inChoice(text: string): string {
  return text.replace(/[\\$},|]/g, '\\$&');
}
