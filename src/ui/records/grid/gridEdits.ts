import { cellText, safeCellText, typedValue, type PageColumn } from '../../../records/document/cells';
import { valueOf, writeJson, type Json } from '../../../json/json';
import {
  cellChanges,
  deletionOf,
  insertionOf,
  type CellChange,
  type TextChange,
} from '../../../records/text/recordsEdit';
import { systemColumns, withoutSystemColumns } from '../../../records/table/schema';
import { writeTsv } from '../../../csv/csv';
import type { Cells, EditedRecords } from './editedRecords';
import { pasteChanges, type Paste } from './gridPaste';
import { restoreChanges, revertChanges } from './gridReverts';
import type { FromPage, PageMessage } from './protocol';

type EditHandler<Type extends FromPage['type']> = (
  content: EditedRecords,
  message: PageMessage<Type>,
  cells: Cells,
) => readonly TextChange[];

const edits = {
  write: (content, { text }, cells) => fill(content, cells, (type, before) => typedValue(type, text, before)),
  set: (content, { value }, cells) =>
    fill(content, cells, () => (value === 'null' ? null : value === 'empty' ? '' : undefined)),
  copy: (content, { cut }, cells) => (cut ? fill(content, cells, () => undefined) : []),
  paste: (content, message: Paste, { rows }) => pasteChanges(content, rows, message),
  fillDown: (content, _, cells) =>
    fill(content, cells, (__, ___, column) => content.rows[cells.rows[0] ?? -1]?.fields.get(column)),
  add: (content, _, { rows }) => insertionOf(content, rows[0] ?? -1, [new Map<string, Json>()]),
  duplicate: (content, _, { rows }) =>
    insertionOf(
      content,
      Math.max(...rows),
      rows.flatMap(row => content.rows[row] ?? []).map(({ fields }) => withoutSystemColumns(fields)),
    ),
  delete: (content, _, { rows }) => deletionOf(content, new Set(rows)),
  writeJson: (content, { text }, cells) => {
    const value = valueOf(text);
    // The page sends only valid JSON, so invalid JSON is ignored here.
    return value === undefined ? [] : fill(content, cells, () => value);
  },
  revert: (content, _, cells) => revertChanges(content, cells),
  restore: (content, { ids }) => restoreChanges(content, ids),
} satisfies { [Type in FromPage['type']]?: EditHandler<Type> };

/** A message that changes the text. */
export type EditMessage = PageMessage<Exclude<keyof typeof edits, 'paste'>> | Paste;

/**
 * Returns the changes of the text that a message of the page requests.
 * @param rows the indexes of the rows that the message refers to
 */
export function changesOf(
  content: EditedRecords,
  message: EditMessage,
  rows: readonly number[],
): readonly TextChange[] {
  const edit = edits[message.type] as EditHandler<EditMessage['type']>;
  return edit(content, message, { rows, columns: 'target' in message ? message.target.columns : [] });
}

/** Returns a value as a dialog shows it. A missing value begins as an empty list or object. */
export function dialogText(
  { rows, columns }: EditedRecords,
  row: number,
  column: string,
): { form: 'text' | 'json'; text: string } {
  const value = rows[row]?.fields.get(column);
  if (typeof value === 'string') return { form: 'text', text: value };
  const missing = typeOf(columns, column) === 'array' ? '[]' : '{}';
  return { form: 'json', text: value === undefined ? missing : writeJson(value, 2) };
}

/** Whether a value has changed since a dialog was opened for it. */
export function isOutdated(content: EditedRecords, message: EditMessage, [row = -1]: readonly number[]): boolean {
  if (!('before' in message) || message.before === undefined) return false;
  return dialogText(content, row, message.target.columns[0] ?? '').text !== message.before;
}

/**
 * Returns cells as tab-separated text. The first line contains the column names, unless only one cell is copied.
 * @param isExact true to copy texts unchanged, without protection against evaluation as a formula in a spreadsheet
 */
export function copyText(
  { rows: all, columns: tableColumns }: EditedRecords,
  { rows, columns }: Cells,
  isExact = false,
): string {
  const chosen = columns.map(name => ({ name, type: typeOf(tableColumns, name) }));
  const textOf = isExact ? cellText : safeCellText;
  const lines = rows.map(row => chosen.map(({ name, type }) => textOf(type, all[row]?.fields.get(name))));
  const names = columns.map(name => textOf('string', name));
  return writeTsv(lines.length === 1 && columns.length === 1 ? lines : [names, ...lines]);
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

/** Returns false for columns that only the service writes. */
function isWritable({ column }: CellChange): boolean {
  return !systemColumns.has(column);
}

function typeOf(columns: readonly PageColumn[], name: string): string | undefined {
  return columns.find(column => column.name === name)?.type;
}
