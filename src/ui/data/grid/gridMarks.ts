import { shownCell } from '../../../data/cells';
import { countMarks, marksOf, type RowMarks } from '../../../data/marks';
import { fieldComparer } from '../../../data/sameValue';
import type { GridContent } from './gridContent';
import type { Marks } from './protocol';

type Marked = Pick<GridContent, 'rows' | 'base' | 'columns' | 'isAsRead'>;

/** How a text differs from the records that were read. */
export function contentMarks(content: Marked): RowMarks {
  // Not even the places of the values are needed: the first paint does not wait for them.
  if (content.isAsRead) return { added: [], changed: new Map(), deleted: [] };
  const { rows, base, columns } = content;
  return marksOf(rows, base, fieldComparer(columns.flatMap(({ column }) => column ?? [])));
}

/** The same for the page. */
export function shownMarks(content: Marked & Pick<GridContent, 'problems'>): Marks {
  const { columns, problems } = content;
  const { added, changed, deleted } = contentMarks(content);
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
