import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Json, List, SdkPage } from './sdkPage';
import { openSdkPage } from './sdkPage';

describe("the service's JavaScript SDK, minapp-sdk 3.23.6, in a browser: queries", () => {
  let page: SdkPage;
  const run = <T = Json>(body: string, argument?: unknown): Promise<T> => page.run<T>(body, argument);

  before(async () => {
    page = await openSdkPage();
  });

  after(() => page?.close());

  const cases: [name: string, query: string, holds: (row: Json) => boolean][] = [
    ['compare =', ".compare('stock', '=', 7)", row => row.stock === 7],
    ['compare !=', ".compare('stock', '!=', 7)", row => row.stock !== 7],
    ['compare <', ".compare('price', '<', 100)", row => Number(row.price) < 100],
    ['compare <=', ".compare('stock', '<=', 7)", row => Number(row.stock) <= 7],
    ['compare >', ".compare('price', '>', 100)", row => Number(row.price) > 100],
    ['compare >=', ".compare('stock', '>=', 42)", row => Number(row.stock) >= 42],
    ['contains', ".contains('name', 'Tea')", row => String(row.name).includes('Tea')],
    ['matches', ".matches('name', /^茶.*4$/i)", row => /^茶.*4$/i.test(String(row.name))],
    ['in', ".in('stock', [0, 7, 14])", row => [0, 7, 14].includes(Number(row.stock))],
    ['notIn', ".notIn('stock', [0, 7, 14])", row => ![0, 7, 14].includes(Number(row.stock))],
    [
      'arrayContains',
      ".arrayContains('tags', ['red', 'green'])",
      row => ['red', 'green'].every(tag => (row.tags as string[]).includes(tag)),
    ],
    ['isNull', ".isNull('note')", row => row.note === undefined || row.note === null],
    ['isNotNull', ".isNotNull('note')", row => row.note !== undefined && row.note !== null],
    ['exists', ".exists('note')", row => 'note' in row],
    ['notExists', ".notExists('note')", row => !('note' in row)],
    ['hasKey', ".hasKey('details', 'size')", row => 'size' in (row.details as Json)],
  ];
  for (const [name, query, holds] of cases) {
    it(`finds the same records with ${name}`, async () => {
      const all = await run<List>("return new BaaS.TableObject('product').limit(1000).find()");
      const expectedIds = all.data.objects.filter(holds).map(({ id }) => id);
      const found = await run<List>(
        `return new BaaS.TableObject('product').setQuery(new BaaS.Query()${query}).limit(1000).find({ withCount: true })`,
      );
      assert.ok(expectedIds.length > 0 && expectedIds.length < all.data.objects.length);
      assert.deepEqual(
        [found.data.objects.map(({ id }) => id), found.data.meta.total_count],
        [expectedIds, expectedIds.length],
      );
    });
  }

  it('joins conditions with and and or', async () => {
    const found = await run<List>(
      `const cheap = new BaaS.Query().compare('price', '<', 60), red = new BaaS.Query().in('tags', ['red']);
         const tea = new BaaS.Query().contains('name', 'Tea');
         const query = BaaS.Query.or(BaaS.Query.and(cheap, red), tea);
         return new BaaS.TableObject('product').setQuery(query).limit(1000).find()`,
    );
    assert.ok(found.data.objects.length > 0);
    for (const { price, tags, name } of found.data.objects) {
      assert.ok((Number(price) < 60 && (tags as string[]).includes('red')) || String(name).includes('Tea'));
    }
  });

  it('finds records by geo values', async () => {
    const names = (query: string) =>
      run<List>(`return new BaaS.TableObject('store').setQuery(new BaaS.Query()${query}).find()`).then(({ data }) =>
        data.objects.map(({ name }) => String(name)),
      );
    const point = 'new BaaS.GeoPoint(113.2644, 23.1291)';
    const ring = '[[113, 22.9], [113.5, 22.9], [113.5, 23.4], [113, 23.4], [113, 22.9]]';
    for (const query of [
      `.include('area', new BaaS.GeoPoint(112.3, 22.3))`,
      `.within('location', new BaaS.GeoPolygon(${ring}))`,
      `.withinCircle('location', ${point}, 30)`,
      `.withinRegion('location', ${point}, 30000, 0)`,
    ]) {
      const found = await names(query);
      assert.ok(found.length > 0 && found.every(name => name.includes('Guangzhou')), `${query}: ${found.join()}`);
    }
  });

  it('sorts, pages, expands and counts', async () => {
    const found = await run<List>(
      "return new BaaS.TableObject('product').orderBy(['-price', 'sku']).select(['id', 'price']).limit(5).offset(2).find()",
    );
    const prices = found.data.objects.map(({ price }) => Number(price));
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => b - a),
    );
    assert.deepEqual(Object.keys(found.data.objects[0] ?? {}).sort(), ['id', 'price']);
    const count = await run<number>("return new BaaS.TableObject('product').count()");
    assert.equal(count, 60);
    const [review] = (
      await run<List>("return new BaaS.TableObject('review').expand(['product', 'created_by']).limit(1).find()")
    ).data.objects;
    assert.match(String((review?.product as Json).sku), /^SKU-/);
    const creator = review?.created_by as Json;
    assert.deepEqual([typeof creator.id, '_table' in creator], ['number', false]);
  });
});
