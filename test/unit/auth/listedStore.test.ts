import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { listedStore } from '../../../src/auth/listedStore';
import { memoryStore } from '../../../src/auth/memoryStore';
import { useFolder } from '../folder';

describe('a store that cannot list its keys', () => {
  const here = useFolder();
  const inKeys = (...names: string[]) => here('keys', ...names);
  const cannotList = () => Promise.reject(new Error('not supported'));

  it('lists the keys of all stored values, from two windows at once and in the next session', async () => {
    const shared = memoryStore();
    const [one, other] = [listedStore(shared, inKeys(), cannotList), listedStore(shared, inKeys(), cannotList)];
    const keys = Array.from({ length: 40 }, (_, index) => `tokens/https%3A%2F%2Fa.example/${index}`);
    await Promise.all(keys.map((key, index) => (index % 2 === 0 ? one : other).write(key, 'value')));
    await Promise.all(keys.slice(0, 10).map((key, index) => (index % 2 === 0 ? other : one).delete(key)));
    const { keys: found, isComplete } = await listedStore(shared, inKeys(), cannotList).keys();
    assert.deepEqual(found.sort(), keys.slice(10).sort());
    assert.equal(isComplete, false);
  });

  it('records only names, readable by the user only, and leaves nothing when all is deleted', async () => {
    const store = listedStore(memoryStore(), inKeys(), cannotList);
    await store.write('key', 'secret value');
    assert.equal((await stat(inKeys())).mode & 0o777, 0o700);
    for (const name of await readdir(inKeys())) {
      const { mode, size } = await stat(inKeys(name));
      assert.deepEqual([mode & 0o777, size], [0o600, 'key'.length]);
    }
    await store.delete('key');
    assert.deepEqual(await readdir(inKeys()), []);
  });

  it('still lists keys that could not be deleted', async () => {
    const broken = { ...memoryStore(), delete: cannotList };
    const store = listedStore(broken, inKeys(), cannotList);
    await store.write('key', 'value');
    await assert.rejects(store.delete('key'));
    assert.deepEqual((await store.keys()).keys, ['key']);
  });

  it('stores and forgets when nothing can be recorded', async () => {
    const store = listedStore(memoryStore(), '/dev/null/keys', cannotList);
    await store.write('key', 'value');
    assert.equal(await store.read('key'), 'value');
    await store.delete('key');
    assert.equal(await store.read('key'), undefined);
    assert.deepEqual(await store.keys(), { keys: [], isComplete: false });
  });

  it('lists everything when the store supports it', async () => {
    const shared = memoryStore();
    await shared.write('older', 'value');
    const store = listedStore(shared, inKeys(), async () => ['older', 'key']);
    await store.write('key', 'value');
    assert.deepEqual(await store.keys(), { keys: ['older', 'key'], isComplete: true });
  });
});
