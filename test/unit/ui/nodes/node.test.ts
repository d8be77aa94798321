import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  applicationNode,
  contentCategoryNode,
  contentGroupNode,
  environmentChildren,
  environmentNode,
  orderId,
  withUniqueIds,
} from '../../../../src/ui/nodes/node';

const application = {
  name: 'Shop',
  clientId: 'c',
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [],
  contentGroups: [],
};
const [library] = environmentChildren(environmentNode(applicationNode(application), undefined));
const group = contentGroupNode(library, { id: '1' }, false);
const category = (id: string) => ({ id, name: undefined, haveChildren: undefined, raw: {} });

describe('nodes of the tree', () => {
  it('a category that is its own ancestor says so, at any distance', () => {
    const one = contentCategoryNode(group, category('1'));
    const two = contentCategoryNode(one, category('2'));
    assert.equal(one.repeats, false);
    assert.equal(two.repeats, false);
    assert.equal(contentCategoryNode(two, category('1')).repeats, true);
  });

  it('a repeated ID becomes an ID of its own, the same at every refresh', () => {
    const nodes = ['1', '1', '2', '1'].map(id => contentCategoryNode(group, category(id)));
    const ids = withUniqueIds(nodes).map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(
      withUniqueIds(nodes).map(({ id }) => id),
      ids,
    );
  });

  it('an order without any number still has a node', () => {
    assert.equal(orderId({ transaction_no: '', trade_no: null, id: 7 }), '7');
    assert.equal(orderId({}), '');
  });
});
