import { cellText, cellValue, safeCellText, typedValue, type PageColumn } from '../../../data/cells';
import { valueOf, type Json, type JsonObject } from '../../../data/json';
import { cellChanges, deletionOf, insertionOf, type CellChange, type TextChange } from '../../../data/recordsEdit';
import type { Row } from '../../../data/recordsText';
import { systemColumns } from '../../../data/schema';
import { readTsv, writeTsv } from '../../../data/tsv';
import type { GridContent } from './gridContent';
import { restoreChanges, revertChanges } from './gridReverts';
import type { FromPage } from './protocol';

/** The records of a text, as edits need them. */
export interface EditedRecords {
  text: string;
  columns: readonly PageColumn[];
  rows: readonly Row[];
}

/** Cells by the indexes of their rows and the names of their columns. */
export interface Cells {
  rows: readonly number[];
  columns: readonly string[];
}

type Message<Type extends FromPage['type']> = Extract<FromPage, { type: Type }>;
type Edit<Type extends FromPage['type']> = (
  content: GridContent,
  message: Message<Type>,
  cells: Cells,
) => readonly TextChange[];

const edits = {
  write: (content, { text }, cells) => fill(content, cells, (type, before) => typedValue(type, text, before)),
  set: (content, { value }, cells) =>
    fill(content, cells, () => (value === 'null' ? null : value === 'empty' ? '' : undefined)),
  copy: (content, { cut }, cells) => (cut ? fill(content, cells, () => undefined) : []),
  paste: (content, message, cells) => paste(content, cells, message),
  fillDown: (content, _, cells) =>
    fill(content, cells, (__, ___, column) => content.rows[cells.rows[0] ?? -1]?.fields.get(column)),
  add: (content, _, { rows }) => insertionOf(content, rows[0] ?? -1, [new Map<string, Json>()]),
  duplicate: (content, _, { rows }) =>
    insertionOf(content, Math.max(...rows), rows.flatMap(row => content.rows[row] ?? []).map(asNew)),
  delete: (content, _, { rows }) => deletionOf(content, new Set(rows)),
  writeJson: (content, { text }, cells) => {
    const value = valueOf(text);
    // The page has checked the text: one that is no JSON changes nothing.
    return value === undefined ? [] : fill(content, cells, () => value);
  },
  revert: (content, _, cells) => revertChanges(content, cells),
  restore: (content, { ids }) => restoreChanges(content, ids),
} satisfies { [Type in FromPage['type']]?: Edit<Type> };

/** A message that changes the text. */
export type EditMessage = Message<keyof typeof edits>;

/**
 * What a message of the page changes in the text.
 * @param rows the rows that the message is about
 */
export function changesOf(content: GridContent, message: EditMessage, rows: readonly number[]): readonly TextChange[] {
  const edit = edits[message.type] as Edit<EditMessage['type']>;
  return edit(content, message, { rows, columns: 'target' in message ? message.target.columns : [] });
}

/**
 * Cells as text between tabs, under the names of their columns where there is more than one.
 * @param isExact texts that a spreadsheet would calculate are copied as they are
 */
export function copyText(
  { rows: all, columns: known }: EditedRecords,
  { rows, columns }: Cells,
  isExact = false,
): string {
  const chosen = columns.map(name => ({ name, type: typeOf(known, name) }));
  const textOf = isExact ? cellText : safeCellText;
  const lines = rows.map(row => chosen.map(({ name, type }) => textOf(type, all[row]?.fields.get(name))));
  const names = columns.map(name => textOf('string', name));
  return writeTsv(lines.length === 1 && columns.length === 1 ? lines : [names, ...lines]);
}

/**
 * Puts a table into cells, beginning with the first; one value goes into all of them. A line of names is not pasted. What does
 * not fit into the rows that are there makes new records.
 */
function paste(
  content: EditedRecords,
  { rows, columns }: Cells,
  { text, selected }: Extract<FromPage, { type: 'paste' }>,
): TextChange[] {
  const names = new Set(content.columns.map(({ name }) => name));
  const read = readTsv(text);
  const hasNames = read.length > 1 && read[0]?.every(name => names.has(name)) === true;
  const lines = hasNames ? read.slice(1) : read;
  const valueAt = (line: readonly string[], column: string, at: number) =>
    cellValue(typeOf(content.columns, column), line[at] ?? '');
  const [first] = lines;
  if (first === undefined) return [];
  if (lines.length === 1 && first.length === 1) {
    const chosen = { rows: rows.slice(0, selected.rows), columns: columns.slice(0, selected.columns) };
    return fill(content, chosen, (_, __, column) => valueAt(first, column, 0));
  }
  const changes = lines.slice(0, rows.length).flatMap((line, at) =>
    columns.slice(0, line.length).map((column, field) => {
      return { row: rows[at] ?? -1, column, value: valueAt(line, column, field) };
    }),
  );
  const added = lines.slice(rows.length).map(line =>
    asNew({
      fields: new Map(
        columns.slice(0, line.length).flatMap((column, field): [string, Json][] => {
          const value = valueAt(line, column, field);
          return value === undefined ? [] : [[column, value]];
        }),
      ),
    }),
  );
  const insertion = added.length === 0 ? [] : insertionOf(content, content.rows.length - 1, added);
  return [...cellChanges(content, changes.filter(isWritable)), ...insertion];
}

function fill(
  content: EditedRecords,
  cells: Cells,
  valueOf: (type: string | undefined, before: Json | undefined, column: string) => Json | undefined,
): TextChange[] {
  const changes = cells.rows.flatMap(row =>
    cells.columns.map((column): CellChange => {
      const before = content.rows[row]?.fields.get(column);
      return { row, column, value: valueOf(typeOf(content.columns, column), before, column) };
    }),
  );
  return cellChanges(content, changes.filter(isWritable));
}

/** What the service writes stays as it is. */
function isWritable({ column }: CellChange): boolean {
  return !systemColumns.has(column);
}

/** A record without what the service gives it. */
function asNew({ fields }: { fields: JsonObject }): JsonObject {
  return new Map([...fields].filter(([name]) => !systemColumns.has(name)));
}

function typeOf(columns: readonly PageColumn[], name: string): string | undefined {
  return columns.find(column => column.name === name)?.type;
}
