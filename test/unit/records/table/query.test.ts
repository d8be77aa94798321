import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { isPathSegment } from '../../../../src/api/http/pathSegment';
import { ExactNumber } from '../../../../src/json/json';
import {
  addressQuery,
  addressText,
  filteredBy,
  readAddressQuery,
  readRequest,
  sortedBy,
  unfilteredBy,
  type DataAddress,
  type PageQuery,
} from '../../../../src/records/table/query';
import { readRecords } from '../../../../src/records/saving/readRecords';
import { idOf } from '../../../../src/records/text/recordsText';
import { withSandboxService } from '../fixture';

const place = { clientId: 'abc', authUrl: 'https://a.example' };
const some = fc.string({ minLength: 1 });
/** IDs that remain one segment of a path. */
const segment = some.filter(isPathSegment);
const column = fc.stringMatching(/^[A-Za-z_]\w{0,8}$/);
const columns = fc.uniqueArray(column, { minLength: 1, maxLength: 4 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const address: fc.Arbitrary<DataAddress> = fc.oneof(
  fc.record({
    clientId: some,
    authUrl: some,
    envId: optional(some),
    kind: fc.constant('record'),
    table: segment,
    id: segment,
  }),
  fc.record({
    ...{ clientId: some, authUrl: some, envId: optional(some), kind: fc.constant('page'), table: segment },
    where: optional(fc.constantFrom('{"a":{"$eq":9007199254740993}}', '{"a":{"$in":["é","b"]}}')),
    ...{
      orderBy: optional(columns.map(names => names.map((name, at) => (at % 2 ? `-${name}` : name)))),
      keys: optional(columns),
    },
    ...{ limit: optional(fc.integer({ min: 1, max: 99 })), offset: optional(fc.integer({ min: 1, max: 1e6 })) },
  }),
);

describe('the address of a data document', () => {
  it('has one canonical text, which can be read back', () =>
    fc.assert(
      fc.property(address, each => {
        const query = addressQuery(each);
        const read = readAddressQuery(query);
        assert.ok(read);
        assert.deepEqual({ ...read }, JSON.parse(JSON.stringify(each)));
        assert.equal(addressQuery(read), query);
      }),
    ));

  it('omits default values, and spaces of a condition, in any order of its parts', () => {
    const query = addressText({
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
    assert.equal(addressText({ kind: 'page', where: '{}', table: '5001', ...place }).includes('where'), false);
  });

  const page = { ...place, kind: 'page', table: '1' };
  const strange: unknown[] = [
    ...[null, [], 5, {}, place, { ...page, kind: 'category' }, { ...page, extra: 1 }, { ...page, table: '' }],
    ...[
      { ...page, limit: 0 },
      { ...page, limit: 10_001 },
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
    ...['.', '..', '%2e', '.%2E'].flatMap(dots => [
      { ...place, kind: 'record', table: '1', id: dots },
      { ...page, table: dots },
    ]),
  ];
  for (const each of strange) {
    it(`cannot be ${JSON.stringify(each)}`, () => {
      assert.equal(readAddressQuery(JSON.stringify(each)), undefined);
      assert.throws(() => addressQuery((each ?? {}) as DataAddress));
    });
  }

  it('cannot be read from text that is not JSON', () => assert.equal(readAddressQuery('{'), undefined));

  it('contains only flags, letters and digits in a URI, for any condition', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), value => {
        const where = JSON.stringify({ text: { $eq: `[Press](command:x)${value}` } });
        const query = addressQuery({ ...place, kind: 'page', table: '1', where });
        assert.match(query, /^\{"kind":"page","where":true,"address":"[\w-]+"\}$/);
      }),
    ));

  it('is read from the query that earlier versions wrote', () => {
    const address: DataAddress = { ...place, kind: 'page', table: '1', where: '{"text":{"$eq":"é"}}' };
    assert.deepEqual({ ...readAddressQuery(addressText(address)) }, address);
  });
});

describe('a query derived from another one', () => {
  const page: PageQuery = { kind: 'page', table: '5001', offset: 200, limit: 50, keys: ['price'] };
  const whereOf = ({ where }: PageQuery): unknown => (where === undefined ? undefined : JSON.parse(where));

  it('adds a condition, and goes to the beginning', () => {
    const one = filteredBy(page, 'price', '$gt', new ExactNumber('9007199254740993'));
    assert.equal(one.where, '{"price":{"$gt":9007199254740993}}');
    assert.deepEqual([one.offset, one.limit, one.keys, page.offset], [undefined, 50, ['price'], 200]);
    const two = filteredBy(filteredBy(one, 'name', '$contains', '茶'), 'price', '$lte', new ExactNumber('1e20'));
    assert.equal(two.where, '{"price":{"$gt":9007199254740993,"$lte":1e20},"name":{"$contains":"茶"}}');
    assert.equal(
      filteredBy(two, 'price', '$gt', new ExactNumber('5')).where,
      two.where?.replace('9007199254740993', '5'),
    );
  });

  it('keeps the conditions inside of $and and $or', () => {
    const both = filteredBy({ ...page, where: '{"$or":[{"a":{"$eq":1}},{"b":{"$eq":2}}]}' }, 'a', '$ne', 'x');
    assert.deepEqual(whereOf(both), { $or: [{ a: { $eq: 1 } }, { b: { $eq: 2 } }], a: { $ne: 'x' } });
    assert.deepEqual(whereOf(unfilteredBy(both, 'a')), { $or: [{ a: { $eq: 1 } }, { b: { $eq: 2 } }] });
    assert.equal(unfilteredBy(filteredBy(page, 'a', '$eq', 'x'), 'a').where, undefined);
  });

  it('replaces an equal value by a second one, and excludes both', () => {
    const first = filteredBy(filteredBy(page, 'name', '$ne', 'a'), 'name', '$ne', 'b');
    assert.deepEqual(whereOf(first), { name: { $nin: ['a', 'b'] } });
    assert.deepEqual(whereOf(filteredBy(first, 'name', '$ne', 'c')), { name: { $nin: ['a', 'b', 'c'] } });
    const equal = filteredBy(first, 'name', '$eq', 'd');
    assert.deepEqual(whereOf(equal), { name: { $eq: 'd' } });
    assert.deepEqual(whereOf(filteredBy(equal, 'name', '$eq', 'e')), { name: { $eq: 'e' } });
  });

  for (const type of ['boolean', 'date']) {
    it(`excludes several values of the type ${type} without a list, which the service compares with nothing`, () => {
      const excluded = ['a', 'b', 'c'].reduce((query, value) => filteredBy(query, 'x', '$ne', value, type), page);
      assert.deepEqual(whereOf(excluded), { x: { $ne: 'a' }, $and: [{ x: { $ne: 'b' } }, { x: { $ne: 'c' } }] });
      const other = filteredBy({ ...page, where: '{"$and":[{"y":{"$eq":1}}]}' }, 'x', '$ne', 'a', type);
      assert.deepEqual(whereOf(filteredBy(other, 'x', '$ne', 'b', type)), {
        $and: [{ y: { $eq: 1 } }, { x: { $ne: 'b' } }],
        x: { $ne: 'a' },
      });
    });
  }

  it('distinguishes null, missing and empty, and compares a pointer by its ID', () => {
    const where = (operator: '$eq' | '$ne', value: Parameters<typeof filteredBy>[3]) =>
      whereOf(filteredBy(page, 'a', operator, value));
    assert.deepEqual(where('$eq', undefined), { a: { $exists: false } });
    assert.deepEqual(where('$ne', undefined), { a: { $exists: true } });
    assert.deepEqual(where('$eq', null), { a: { $isnull: true } });
    assert.deepEqual(where('$ne', null), { a: { $isnull: false } });
    assert.deepEqual(where('$eq', ''), { a: { $eq: '' } });
    assert.deepEqual(
      where(
        '$eq',
        new Map([
          ['id', 'r1'],
          ['_table', 'store'],
        ]),
      ),
      { a: { $eq: 'r1' } },
    );
  });

  it('is sorted by one column, or by the default of the service', () => {
    const down = sortedBy({ ...page, orderBy: ['sku', '-name'] }, 'price', 'descending');
    assert.deepEqual([down.orderBy, down.offset, down.limit], [['-price'], undefined, 50]);
    assert.deepEqual(sortedBy(down, 'price', 'ascending').orderBy, ['price']);
    assert.equal(sortedBy(down, 'price', undefined).orderBy, undefined);
  });

  it('has an address, and the service accepts it', () =>
    withSandboxService(async ({ service }) => {
      const query = filteredBy({ kind: 'page', table: '5001' }, 'stock', '$ne', new ExactNumber('7'));
      const narrowed = sortedBy(filteredBy(query, 'stock', '$ne', new ExactNumber('14')), 'stock', 'ascending');
      const address = readAddressQuery(addressQuery({ ...place, ...narrowed }));
      assert.ok(address);
      const { records } = await readRecords(service, address);
      const stocks = records.map(record => (record.get('stock') as ExactNumber).text);
      assert.ok(stocks.length > 0 && !stocks.includes('7') && !stocks.includes('14'));
      assert.deepEqual(
        stocks,
        [...stocks].sort((one, other) => Number(one) - Number(other)),
      );
      const missing = await readRecords(service, filteredBy({ kind: 'page', table: '5001' }, 'note', '$eq', undefined));
      assert.ok(missing.records.length > 0 && missing.records.every(record => !record.has('note')));
    }));
});

describe('the content of a data document', () => {
  it('is read in one request, with everything that a save needs', () => {
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

  it('is a page, sorted and searched by the service, or one record, or empty', () =>
    withSandboxService(async ({ service, sandbox }) => {
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
    }));
});
