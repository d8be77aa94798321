import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readFromPage, readLayout } from '../../../../../src/ui/records/grid/protocol';

const target = { version: 1, rows: ['=1', '+2'], columns: ['a'], seen: 'x' };
const cells = { target };
const wrong = (part: object) => ({ target: { ...target, ...part } });

describe('a message of the grid page', () => {
  it('is accepted unchanged when it is valid', () => {
    const messages = [
      { type: 'ready' },
      { type: 'write', ...cells, text: '' },
      { type: 'set', ...cells, value: 'missing' },
      { type: 'paste', ...cells, text: 'a\tb', onward: ['a', '__proto__'], selected: { rows: 1, columns: 1 } },
      { type: 'add', version: 0, behind: null },
      { type: 'writeJson', ...cells, text: '[' },
      { type: 'restore', ids: ['1'] },
      { type: 'names', from: 0, to: 3 },
      { type: 'sort', column: 'a' },
      { type: 'layout', layout: { order: ['a'], hidden: [], pinned: [], widths: [['a', 100]] } },
    ];
    for (const message of messages) assert.deepEqual(readFromPage(message), message);
  });

  it('is rejected with any other type or field', () => {
    const strange = [
      ...[undefined, null, 'ready', [], {}, { type: 'open', uri: 'file:///etc/passwd' }, { type: 'ready', uri: 'x' }],
      { type: 'write', ...cells, text: 5 },
      { type: 'write', ...wrong({ rows: [] }), text: '' },
      { type: 'write', ...wrong({ version: 0.5 }), text: '' },
      { type: 'write', ...wrong({ columns: [] }), text: '' },
      { type: 'set', ...cells, value: { $incr_by: 1 } },
      { type: 'filter', ...cells, operator: '$where' },
      { type: 'find', text: '' },
      { type: 'names', from: -1, to: 3 },
      { type: 'goToRecord', uri: 'file:///etc/passwd' },
      { type: 'layout', layout: { order: 'a', hidden: [], pinned: [], widths: [] } },
      { type: 'layout', layout: { order: [], hidden: [], pinned: [], widths: [['a', Infinity]] } },
    ];
    for (const each of strange) assert.equal(readFromPage(each), undefined, JSON.stringify(each));
  });

  it('is ignored when it was stored in another format', () => {
    assert.deepEqual(readLayout({ order: 5 }), { order: [], hidden: [], pinned: [], widths: [] });
  });
});
