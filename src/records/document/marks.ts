import { ExactNumber, type JsonObject } from '../../json/json';
import { changedNames } from '../saving/merge';
import { idOf, type Row } from '../text/recordsText';
import type { SameField } from '../table/sameValue';

/** The differences between the rows of a text and the records that were read. */
export interface RowMarks {
  /** Indexes of rows without an ID, which are new records. */
  added: number[];
  /** Names of the changed fields by row index, including removed fields. */
  changed: Map<number, string[]>;
  /** Records that the text no longer has. `before`: index of the row in front of which the record is shown. */
  deleted: { record: JsonObject; id: string; before: number }[];
}

type MarkedRow = Pick<Row, 'id' | 'fields'>;

/**
 * Compares the rows of a text with the records that were read.
 * @param base the records in the order they were read; `undefined` if unknown: then only new records are found
 */
export function marksOf(
  rows: readonly MarkedRow[],
  base: readonly JsonObject[] | undefined,
  same: SameField,
): RowMarks {
  const read = new Map(base?.map(record => [idOf(record), record]));
  const marks: RowMarks = { added: [], changed: new Map(), deleted: [] };
  const rowById = new Map<string, number>();
  rows.forEach(({ id, fields }, row) => {
    if (id === undefined) {
      marks.added.push(row);
      return;
    }
    rowById.set(id, row);
    const before = read.get(id);
    const names = before === undefined || isWrittenAlike(before, fields) ? [] : changedNames(before, fields, same);
    if (names.length > 0) marks.changed.set(row, names);
  });
  // A deleted record is shown after the record that it followed.
  let before = 0;
  for (const record of base ?? []) {
    const id = idOf(record);
    if (id === undefined) continue;
    const row = rowById.get(id);
    if (row === undefined) marks.deleted.push({ record, id, before });
    else before = row + 1;
  }
  marks.deleted.sort((one, other) => one.before - other.before);
  return marks;
}

/** Counts changed cells, new records and deleted records. */
export function countMarks({ added, changed, deleted }: RowMarks): number {
  const cells = [...changed.values()].reduce((sum, { length }) => sum + length, 0);
  return added.length + cells + deleted.length;
}

/**
 * A fast check that finds most unchanged records: same names in the same order, with values that are written the same
 * way. Lists and objects count as different unless they are the same instance.
 */
function isWrittenAlike(one: JsonObject, other: JsonObject): boolean {
  if (one.size !== other.size) return false;
  const others = other.entries();
  for (const [name, value] of one) {
    const [otherName, now] = others.next().value ?? [];
    if (otherName !== name) return false;
    if (now === value) continue;
    if (!(value instanceof ExactNumber && now instanceof ExactNumber && value.text === now.text)) return false;
  }
  return true;
}
