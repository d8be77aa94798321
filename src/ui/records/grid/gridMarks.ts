import { shownCell } from '../../../records/document/cells';
import { countMarks, marksOf, type RowMarks } from '../../../records/document/marks';
import { fieldComparer } from '../../../records/table/sameValue';
import type { GridContent } from './gridContent';
import type { EditedRecords } from './editedRecords';
import type { Marks } from './protocol';

/** Returns the differences between a text and the records that were read. */
export function contentMarks({ rows, base, columns }: Pick<EditedRecords, 'rows' | 'base' | 'columns'>): RowMarks {
  return marksOf(rows, base, fieldComparer(columns.flatMap(({ column }) => column ?? [])));
}

/** Returns the marks of a content for the page. */
export function shownMarks(content: GridContent): Marks {
  const { columns, problems, isAsRead } = content;
  // An unchanged text has no marks. Skips the comparison, whose value positions would delay the first paint.
  const { added, changed, deleted } = isAsRead ? noMarks : contentMarks(content);
  return {
    added,
    count: countMarks({ added, changed, deleted }),
    changed: [...changed],
    deleted: deleted.map(({ record, id, before }) => {
      return { before, id, cells: columns.map(column => shownCell(column, record.get(column.name))) };
    }),
    refused: problems.flatMap(({ code, row, name, text }) =>
      code === 'refused' && row !== undefined ? [[row, name, text] as const] : [],
    ),
  };
}

const noMarks: RowMarks = { added: [], changed: new Map(), deleted: [] };
