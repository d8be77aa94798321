import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { addressQuery, readAddressQuery, readRequest, type DataAddress } from '../../../src/data/query';
import { readRecords } from '../../../src/data/records';
import { idOf } from '../../../src/data/recordsText';
import { withSandbox } from '../sandbox/fixture';
import { withService } from './fixture';

const place = { clientId: 'abc', authUrl: 'https://a.example' };
const some = fc.string({ minLength: 1 });
const column = fc.stringMatching(/^[A-Za-z_]\w{0,8}$/);
const columns = fc.uniqueArray(column, { minLength: 1, maxLength: 4 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const address: fc.Arbitrary<DataAddress> = fc.oneof(
  fc.record({
    clientId: some,
    authUrl: some,
    envId: optional(some),
    kind: fc.constant('record'),
    table: some,
    id: some,
  }),
  fc.record({
    ...{ clientId: some, authUrl: some, envId: optional(some), kind: fc.constant('page'), table: some },
    where: optional(fc.constantFrom('{"a":{"$eq":9007199254740993}}', '{"a":{"$in":["é","b"]}}')),
    ...{
      orderBy: optional(columns.map(names => names.map((name, at) => (at % 2 ? `-${name}` : name)))),
      keys: optional(columns),
    },
    ...{ limit: optional(fc.integer({ min: 1, max: 99 })), offset: optional(fc.integer({ min: 1, max: 1e6 })) },
  }),
);

describe('the address of a data document', () => {
  it('is one text for one address, and gives it back', () =>
    fc.assert(
      fc.property(address, each => {
        const query = addressQuery(each);
        const read = readAddressQuery(query);
        assert.ok(read);
        assert.deepEqual({ ...read }, JSON.parse(JSON.stringify(each)));
        assert.equal(addressQuery(read), query);
      }),
    ));

  it('leaves out what is as usual, and spaces of a condition, whatever order its parts come in', () => {
    const query = addressQuery({
      kind: 'page',
      offset: 0,
      limit: 100,
      where: '{ "a": {"$eq": 1.0} }',
      table: '5001',
      ...place,
    });
    assert.equal(
      query,
      '{"clientId":"abc","authUrl":"https://a.example","kind":"page","table":"5001","where":"{\\"a\\":{\\"$eq\\":1.0}}"}',
    );
    assert.equal(addressQuery({ kind: 'page', where: '{}', table: '5001', ...place }).includes('where'), false);
  });

  const page = { ...place, kind: 'page', table: '1' };
  const strange: unknown[] = [
    ...[null, [], 5, {}, place, { ...page, kind: 'category' }, { ...page, extra: 1 }, { ...page, table: '' }],
    ...[
      { ...page, limit: 0 },
      { ...page, limit: 1001 },
      { ...page, limit: 1.5 },
      { ...page, limit: '5' },
    ],
    ...[
      { ...page, offset: -1 },
      { ...page, where: '[]' },
      { ...page, where: '{' },
      { ...page, where: {} },
    ],
    ...[
      { ...page, keys: [] },
      { ...page, keys: ['-a'] },
      { ...page, keys: ['a,b'] },
      { ...page, keys: ['a', 'a'] },
    ],
    ...[
      { ...page, orderBy: ['--a'] },
      { ...page, orderBy: [''] },
      { ...page, orderBy: 'a' },
    ],
    ...[
      { ...place, kind: 'record', table: '1' },
      { ...place, kind: 'record', table: '1', id: 'a', limit: 5 },
    ],
  ];
  for (const each of strange) {
    it(`is not ${JSON.stringify(each)}`, () => {
      assert.equal(readAddressQuery(JSON.stringify(each)), undefined);
      assert.throws(() => addressQuery((each ?? {}) as DataAddress));
    });
  }

  it('is not a text that is no JSON', () => assert.equal(readAddressQuery('{'), undefined));
});

describe('what a data document shows', () => {
  it('is read in one request, with what is needed to save', () => {
    const { path } = readRequest({
      ...{
        kind: 'page',
        table: '5001',
        where: '{"price":{"$gt":10.0}}',
        orderBy: ['-price', 'sku'],
        keys: ['price', 'sku'],
      },
      ...{ limit: 1000, offset: 20 },
    });
    const url = new URL(path, 'https://a.example');
    assert.equal(url.pathname, '/oserve/v2.4/table/5001/record/');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      where: '{"price":{"$gt":10.0}}',
      order_by: '-price,sku',
      keys: 'id,price,sku,updated_at',
      limit: '1000',
      offset: '20',
    });
    assert.equal(
      readRequest({ kind: 'record', table: '5001', id: 'a/b' }).path,
      '/oserve/v2.4/table/5001/record/a%2Fb/',
    );
  });

  it('is a page, sorted and searched by the service, or one record, or none', () =>
    withSandbox(async (sandbox, shop) => {
      await withService(shop, async service => {
        const where = '{"stock":{"$gte":10}}';
        const before = sandbox.requests.length;
        const page = await readRecords(service, {
          ...{ kind: 'page', table: '5001', where, orderBy: ['-stock'], keys: ['stock'], limit: 5 },
        });
        assert.equal(sandbox.requests.length, before + 1);
        assert.equal(page.nextOffset, 5);
        assert.deepEqual([...(page.records[0]?.keys() ?? [])], ['id', 'stock', 'updated_at']);
        const id = idOf(page.records[0] ?? assert.fail()) ?? '';
        const [record] = (await readRecords(service, { kind: 'record', table: '5001', id })).records;
        assert.equal(record && idOf(record), id);
        assert.ok(record?.has('sku'));
        assert.deepEqual((await readRecords(service, { kind: 'record', table: '5001', id: 'nothing' })).records, []);
      });
    }));
});
