import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { memoryStore } from '../../../src/auth/memoryStore';
import { checkStore, type HealthMarker } from '../../../src/auth/storeHealth';

function newTwin(): HealthMarker {
  let kept: string | undefined;
  return { read: async () => kept, write: async value => void (kept = value) };
}

describe('store health', () => {
  it('is ok in the first session, and in those that find its value', async () => {
    const [store, twin] = [memoryStore(), newTwin()];
    for (let session = 0; session < 3; session++) assert.equal(await checkStore(store, twin, 0), 'ok');
  });

  it('is memory only when the value of an earlier session is missing', async () => {
    const twin = newTwin();
    assert.equal(await checkStore(memoryStore(), twin, 0), 'ok');
    for (let session = 0; session < 2; session++) assert.equal(await checkStore(memoryStore(), twin, 0), 'memoryOnly');
  });

  it('is ok when the value of another window comes late', async () => {
    const [store, twin] = [memoryStore(), newTwin()];
    await checkStore(store, twin, 0);
    let reads = 0;
    const late = { ...store, read: async (key: string) => (++reads > 2 ? store.read(key) : undefined) };
    assert.equal(await checkStore(late, twin, 60_000), 'ok');
  });

  it('is failed when a value is refused, dropped or changed', async () => {
    const store = memoryStore();
    const failing = async () => Promise.reject(new Error('no keyring'));
    for (const broken of [
      { ...store, write: failing },
      { ...store, read: failing },
      { ...store, write: async () => undefined },
      { ...store, read: async () => 'another' },
    ]) {
      assert.equal(await checkStore(broken, newTwin(), 0), 'failed');
    }
  });

  it('is ok if only the twin fails', async () => {
    const failing = async () => Promise.reject(new Error('no storage'));
    assert.equal(await checkStore(memoryStore(), { read: failing, write: failing }, 0), 'ok');
  });
});
