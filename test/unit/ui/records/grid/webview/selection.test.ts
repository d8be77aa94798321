import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  allCells,
  isSelected,
  clampedSelection,
  movedSelection,
  nextCell,
  rectangleOf,
  selectionAt,
  type CellSelection,
} from '../../../../../../src/ui/records/grid/webview/selection';

const size = { rows: 100, columns: 5, page: 20 };
const after = (row: number, column: number, key: string, keys = {}) => {
  const { row: toRow, column: toColumn } =
    movedSelection(selectionAt({ row, column }), key, size, keys)?.focus ?? assert.fail(key);
  return [toRow, toColumn];
};

describe('the keyboard navigation in the grid', () => {
  it('moves as expected, and stops at the edges', () => {
    assert.deepEqual(after(1, 1, 'ArrowDown'), [2, 1]);
    assert.deepEqual(after(0, 0, 'ArrowUp'), [-1, 0]);
    assert.deepEqual(after(-1, 0, 'ArrowUp'), [-1, 0]);
    assert.deepEqual(after(99, 4, 'ArrowRight'), [99, 4]);
    assert.deepEqual(after(5, 3, 'Home'), [5, 0]);
    assert.deepEqual(after(5, 3, 'End'), [5, 4]);
    assert.deepEqual(after(5, 3, 'Home', { far: true }), [0, 0]);
    assert.deepEqual(after(5, 3, 'End', { far: true }), [99, 4]);
    assert.deepEqual(after(5, 3, 'PageDown'), [24, 3]);
    assert.deepEqual(after(95, 3, 'PageDown'), [99, 3]);
    assert.deepEqual(after(5, 3, 'PageUp'), [0, 3]);
    assert.deepEqual(after(5, 3, 'ArrowDown', { far: true }), [99, 3]);
    for (const key of ['a', 'Enter', '__proto__', 'toString'])
      assert.equal(movedSelection(selectionAt({ row: 0, column: 0 }), key, size), undefined);
  });

  it('selects cells with Shift, and all of them', () => {
    let selection: CellSelection = selectionAt({ row: 2, column: 2 });
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowLeft'])
      selection = movedSelection(selection, key, size, { extend: true }) ?? selection;
    assert.deepEqual(rectangleOf(selection), { top: 1, bottom: 2, left: 0, right: 2 });
    assert.ok(isSelected(selection, { row: 1, column: 1 }));
    assert.equal(isSelected(selection, { row: 3, column: 1 }), false);
    assert.deepEqual(rectangleOf(allCells(size, selection)), { top: 0, bottom: 99, left: 0, right: 4 });
    assert.equal(rectangleOf(selectionAt({ row: -1, column: 2 })), undefined);
  });

  it('continues with Tab to the end of the last row', () => {
    assert.deepEqual(nextCell({ row: 0, column: 4 }, 1, size), { row: 1, column: 0 });
    assert.deepEqual(nextCell({ row: 1, column: 0 }, -1, size), { row: 0, column: 4 });
    assert.equal(nextCell({ row: 99, column: 4 }, 1, size), undefined);
    assert.equal(nextCell({ row: 0, column: 0 }, -1, size), undefined);
  });

  it('stays on an existing cell when others are removed', () =>
    fc.assert(
      fc.property(
        fc.record({ rows: fc.nat(5), columns: fc.integer({ min: 1, max: 5 }), page: fc.nat(9) }),
        fc.array(
          fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'),
        ),
        fc.boolean(),
        (small, keys, far) => {
          let selection = clampedSelection(selectionAt({ row: 50, column: 50 }), small);
          for (const key of keys)
            selection = movedSelection(selection, key, small, { far, extend: key.length % 2 === 0 }) ?? selection;
          const { row, column } = selection.focus;
          assert.ok(row >= -1 && row < Math.max(small.rows, 0) && column >= 0 && column < small.columns);
        },
      ),
    ));
});
