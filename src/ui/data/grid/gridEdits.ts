import * as vscode from 'vscode';
import { cellText, cellValue, typedValue, type PageColumn } from '../../../data/cells';
import type { Json, JsonObject } from '../../../data/json';
import { cellChanges, deletionOf, insertionOf, type CellChange, type TextChange } from '../../../data/recordsEdit';
import { systemColumns } from '../../../data/schema';
import { readTsv, writeTsv } from '../../../data/tsv';
import type { GridContent } from './gridContent';
import type { FromPage } from './protocol';

/** Rows and columns next to each other, as the page shows them. */
export interface Cells {
  from: number;
  to: number;
  columns: readonly string[];
}

/** What a wish of the page changes in the text; `undefined` for one that changes nothing. */
export function changesOf(content: GridContent, wish: FromPage): TextChange[] | undefined {
  switch (wish.type) {
    case 'write':
      return fill(content, wish, (type, before) => typedValue(type, wish.text, before));
    case 'set':
      return fill(content, wish, () => (wish.value === 'null' ? null : wish.value === 'empty' ? '' : undefined));
    case 'copy':
      return wish.cut ? fill(content, wish, () => undefined) : undefined;
    case 'paste':
      return paste(content, wish);
    case 'fillDown':
      return fill(content, wish, (_, __, column) => content.rows[wish.from]?.fields.get(column));
    case 'add':
      return insertionOf(content, wish.behind, [new Map<string, Json>()]);
    case 'duplicate':
      return insertionOf(content, wish.to, content.rows.slice(wish.from, wish.to + 1).map(asNew));
    case 'delete':
      return deletionOf(content, new Set(range(wish)));
    case 'ready':
    case 'editElsewhere':
    case 'openText':
    case 'sort':
    case 'filter':
    case 'unfilter':
    case 'layout':
    case 'chooseColumns':
    case 'reopenAsText':
    case 'save':
      return undefined;
  }
}

/** Cells as text between tabs, under the names of their columns where there is more than one. */
export function copyText({ rows, columns: all }: GridContent, { from, to, columns }: Cells): string {
  const chosen = columns.map(name => ({ name, type: typeOf(all, name) }));
  const lines = rows
    .slice(from, to + 1)
    .map(({ fields }) => chosen.map(({ name, type }) => cellText(type, fields.get(name))));
  return writeTsv(lines.length === 1 && columns.length === 1 ? lines : [[...columns], ...lines]);
}

/**
 * Puts a table into cells, beginning with the first; one value goes into all of them. A line of names is not pasted. What does
 * not fit into the rows that are there makes new records.
 */
function paste(
  content: GridContent,
  { text, onward: columns, ...cells }: Extract<FromPage, { type: 'paste' }>,
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
    return fill(content, cells, (_, __, column) => valueAt(first, column, 0));
  }
  const { from } = cells;
  const there = content.rows.length - from;
  const changes = lines
    .slice(0, there)
    .flatMap((line, at) =>
      columns
        .slice(0, line.length)
        .map((column, field) => ({ row: from + at, column, value: valueAt(line, column, field) })),
    );
  const added = lines.slice(there).map(line =>
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
  content: GridContent,
  cells: Cells,
  valueOf: (type: string | undefined, before: Json | undefined, column: string) => Json | undefined,
): TextChange[] {
  const changes = range(cells).flatMap(row =>
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

function range({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** One edit of the text, and so one step to undo. @returns whether the document took it */
export async function applyChanges(document: vscode.TextDocument, changes: readonly TextChange[]): Promise<boolean> {
  if (changes.length === 0) return true;
  const edit = new vscode.WorkspaceEdit();
  const place = ({ start, end }: TextChange) => new vscode.Range(document.positionAt(start), document.positionAt(end));
  edit.set(
    document.uri,
    changes.map(change => vscode.TextEdit.replace(place(change), change.text)),
  );
  return vscode.workspace.applyEdit(edit);
}
