import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { sideBySide } from '../../../../src/api/http/sideBySide';

describe('work side by side', () => {
  it('begins in order, never exceeds the limit, and is not delayed by slow work', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    let [running, most] = [0, 0];
    let release = () => undefined as void;
    const held = new Promise<void>(resolve => (release = resolve));
    await sideBySide([0, 1, 2, 3, 4, 5], 2, async (item, index) => {
      assert.equal(item, index);
      begun.push(item);
      most = Math.max(most, ++running);
      if (item === 0) await held;
      if (item === 5) release();
      await Promise.resolve();
      running -= 1;
      ended.push(item);
    });
    assert.deepEqual([begun, most], [[0, 1, 2, 3, 4, 5], 2]);
    assert.deepEqual(ended.slice(0, 4), [1, 2, 3, 4]);
  });

  it('reports the first failure', async () => {
    const failing = sideBySide([1, 2], 2, item => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve()));
    await assert.rejects(failing, /two/);
  });
});
