import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withUniqueIds } from '../../../../src/ui/nodes/nodeBase';

describe('nodes of the tree', () => {
  it('have different IDs even if the service repeats one, the same at every refresh', () => {
    const nodes = ['1', '1', '2', '1'].map(id => ({ id }));
    const ids = withUniqueIds(nodes).map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(
      withUniqueIds(nodes).map(({ id }) => id),
      ids,
    );
  });
});
