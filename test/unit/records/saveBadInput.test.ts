import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describe, it } from 'mocha';
import type { Json } from '../../../src/json/json';
import { getTable } from '../../../src/records/table/schema';
import { json, PageDocument, plain } from './documents';
import { fields, idAt, statuses, withTable, type Scene } from './scene';

/** Replaces the columns of the table like the console. */
async function retype({ call, tableId }: Scene, columns: object[]): Promise<void> {
  await call.json(`PUT /oserve/v1.8/table/${tableId}/`, { body: { schema: { fields: columns } } });
}

/** Returns the unsaved changes as the request bodies of the next save. */
const left = async (page: PageDocument): Promise<unknown[]> =>
  (await page.plan()).steps.map(({ request }) => request.body);

describe('saving records of a changed table', () => {
  it('leaves a field unsaved when its column was dropped, and saves the other records', () =>
    withTable(async scene => {
      const page = await scene.open();
      page.edit(records => {
        records[0]?.set('stock', json('9'));
        records[1]?.set('name', 'new');
      });
      await retype(
        scene,
        fields.filter(({ name }) => name !== 'stock'),
      );
      const outcomes = await page.save();
      assert.deepEqual(statuses(outcomes), ['refused', 'saved']);
      const [{ outcome } = assert.fail()] = outcomes;
      // The error contains the service's message, in any format.
      assert.match(JSON.stringify(outcome.status === 'refused' && outcome.error), /stock/);
      assert.deepEqual(await left(page), ['{"$set":{"stock":9}}']);
      assert.equal((await scene.now(idAt(page, 1)))?.name, 'new');
    }));

  it('leaves a field unsaved when its column has another type, and saves it as that type', () =>
    withTable(async scene => {
      const page = await scene.open();
      page.edit(([first]) => first?.set('stock', json('9')));
      await retype(
        scene,
        fields.map(each => (each.name === 'stock' ? { name: 'stock', type: 'string' } : each)),
      );
      assert.deepEqual(statuses(await page.save()), ['refused']);
      assert.deepEqual(await left(page), ['{"$set":{"stock":9}}']);
      // The text stays the same; the table is read again.
      const schema = await getTable(scene.service, scene.tableId);
      const again = await new PageDocument(scene.service, schema).open();
      again.edit(([first]) => first?.set('stock', '9'));
      assert.deepEqual(statuses(await again.save()), ['saved']);
      assert.equal((await scene.now(idAt(again, 0)))?.stock, '9');
    }));
});

describe('saving records, some of which are read-only', () => {
  it('writes each of the others once, and leaves exactly the refused ones unsaved', () =>
    withTable(async ({ open, call, tableId, sandbox, requests, now }) => {
      await call.json(`POST /oserve/v2.4/table/${tableId}/record/`, { body: { name: 'n0', stock: 0 } }, 201);
      const page = await open();
      page.edit(records => records.forEach((each, at) => each.set('stock', json(String(at + 90)))));
      const plan = await page.plan();
      for (const at of [2, 3]) {
        sandbox.fail({ kind: 'status', status: 403, path: plan.steps[at]?.request.path });
      }
      requests();
      assert.deepEqual(statuses(await page.carryOut(plan)), ['saved', 'saved', 'refused', 'refused', 'saved']);
      assert.deepEqual(
        requests().map(line => line.slice(-3)),
        ['200', '200', '403', '403', '200', '200'],
      );
      const stocks = await Promise.all([0, 1, 2, 3, 4].map(async at => (await now(idAt(page, at)))?.stock));
      assert.deepEqual(stocks, [90, 91, 2, 3, 94]);
      assert.deepEqual(await left(page), ['{"$set":{"stock":92}}', '{"$set":{"stock":93}}']);
    }));
});

describe('records with odd values', () => {
  const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;
  const odd: [name: string, field: string, value: string][] = [
    ['a text of 1 MB', 'name', JSON.stringify('长 "\\'.repeat(200_000))],
    ['HTML', 'name', JSON.stringify('<img src=x onerror=alert(1)><script>&amp;</script>')],
    ['right-to-left text and its marks', 'name', JSON.stringify('שלום \u202eevil\u202c \u200f')],
    ['names that objects have of themselves', 'details', '{"hasOwnProperty":{"x":1},"constructor":2,"toString":null}'],
    ['a deep object', 'details', deep(20)],
    ['half a character', 'name', '"\\ud800 \\u0000"'],
    ['a long list', 'tags', JSON.stringify(Array.from({ length: 10_000 }, (_, at) => `tag ${at}`))],
  ];
  for (const [what, field, text] of odd) {
    const plainer = field === 'name' ? 'plain' : null;
    it(`keep the written values: ${what}, also when another change is saved`, () =>
      withTable(async ({ open, now }) => {
        const page = await open();
        page.edit(([first]) => first?.set(field, json(text)));
        assert.deepEqual(statuses(await page.save()), ['saved']);
        assert.ok(page.saved);
        const fresh = await open();
        assert.ok(isDeepStrictEqual(plain(fresh.read[0]?.get(field)), JSON.parse(text)), 'it is not what was written');
        fresh.edit(([first]) => first?.set('stock', json('5')));
        assert.deepEqual(await left(fresh), ['{"$set":{"stock":5}}']);
        assert.deepEqual(statuses(await fresh.save()), ['saved']);
        fresh.edit(([first]) => first?.set(field, plainer));
        assert.deepEqual(statuses(await fresh.save()), ['saved']);
        assert.deepEqual((await now(idAt(fresh, 0)))?.[field], plainer);
      }));
  }

  it('are saved with only the changed one of 500 columns', () =>
    withTable(async ({ service, call }) => {
      const columns = Array.from({ length: 500 }, (_, at) => ({ name: `column_${at}`, type: 'string' }));
      const body = { name: 'wide', schema: { fields: columns }, row_read_perm: [], row_write_perm: [], write_perm: [] };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const page = await new PageDocument(service, await getTable(service, String(id))).open();
      page.edit(records => records.push(new Map(columns.map(({ name }) => [name, `of ${name}`] as [string, Json]))));
      assert.deepEqual(statuses(await page.save()), ['saved']);
      page.edit(([first]) => first?.set('column_499', 'changed'));
      assert.deepEqual(await left(page), ['{"$set":{"column_499":"changed"}}']);
      assert.deepEqual(statuses(await page.save()), ['saved']);
      page.edit(([first]) => columns.forEach(({ name }) => first?.set(name, 'all')));
      assert.deepEqual(statuses(await page.save()), ['saved']);
      page.edit(records => records.pop());
      assert.deepEqual(statuses(await page.save()), ['saved']);
    }));

  it('keep several types in one column, and can be corrected', () =>
    withTable(async scene => {
      const { open, now } = scene;
      // A record keeps the values from before its column had this type.
      const page = await open();
      await retype(
        scene,
        fields.map(each => (each.name === 'stock' ? { name: 'stock', type: 'boolean' } : each)),
      );
      const fresh = await open();
      fresh.edit(([first]) => first?.set('name', 'other'));
      assert.deepEqual(await left(fresh), ['{"$set":{"name":"other"}}']);
      assert.deepEqual(statuses(await fresh.save()), ['saved']);
      fresh.edit(([first]) => first?.set('stock', true));
      assert.deepEqual(statuses(await fresh.save()), ['saved']);
      assert.deepEqual([(await now(idAt(page, 0)))?.stock, (await now(idAt(page, 1)))?.stock], [true, 2]);
    }));
});
