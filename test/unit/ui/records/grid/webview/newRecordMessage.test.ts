import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Words } from '../../../../../../src/ui/records/grid/protocol';
import { newRecordMessage } from '../../../../../../src/ui/records/grid/webview/newRecordMessage';
import { emptyState } from '../../../../../../src/ui/records/grid/webview/pageState';
import { selectionAt } from '../../../../../../src/ui/records/grid/webview/selection';
import { VisibleRows } from '../../../../../../src/ui/records/grid/webview/visibleRows';

describe('a new record', () => {
  it('is expected in the row where it appears, also behind a deleted record', () => {
    /** Returns the record in front of the new one, and the row of the new one. */
    const added = (row: number, cells: string[][]) => {
      const state = emptyState({} as Words, 'en');
      state.rows = new VisibleRows(cells, [{ before: Math.min(1, cells.length), id: 'x', cells: ['sX'] }]);
      state.keys = cells.map((_, at) => `=${at}`);
      state.selection = selectionAt({ row, column: 0 });
      const { message, row: newRow } = newRecordMessage(state);
      return [message.behind, newRow];
    };
    // On the screen: =0, the deleted record, =1. The new record follows the deleted one.
    const rows = [['sA'], ['sB']];
    assert.deepEqual(added(0, rows), ['=0', 2]);
    assert.deepEqual(added(1, rows), ['=0', 2]);
    assert.deepEqual(added(2, rows), ['=1', 3]);
    assert.deepEqual(added(-1, rows), ['=0', 2]);
    assert.deepEqual(added(0, []), [null, 1]);
  });
});
