import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseJson, type Json } from '../../../../src/json/json';
import { pointedId, readTargets, searchTargets } from '../../../../src/records/document/pointers';
import { getTable } from '../../../../src/records/table/schema';
import { SharedWork } from '../../../../src/records/table/sharedWork';
import { timeOf } from '../../../../src/records/table/instant';
import { withSandboxService } from '../fixture';

const json = (text: string): Json => {
  const parsed = parseJson(text);
  return 'node' in parsed ? parsed.node.value : assert.fail(text);
};

describe('the targets of pointers', () => {
  it('are read in one request, including users, without missing ones', () =>
    withSandboxService(async ({ service, sandbox }) => {
      const product = await getTable(service, '5001');
      const [one, two] = await searchTargets(service, product, '');
      assert.ok(one !== undefined && two !== undefined);
      const before = sandbox.requests.length;
      const found = await readTargets(service, product, [one.id, two.id, 'nowhere']);
      assert.equal(sandbox.requests.length, before + 1);
      assert.deepEqual([...found.values()], [one, two]);
      assert.equal(one.texts.length, 3, 'the first three text columns');
      assert.match(one.texts.join(), /^SKU-\d+,.* \d+,/);
      const users = await getTable(service, '4998');
      const [user] = await searchTargets(service, users, '');
      assert.ok(user !== undefined);
      const { key, id } = pointedId(user.id) ?? assert.fail();
      assert.ok((await readTargets(service, users, [id])).has(key));
    }));

  it('are searched by their texts, with at most twenty results', () =>
    withSandboxService(async ({ service }) => {
      const product = await getTable(service, '5001');
      assert.equal((await searchTargets(service, product, 'SKU')).length, 20);
      const found = await searchTargets(service, product, 'SKU-0000007');
      assert.deepEqual(
        found.map(({ texts }) => texts[0]),
        ['SKU-0000007'],
      );
      assert.deepEqual(await searchTargets(service, product, '"}]}$(x)'), []);
    }));

  it('are identified by an ID, plain or in an object', () => {
    const key = (text: string) => pointedId(json(text))?.key;
    assert.deepEqual(['"a"', '5', '9007199254740993', '{"id":"a","_table":"t"}', '{"id":5}'].map(key), [
      'a',
      '5',
      '9007199254740993',
      'a',
      '5',
    ]);
    assert.deepEqual(['""', 'null', 'true', '{}', '[]', '{"id":{}}'].map(key), Array(6).fill(undefined));
    assert.equal(pointedId(undefined), undefined);
  });
});

describe('shared work', () => {
  const never = (signal: AbortSignal) =>
    new Promise<number>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));

  it('runs once for all simultaneous callers, and again later', async () => {
    const shared = new SharedWork();
    let done = 0;
    const work = async () => (done += 1);
    const { signal } = new AbortController();
    const both = [shared.run('a', signal, work), shared.run('a', signal, work), shared.run('b', signal, work)];
    assert.deepEqual(await Promise.all(both), [1, 1, 2]);
    assert.equal(await shared.run('a', signal, work), 3);
  });

  it('is cancelled when the last caller leaves', async () => {
    const shared = new SharedWork();
    const [one, two] = [new AbortController(), new AbortController()];
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => never((given = signal));
    const both = [one, two].map(({ signal }) => assert.rejects(shared.run('a', signal, work), /ended/));
    one.abort();
    assert.equal(given?.aborted, false);
    two.abort();
    assert.equal(given?.aborted, true);
    await Promise.all(both);
    await assert.rejects(shared.run('a', one.signal, work), { name: 'AbortError' });
  });

  it('fails for all callers, and is tried again by the next', async () => {
    const shared = new SharedWork();
    const { signal } = new AbortController();
    const fails = async () => Promise.reject(new Error('no'));
    const both = [shared.run('a', signal, fails), shared.run('a', signal, fails)];
    assert.deepEqual(
      (await Promise.allSettled(both)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await shared.run('a', signal, async () => 1), 1);
  });
});

describe('the time of a value', () => {
  const date = { name: 'at', type: 'date' };
  it('is known for a date, and for a time stamp of the service', () => {
    assert.equal(timeOf(date, '2026-01-01T00:00:00+08:00'), Date.UTC(2025, 11, 31, 16));
    assert.equal(timeOf({ name: 'created_at', type: 'integer' }, json('1767225600')), 1767225600000);
  });
  it('is unknown for other values', () => {
    assert.equal(timeOf(date, 'yesterday'), undefined);
    assert.equal(timeOf(date, json('5')), undefined);
    assert.equal(timeOf({ name: 'stock', type: 'integer' }, json('5')), undefined);
    assert.equal(timeOf({ name: 'updated_at', type: 'integer' }, json('1e300')), undefined);
    assert.equal(timeOf({ name: 'updated_at', type: 'integer' }, undefined), undefined);
  });
});
