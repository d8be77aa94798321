import { cellValue } from '../../../records/document/cells';
import type { Json, JsonObject } from '../../../json/json';
import { readPasted } from '../../../records/document/pastedTable';
import { cellChanges, insertionOf, type TextChange } from '../../../records/text/recordsEdit';
import { systemColumns } from '../../../records/table/schema';
import type { EditedRecords } from './editedRecords';
import type { FromPage } from './protocol';

/** A paste message. `isByPosition` treats the first line as values, even if it looks like a header. */
export type Paste = Extract<FromPage, { type: 'paste' }> & { isByPosition?: boolean };

/**
 * Returns the changes of a paste. If the first line is a header, it names the columns. Otherwise the first value goes
 * to the first selected column. A single value fills all selected cells. Lines beyond the last row become new records.
 */
export function pasteChanges(
  content: EditedRecords,
  rows: readonly number[],
  { text, onward, selected, isByPosition = false }: Paste,
): TextChange[] {
  const types = new Map(content.columns.map(({ name, type }) => [name, type]));
  const pasted = readPasted(text, new Set(types.keys()));
  const header = isByPosition ? undefined : pasted.header;
  const columns = header ?? onward;
  const lines = header === undefined ? pasted.lines : pasted.lines.slice(1);
  const isWritable = (column: string) => types.has(column) && !systemColumns.has(column);
  const valueAt = (line: readonly string[], column: string, at: number) => cellValue(types.get(column), line[at] ?? '');
  const [first] = lines;
  if (first === undefined) return [];
  if (header === undefined && lines.length === 1 && first.length === 1 && rows.length > 0) {
    const filled = onward.slice(0, selected.columns).filter(isWritable);
    const changes = rows
      .slice(0, selected.rows)
      .flatMap(row => filled.map(column => ({ row, column, value: valueAt(first, column, 0) })));
    return cellChanges(content, changes);
  }
  /** Maps the values of a line to their columns. */
  const valuesOf = (line: readonly string[]) =>
    columns
      .slice(0, line.length)
      .flatMap((column, at) => (isWritable(column) ? [{ column, value: valueAt(line, column, at) }] : []));
  const changes = lines
    .slice(0, rows.length)
    .flatMap((line, at) => valuesOf(line).map(each => ({ ...each, row: rows[at] ?? -1 })));
  const added = lines.slice(rows.length).map((line): JsonObject => {
    return new Map(
      valuesOf(line).flatMap(({ column, value }): [string, Json][] => (value === undefined ? [] : [[column, value]])),
    );
  });
  const insertion = added.length === 0 ? [] : insertionOf(content, content.rows.length - 1, added);
  return [...cellChanges(content, changes), ...insertion];
}
