import type { PageMessage } from '../protocol';
import { range, targetOf } from '../target';
import { selectedRows, viewOf, type PageState } from './pageState';
import { rectangleOf } from './selection';

/** Returns the message that pastes a text into the selected cells; `undefined` without one. */
export function pasteMessage(state: PageState, text: string): PageMessage<'paste'> | undefined {
  const { rows, columns, selection } = state;
  // Without records there is no cell to begin at: all lines become new records.
  const isEmpty = rows.ofText.length === 0;
  const { column } = selection.focus;
  const selectedColumns = isEmpty ? { left: column, right: column } : rectangleOf(selection);
  const selected = isEmpty ? { from: 0, to: 0 } : selectedRows(state);
  if (selectedColumns === undefined || selected === undefined) return undefined;
  const size = { rows: selected.to - selected.from + 1, columns: selectedColumns.right - selectedColumns.left + 1 };
  // The maximum number of rows: a line break can be part of a value, so the pasted table can have fewer rows.
  const rowCount = Math.max(size.rows, text.split('\n').length);
  const last = Math.min(rows.ofText.length, selected.from + rowCount) - 1;
  const onward = columns.slice(selectedColumns.left).map(placed => placed.column);
  return {
    type: 'paste',
    target: targetOf(viewOf(state), range(selected.from, last)),
    text,
    selected: size,
    onward: onward.filter(({ input }) => !isEmpty || input !== 'none').map(({ name }) => name),
  };
}
