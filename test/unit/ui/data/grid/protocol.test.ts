import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readFromPage, readLayout } from '../../../../../src/ui/data/grid/protocol';

const cells = { arrangement: 1, from: 0, to: 2, columns: ['a'] };

describe('what the page of the grid says', () => {
  it('is taken as it is', () => {
    const wishes = [
      { type: 'ready' },
      { type: 'write', ...cells, text: '' },
      { type: 'set', ...cells, value: 'missing' },
      { type: 'paste', ...cells, text: 'a\tb', onward: ['a', '__proto__'] },
      { type: 'add', arrangement: 0, behind: -1 },
      { type: 'sort', column: 'a' },
      { type: 'layout', layout: { order: ['a'], hidden: [], pinned: [], widths: [['a', 100]] } },
    ];
    for (const wish of wishes) assert.deepEqual(readFromPage(wish), wish);
  });

  it('is nothing when it is anything else', () => {
    const strange = [
      ...[undefined, null, 'ready', [], {}, { type: 'open', uri: 'file:///etc/passwd' }, { type: 'ready', uri: 'x' }],
      { type: 'write', ...cells, text: 5 },
      { type: 'write', ...cells, from: -1, text: '' },
      { type: 'write', ...cells, from: 0.5, text: '' },
      { type: 'write', ...cells, columns: [], text: '' },
      { type: 'set', ...cells, value: { $incr_by: 1 } },
      { type: 'filter', arrangement: 1, row: 0, column: 'a', operator: '$where' },
      { type: 'layout', layout: { order: 'a', hidden: [], pinned: [], widths: [] } },
      { type: 'layout', layout: { order: [], hidden: [], pinned: [], widths: [['a', Infinity]] } },
    ];
    for (const each of strange) assert.equal(readFromPage(each), undefined, JSON.stringify(each));
  });

  it('is forgotten where it was kept in another form', () => {
    assert.deepEqual(readLayout({ order: 5 }), { order: [], hidden: [], pinned: [], widths: [] });
  });
});
