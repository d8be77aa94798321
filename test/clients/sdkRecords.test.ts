import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Json, JsonObject } from '../../src/json/json';
import { idOf } from '../../src/records/text/recordsText';
import { getTable } from '../../src/records/table/schema';
import { json, PageDocument, plain } from '../unit/records/documents';
import { withService } from '../unit/records/fixture';
import { statuses } from '../unit/records/scene';
import { callerOf, openPermissions } from '../unit/sandbox/fixture';
import type { Json as Row, List, SdkPage } from './sdkPage';
import { openSdkPage } from './sdkPage';

const geojson = { type: 'geojson', coordinate_type: 'wgs84' };
const fields = [
  { name: 'text', type: 'string' },
  { name: 'count', type: 'integer' },
  { name: 'amount', type: 'number' },
  { name: 'flag', type: 'boolean' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'details', type: 'object' },
  { name: 'day', type: 'date' },
  { name: 'spot', ...geojson },
  { name: 'area', ...geojson },
  { name: 'store', type: 'reference', schema_id: '5002' },
  { name: 'cover', type: 'file' },
];
const ring = [
  [1, 2],
  [3, 2],
  [3, 4],
  [1, 2],
];

describe("records that both a save of ours and the service's SDK, minapp-sdk 3.23.6, write", () => {
  let page: SdkPage;
  let table = '';
  let store = '';
  let cover: Row = {};
  /** A value of every type, except those that are a class in the SDK. */
  const values = {
    ...{ text: 'שלום <b>"\n', count: -7, amount: 0.1, flag: true, tags: ['a', ''] },
    ...{ details: { a: [1, null, { b: '' }] }, day: '2026-01-02T03:04:05.678Z' },
  };
  /** The service stores the same instant in the zone of the application. */
  const stored = { ...values, day: '2026-01-02T11:04:05.678000+08:00' };
  const places = { spot: { type: 'Point', coordinates: [1.5, -2] }, area: { type: 'Polygon', coordinates: [ring] } };
  const nulls = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const empty = { text: '', count: 0, amount: 0, flag: false, tags: [], details: {} };

  before(async () => {
    page = await openSdkPage();
    const call = await callerOf(page.shop);
    const body = { name: 'kinds', schema: { fields }, ...openPermissions };
    table = String((await call.json('POST /oserve/v1.8/table/', { body }, 201)).id);
    ({ store, cover } = await page.run<{ store: string; cover: Row }>(
      `await BaaS.auth.register({ username: 'writer', password: 'password' });
       const store = (await new BaaS.TableObject('store').limit(1).find()).data.objects[0].id;
       const fileObj = new window.File(['x'], 'x.txt', { type: 'text/plain' });
       return { store, cover: (await new BaaS.File().upload({ fileObj })).data.file };`,
    ));
  });

  after(() => page?.close());

  const withDocument = (body: (open: () => Promise<PageDocument>) => Promise<void>) =>
    withService(page.shop, async service => {
      const schema = await getTable(service, table);
      await body(() => new PageDocument(service, schema).open());
    });
  /** Returns the columns of a record. A missing value stays missing. */
  const columnsOf = (record: Row): Row =>
    Object.fromEntries(fields.flatMap(({ name }) => (name in record ? [[name, record[name]]] : [])));
  const shown = (record: JsonObject | undefined): Row => columnsOf(plain(record) as Row);
  const readBySdk = async (): Promise<Map<unknown, Row>> => {
    const { data } = await page.run<List>("return new BaaS.TableObject('kinds').limit(1000).find()");
    return new Map(data.objects.map(row => [row.id, columnsOf(row)]));
  };

  it('are read by the SDK as they were saved', () =>
    withDocument(async open => {
      const document = await open();
      const writtenRows: Row[] = [
        { ...values, ...places, store, cover },
        nulls,
        empty,
        { text: 'the rest is missing' },
      ];
      document.edit(records => {
        for (const each of writtenRows) records.push(json(JSON.stringify(each)) as Map<string, Json>);
      });
      assert.deepEqual(statuses(await document.save()), ['saved', 'saved', 'saved', 'saved']);
      const read = await readBySdk();
      const pointer = { id: store, _table: 'store' };
      const expected = [{ ...stored, ...places, store: pointer, cover }, ...writtenRows.slice(1)];
      assert.deepEqual(
        writtenRows.map((_, at) => read.get(document.rows()[at]?.id)),
        expected,
      );
    }));

  it('keep the values of the SDK when a save changes something else', () =>
    withDocument(async open => {
      const ids = await page.run<string[]>(
        `const kinds = new BaaS.TableObject('kinds'), stores = new BaaS.TableObject('store');
         const { values, cover, store, ring, nulls, empty } = argument;
         const classes = {
           spot: new BaaS.GeoPoint(1.5, -2), area: new BaaS.GeoPolygon(ring), store: stores.getWithoutData(store), cover,
         };
         const ids = [];
         for (const each of [{ ...values, ...classes }, nulls, empty, { text: 'the rest is missing' }])
           ids.push((await kinds.create().set(each).save()).data.id);
         return ids;`,
        { values, cover, store, ring, nulls, empty },
      );
      const document = await open();
      const read = new Map(document.read.map(record => [idOf(record), record]));
      const pointer = { id: store, _table: 'store' };
      const expected = [{ ...stored, ...places, store: pointer, cover }, nulls, empty, { text: 'the rest is missing' }];
      assert.deepEqual(
        ids.map(id => shown(read.get(id))),
        expected,
      );
      document.edit(records =>
        records.filter(each => ids.includes(idOf(each) ?? '')).forEach(each => each.set('text', 'new')),
      );
      assert.deepEqual(statuses(await document.save()), ['saved', 'saved', 'saved', 'saved']);
      const after = await readBySdk();
      assert.deepEqual(
        ids.map(id => after.get(id)),
        expected.map(each => ({ ...each, text: 'new' })),
      );
    }));

  it('keep both changes when the SDK writes while a document is edited', () =>
    withDocument(async open => {
      const document = await open();
      const id = idOf(document.read[0] ?? assert.fail());
      document.edit(([first]) => first?.set('amount', json('2.5')));
      await page.run(
        `const record = new BaaS.TableObject('kinds').getWithoutData(argument);
         await record.set('count', 5).unset('text').append('tags', ['sdk']).update(); return {};`,
        id,
      );
      const before = shown(document.read[0]);
      assert.deepEqual(statuses(await document.save()), ['saved']);
      const { text: _, ...rest } = before;
      const expected = { ...rest, amount: 2.5, count: 5, tags: [...((before.tags ?? []) as string[]), 'sdk'] };
      assert.deepEqual((await readBySdk()).get(id), expected);
      assert.deepEqual(shown(document.read[0]), expected);
    }));
});
