import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { columnsIn, rowsIn, scrolledTo } from '../../../../../../src/ui/records/grid/webview/visible';

const sizes = { rows: 100, widths: [100, 50, 200, 80, 300], pinned: 60 };
const part = (top: number, left: number) => ({ top, left, width: 360, height: 260 });
const ends = (list: number[]) => [list[0], list.at(-1)];

describe('the visible part of a table', () => {
  it('has the rows between its edges, and a few more', () => {
    assert.deepEqual(ends(rowsIn(part(0, 0), sizes)), [0, 13]);
    assert.deepEqual(ends(rowsIn(part(26 * 50, 0), sizes)), [46, 63]);
    assert.deepEqual(ends(rowsIn(part(26 * 99, 0), sizes)), [95, 99]);
    assert.deepEqual(rowsIn(part(0, 0), { ...sizes, rows: 0 }), []);
  });

  it('has the columns beside the pinned ones, and one more on each side', () => {
    assert.deepEqual(columnsIn(part(0, 0), sizes), [0, 1, 2, 3]);
    assert.deepEqual(columnsIn(part(0, 150), sizes), [1, 2, 3, 4]);
    assert.deepEqual(columnsIn(part(0, 430), sizes), [3, 4]);
    assert.deepEqual(columnsIn(part(0, 0), { ...sizes, widths: [] }), []);
  });

  it('is scrolled no further than necessary', () => {
    assert.equal(scrolledTo(100, 200, 150, 176), 100);
    assert.equal(scrolledTo(100, 200, 50, 76), 50);
    assert.equal(scrolledTo(100, 200, 290, 316), 116);
  });
});
