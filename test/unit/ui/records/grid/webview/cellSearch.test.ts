import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { CellSearch, nearestMatch } from '../../../../../../src/ui/records/grid/webview/cellSearch';
import type { PlacedColumn } from '../../../../../../src/ui/records/grid/webview/layout';
import { VisibleRows } from '../../../../../../src/ui/records/grid/webview/visibleRows';

const column = (name: string, index: number, target?: string) =>
  ({ column: { name, target }, index, width: 100, isPinned: false }) as PlacedColumn;
const columns = [column('shop', 1, '5002'), column('name', 0)];
const search = (cells: string[][], text: string) => {
  const names = new Map([['5002 s1', '上海 Shanghai']]);
  const found = new CellSearch({ rows: new VisibleRows(cells), columns, names, language: 'en' }, text);
  assert.ok(found.run(1000));
  return found;
};

describe('the search in the loaded rows', () => {
  it('finds texts in any case, numbers, IDs and the names of pointers, in the order of the screen', () => {
    const cells = [
      ['sRed SHIRT', 'ps1'],
      ['d1.50', 'n'],
      ['', 'ps2'],
    ];
    assert.deepEqual(search(cells, 'shirt').matches, [{ row: 0, column: 1 }]);
    assert.deepEqual(search(cells, 'shanghai').matches, [{ row: 0, column: 0 }]);
    assert.deepEqual(search(cells, 's2').matches, [{ row: 2, column: 0 }]);
    assert.deepEqual(search(cells, '1.5').matches, [{ row: 1, column: 1 }]);
    assert.deepEqual(search(cells, 'nothing').matches, []);
  });

  it('finds a date as displayed and as written', () => {
    const cells = [['t1714521600', 'n']];
    assert.equal(search(cells, '17145').matches.length, 1);
    assert.equal(search(cells, '2024').matches.length, 1);
  });

  it('reports truncated cells, and adds their results in order', () => {
    const found = search(
      [
        [`S${'x'.repeat(300)}…`, 'ps1'],
        ['sneedle', 'n'],
      ],
      'needle',
    );
    assert.equal(found.hasCut, true);
    found.add([
      { row: 0, column: 1 },
      { row: 1, column: 1 },
    ]);
    assert.deepEqual(found.matches, [
      { row: 0, column: 1 },
      { row: 1, column: 1 },
    ]);
    assert.equal(search([['sneedle…', 'n']], 'needle').hasCut, false);
  });

  it('pauses when its time is over', () => {
    const rows = new VisibleRows(Array.from({ length: 5000 }, () => ['sa', 'sb']));
    const found = new CellSearch({ rows, columns, names: new Map(), language: 'en' }, 'b');
    let pieces = 1;
    while (!found.run(0)) pieces += 1;
    assert.ok(pieces > 10);
    assert.equal(found.matches.length, 5000);
  });

  it('continues from the focused cell, and from the first one after the last', () => {
    const matches = [
      { row: 0, column: 1 },
      { row: 4, column: 0 },
    ];
    assert.equal(nearestMatch(matches, { row: 0, column: 1 }), 0);
    assert.equal(nearestMatch(matches, { row: 0, column: 2 }), 1);
    assert.equal(nearestMatch(matches, { row: 5, column: 0 }), 0);
    assert.equal(nearestMatch([], { row: 5, column: 0 }), -1);
  });
});
