import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Memento } from 'vscode';
import { FilterHistory } from '../../../../../src/ui/records/grid/filterHistory';
import { readFilterMessage } from '../../../../../src/ui/records/grid/filterProtocol';
import { RecordCounts } from '../../../../../src/ui/records/grid/recordCounts';
import { withService } from '../../../records/fixture';
import { withFetch } from '../../../records/transfer/scene';
import { callerOf, withSandbox } from '../../../sandbox/fixture';

const address = { clientId: 'a', authUrl: 'https://a.example', kind: 'page', table: '5001' } as const;

function memento(): Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  } as Memento;
}

describe('the last filters of a table', () => {
  it('are stored once each, the latest first, and at most twenty', async () => {
    const state = memento();
    const history = new FilterHistory(state);
    for (let number = 0; number < 30; number += 1) await history.add(address, `price > ${number}`);
    await history.add(address, 'price > 20');
    await history.add(address, 'x'.repeat(5000));
    const texts = new FilterHistory(state).of(address);
    assert.deepEqual([texts.length, texts[0], texts[1], texts[19]], [20, 'price > 20', 'price > 29', 'price > 10']);
    assert.deepEqual(history.of({ ...address, table: '5002' }), []);
  });

  it('are empty when another value was stored', async () => {
    const state = memento();
    await state.update('hydrogen.grid.filters https://a.example a 5001', [{ text: 'x' }]);
    assert.deepEqual(new FilterHistory(state).of(address), []);
  });
});

describe('the number of records', () => {
  it('is requested once per condition, and again after a save', () =>
    withSandbox(async (sandbox, shop) =>
      withService(shop, async service => {
        const counts = new RecordCounts(async () => ({ service }));
        const requests = () => sandbox.requests.filter(({ path }) => path.includes('return_total_count=1')).length;
        assert.deepEqual(await Promise.all([counts.of(address), counts.of({ ...address, offset: 20 })]), [60, 60]);
        assert.equal(requests(), 1);
        assert.equal(await counts.of({ ...address, where: '{"stock":{"$lt":0}}' }), 0);
        assert.equal(requests(), 2);
        counts.forget({ ...address, table: '5002' });
        await counts.of(address);
        assert.equal(requests(), 2);
        counts.forget(address);
        await counts.of(address);
        assert.equal(requests(), 3);
      }),
    ));

  it('is the later one if it was forgotten while it was counted', () =>
    withSandbox(async (_, shop) =>
      withService(shop, async service => {
        let arrived = () => {};
        let release = () => {};
        const old = new Promise<void>(resolve => (arrived = resolve));
        const released = new Promise<void>(resolve => (release = resolve));
        const slow = withFetch(service, fetch => async (url, init) => {
          const response = await fetch(url, init);
          arrived();
          await released;
          return response;
        });
        const services = [slow, service];
        const counts = new RecordCounts(async () => ({
          service: services.shift() ?? assert.fail('counted too often'),
        }));
        const first = counts.of(address);
        await old;
        const path = '/oserve/v2.6/table/5001/record/';
        await (await callerOf(shop)).json(`POST ${path}`, { body: { sku: 'other', name: 'of another client' } }, 201);
        counts.forget(address);
        const second = await counts.of(address);
        release();
        assert.deepEqual([await first, second, await counts.of(address)], [61, 61, 61]);
      }),
    ));

  it('is unknown while the service fails, and requested again', async () => {
    let asked = 0;
    const counts = new RecordCounts(() => {
      asked += 1;
      return Promise.reject(new Error('offline'));
    });
    assert.deepEqual([await counts.of(address), await counts.of(address), asked], [undefined, undefined, 2]);
  });
});

describe('a message of the filter line', () => {
  it('is accepted only in its valid form', () => {
    const messages = [
      { type: 'filterTyped', text: 'a', offset: 1 },
      { type: 'filterApply', text: '' },
      { type: 'filterForm', text: '{}' },
      { type: 'filterRecent' },
      { type: 'turn', to: 'next' },
      { type: 'pageSize', limit: 20 },
    ];
    for (const message of messages) assert.deepEqual(readFilterMessage(message), message);
    const strange = [
      ...[undefined, null, 'turn', { type: 'turn', to: 'last' }, { type: 'pageSize', limit: 0 }],
      ...[
        { type: 'pageSize', limit: 10_001 },
        { type: 'filterApply', text: 5 },
        { type: 'filterRecent', uri: 'x' },
      ],
      { type: 'filterTyped', text: 'a', offset: -1 },
    ];
    for (const message of strange) assert.equal(readFilterMessage(message), undefined);
  });
});
