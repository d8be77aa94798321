import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Layout, ShownColumn } from '../../../../../../src/ui/records/grid/protocol';
import {
  placedColumns,
  withHidden,
  withMoved,
  withPinned,
  withWidth,
} from '../../../../../../src/ui/records/grid/webview/layout';

const columns = ['id', 'a', 'b', '__proto__'].map((name): ShownColumn => ({
  name,
  type: 'string',
  target: undefined,
  about: '',
  input: 'text',
  choices: [],
  sorted: undefined,
  isFiltered: false,
  isServed: true,
  isComparable: true,
}));
const usual: Layout = { order: [], hidden: [], pinned: [], widths: [] };
const names = (layout: Layout) => placedColumns(columns, layout).map(({ column }) => column.name);

describe('the columns of the grid', () => {
  it('have the order of the table until the user arranges them', () =>
    assert.deepEqual(names(usual), ['id', 'a', 'b', '__proto__']));

  it('can be hidden, pinned, moved and sized', () => {
    assert.deepEqual(names(withHidden(usual, '__proto__')), ['id', 'a', 'b']);
    const pinned = withPinned(usual, 'b', true);
    assert.deepEqual(names(pinned), ['b', 'id', 'a', '__proto__']);
    assert.deepEqual(withPinned(pinned, 'b', false), usual);
    const moved = withMoved(usual, columns, 'a', -1);
    assert.deepEqual(names(moved), ['a', 'id', 'b', '__proto__']);
    assert.deepEqual(withMoved(pinned, columns, 'b', 1), pinned);
    const sized = withWidth(withWidth(usual, '__proto__', 90), '__proto__', 7);
    assert.deepEqual(sized.widths, [['__proto__', 40]]);
    assert.equal(placedColumns(columns, sized)[3]?.width, 40);
  });

  it('return to their position when they are shown again, even after others were moved', () => {
    const hidden = withHidden(usual, 'a');
    const right = withMoved(hidden, columns, 'b', 1);
    assert.deepEqual(names(right), ['id', '__proto__', 'b']);
    assert.deepEqual(names({ ...right, hidden: [] }), ['id', 'a', '__proto__', 'b']);
    const left = withMoved(hidden, columns, 'b', -1);
    assert.deepEqual(names(left), ['b', 'id', '__proto__']);
    assert.deepEqual(names({ ...left, hidden: [] }), ['b', 'id', 'a', '__proto__']);
  });

  it('keep the positions of columns that only other documents of the table have', () => {
    const arranged = { ...usual, order: ['id', 'gone', 'b', 'a', 'other'] };
    assert.deepEqual(withMoved(arranged, columns, 'a', -1).order, ['id', 'gone', 'a', 'b', 'other', '__proto__']);
  });

  it('follow the arranged ones when they are new', () => {
    assert.deepEqual(names({ ...usual, order: ['b', 'gone', 'id'] }), ['b', 'id', 'a', '__proto__']);
  });
});
