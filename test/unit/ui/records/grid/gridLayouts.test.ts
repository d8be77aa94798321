import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withChosen } from '../../../../../src/ui/records/grid/gridLayouts';

describe('the chosen columns of a table', () => {
  it('leave columns hidden that the document does not show', () => {
    const layout = { order: ['b'], hidden: ['gone', 'a'], pinned: [], widths: [] };
    assert.deepEqual(withChosen(layout, ['id', 'a', 'b'], ['id', 'a']), { ...layout, hidden: ['gone', 'b'] });
    assert.deepEqual(withChosen(layout, ['id', 'a', 'b'], ['id', 'a', 'b']).hidden, ['gone']);
  });
});
