import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { readRecords } from '../../../../src/records/saving/readRecords';
import { useNetwork, type Reply } from '../../api/network';

const records = (count: number, first = 0) => Array.from({ length: count }, (_, at) => ({ id: String(first + at) }));

describe('reading a page of records', () => {
  const network = useNetwork();
  const read = async (query: { limit: number; offset?: number }, ...replies: Reply[]) => {
    const server = await network.server(replies);
    const service = {
      target: { authUrl: server.origin, envId: undefined },
      context: network.context(),
      withToken: <T>(call: (token: Secret) => Promise<T>) => call(new Secret('access-token')),
    };
    const found = await readRecords(service, { kind: 'page', table: '5', ...query });
    return { ids: found.records.map(record => record.get('id')), requests: server.received.map(({ path }) => path) };
  };

  it('works anywhere in a long table', async () => {
    const page = { body: { meta: { limit: 100, next: '/x' }, objects: records(100) } };
    assert.equal((await read({ limit: 100, offset: 250_000 }, page)).ids.length, 100);
  });

  it('accepts a short last page that names a next one', async () => {
    const page = { body: { meta: { limit: 100, next: '/x' }, objects: records(5) } };
    const end = { body: { meta: { limit: 100, next: null }, objects: [] } };
    const { ids, requests } = await read({ limit: 100, offset: 1000 }, page, end);
    assert.equal(ids.length, 5);
    assert.deepEqual(
      requests.map(path => new URL(path, 'http://x').searchParams.get('offset')),
      ['1000', '1005'],
    );
  });

  it('accepts a short last response that names a next one after a full one', async () => {
    const full = { body: { meta: { limit: 1000, next: '/x' }, objects: records(1000) } };
    for (const offset of [0, 7]) {
      const meta = { limit: 1000, next: '/x' };
      const objects = records(3, 1000);
      const counted = { body: { meta: { ...meta, total_count: offset + 1003 }, objects } };
      const { ids, requests } = await read({ limit: 10_000, offset }, full, { body: { meta, objects } }, counted);
      assert.equal(ids.length, 1003);
      assert.deepEqual(
        requests.map(path => new URL(path, 'http://x').searchParams.get('return_total_count')),
        [null, null, '1'],
      );
    }
  });

  it('refuses a response with repeated names, because a save would count its records as deleted', async () => {
    const text = '{"meta":{},"objects":[{"id":"a","name":"x","name":"y"},{"id":"b"}]}';
    await assert.rejects(read({ limit: 100 }, { body: text }), { code: 'unexpectedShape' });
  });

  it('takes one request for each thousand, and shows a record that has moved once', async () => {
    const full = { body: { meta: { limit: 1000, next: '/x' }, objects: records(1000) } };
    const rest = { body: { meta: { limit: 500, next: null }, objects: records(300, 999) } };
    const { ids, requests } = await read({ limit: 1500, offset: 7 }, full, rest);
    assert.equal(ids.length, 1299);
    assert.deepEqual(
      requests.map(path => new URL(path, 'http://x').search),
      ['?limit=1000&offset=7', '?limit=500&offset=1007'],
    );
  });
});
