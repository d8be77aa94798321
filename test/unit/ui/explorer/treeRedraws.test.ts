import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { TreeRedraws } from '../../../../src/ui/explorer/treeRedraws';

interface Node {
  id: string;
  parent?: Node;
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve));
const rest = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turn();
};
const [a, b, c]: Node[] = ['a', 'b', 'c'].map(id => ({ id }));
assert.ok(a && b && c);

/** The redraws of a tree, and the IDs of the nodes that were redrawn. */
function tree() {
  const drawn: string[] = [];
  const redraws = new TreeRedraws<Node>(turn, ({ id }) => drawn.push(id));
  /** Requests the children of a node. The result ends the request. */
  const request = (node: Node): (() => void) => {
    let end: () => void = () => undefined;
    redraws.addRequest(node, new Promise<void>(resolve => (end = resolve)));
    return end;
  };
  return { redraws, drawn, request };
}

describe('a redraw of a node in the tree', () => {
  it('happens at once if nothing was requested, and otherwise one message after the end of the request', async () => {
    const { redraws, drawn, request } = tree();
    redraws.redraw(a);
    assert.deepEqual(drawn, ['a']);
    const end = request(a);
    redraws.redraw(a);
    redraws.redraw(a);
    await rest();
    end();
    await Promise.resolve();
    assert.deepEqual(drawn, ['a']);
    await rest();
    assert.deepEqual(drawn, ['a', 'a']);
  });

  it('waits for the requests that follow in the same message', async () => {
    const { redraws, drawn, request } = tree();
    request(a)();
    await Promise.resolve();
    const endOfNext = request(b);
    redraws.redraw(a);
    await rest();
    assert.deepEqual(drawn, []);
    endOfNext();
    await Promise.resolve();
    const endOfLast = request(c);
    await rest();
    assert.deepEqual(drawn, []);
    endOfLast();
    await rest();
    assert.deepEqual(drawn, ['a']);
  });

  it('does not wait for a slower request of another message', async () => {
    const { redraws, drawn, request } = tree();
    request(c);
    request(a)();
    redraws.redraw(a);
    await rest();
    assert.deepEqual(drawn, ['a']);
    const end = request(b);
    request(c);
    redraws.redraw(b);
    end();
    await rest();
    assert.deepEqual(drawn, ['a', 'b']);
  });

  it('waits for the node itself', async () => {
    const { redraws, drawn, request } = tree();
    const end = request(a);
    redraws.redraw({ id: 'child', parent: a });
    await rest();
    assert.deepEqual(drawn, []);
    end();
    await rest();
    assert.deepEqual(drawn, ['child']);
  });

  it('waits for the newest request of the node, and also happens after a failure', async () => {
    const { redraws, drawn, request } = tree();
    const end = request(a);
    const endOfAgain = request(a);
    redraws.redrawLater(a);
    end();
    await rest();
    assert.deepEqual(drawn, []);
    endOfAgain();
    await rest();
    assert.deepEqual(drawn, ['a']);
    redraws.addRequest(b, Promise.reject(new Error('no network')));
    redraws.redraw(b);
    await rest();
    assert.deepEqual(drawn, ['a', 'b']);
  });
});
