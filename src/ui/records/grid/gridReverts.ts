import type { JsonObject } from '../../../json/json';
import { cellChanges, insertionOf, type TextChange } from '../../../records/text/recordsEdit';
import { idOf } from '../../../records/text/recordsText';
import { systemColumns } from '../../../records/table/schema';
import type { Cells, EditedRecords } from './editedRecords';
import { contentMarks } from './gridMarks';

/** Returns the changes that reset cells to the values that were read. Cells of new records stay unchanged. */
export function revertChanges(content: EditedRecords, { rows, columns }: Cells): TextChange[] {
  const read = new Map(content.base?.map(record => [idOf(record), record]));
  const names = columns.filter(name => !systemColumns.has(name));
  const changes = rows.flatMap(row => {
    const id = content.rows[row]?.id;
    const before = id === undefined ? undefined : read.get(id);
    return before === undefined ? [] : names.map(column => ({ row, column, value: before.get(column) }));
  });
  return cellChanges(content, changes);
}

/** Returns the changes that insert deleted records again, at their old positions. */
export function restoreChanges(content: EditedRecords, ids: readonly string[]): TextChange[] {
  const restoredIds = new Set(ids);
  const groups = new Map<number, JsonObject[]>();
  for (const { id, before, record } of contentMarks(content).deleted) {
    if (restoredIds.has(id)) groups.set(before, [...(groups.get(before) ?? []), record]);
  }
  return [...groups].flatMap(([before, records]) => insertionOf(content, before - 1, records));
}
