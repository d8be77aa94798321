import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ChildDelivery } from '../../../../src/ui/explorer/childDelivery';

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Lists that a test ends one by one, and the IDs of those that were delivered. */
function lists() {
  const delivery = new ChildDelivery(turn);
  const delivered: string[] = [];
  return {
    delivery,
    delivered,
    /** Requests the children of a node. The result ends the request. */
    request(id: string): () => void {
      let end: () => void = () => undefined;
      const request = new Promise<void>(resolve => (end = resolve));
      delivery.add(id, request, () => delivered.push(id));
      return end;
    },
    async rest(): Promise<void> {
      for (let turns = 0; turns < 5; turns += 1) await turn();
    },
  };
}

describe('the delivery of children to VS Code', () => {
  it('happens one message after the end of a request', async () => {
    const { delivery, delivered, request, rest } = lists();
    const end = request('a');
    await rest();
    assert.ok(delivery.isPending('a'));
    end();
    await Promise.resolve();
    assert.ok(delivery.isPending('a'));
    await rest();
    assert.ok(!delivery.isPending('a'));
    assert.deepEqual(delivered, ['a']);
  });

  it('waits for the requests that follow in the same message', async () => {
    const { delivered, request, rest } = lists();
    request('a')();
    await Promise.resolve();
    const endOfNext = request('b');
    await rest();
    assert.deepEqual(delivered, []);
    endOfNext();
    await Promise.resolve();
    const endOfLast = request('c');
    await rest();
    assert.deepEqual(delivered, []);
    endOfLast();
    await rest();
    assert.deepEqual(delivered.sort(), ['a', 'b', 'c']);
  });

  it('does not wait for a slower request of another message', async () => {
    const { delivered, request, rest } = lists();
    request('slow');
    request('a')();
    await rest();
    assert.deepEqual(delivered, ['a']);
    const end = request('b');
    request('also slow');
    end();
    await rest();
    assert.deepEqual(delivered, ['a', 'b']);
  });

  it('happens once for a node that is requested again meanwhile, and also after a failure', async () => {
    const { delivery, delivered, request, rest } = lists();
    const end = request('a');
    const endOfAgain = request('a');
    end();
    await rest();
    assert.ok(delivery.isPending('a'));
    endOfAgain();
    delivery.add('failed', Promise.reject(new Error('no network')), () => delivered.push('failed'));
    await rest();
    assert.deepEqual(delivered.sort(), ['a', 'failed']);
  });
});
