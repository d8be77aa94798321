import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { revertEdits } from '../../../../src/records/saving/afterSave';
import { planOf } from '../../../../src/records/saving/plan';
import { mergeWithServer } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { getTable } from '../../../../src/records/table/schema';
import { json, plain } from '../documents';
import { idAt, statuses, valueAt, withTable } from '../scene';

describe('saving records', () => {
  it('compares one edited cell, writes only the changed field, and reads back the stored record', () =>
    withTable(async ({ open, now, requests }) => {
      const page = await open();
      requests();
      page.edit(([first]) => first?.set('stock', json('100')));
      const plan = await page.plan();
      const [step] = plan.steps;
      assert.equal(step?.request.method, 'PUT');
      assert.equal(step.request.body, '{"$set":{"stock":100}}');
      const url = new URL(step.request.path, 'http://x');
      assert.deepEqual(Object.fromEntries(url.searchParams), {
        where: `{"id":{"$eq":"${idAt(page, 0)}"},"stock":{"$eq":1}}`,
        limit: '1',
      });
      const [done] = await page.carryOut(plan);
      assert.deepEqual(requests(), ['GET …/:id 200', 'PUT …/ 200', 'GET …/:id 200']);
      assert.ok(done?.outcome.status === 'saved' && done.outcome.conditional);
      assert.equal((await now(idAt(page, 0)))?.stock, 100);
      assert.ok(page.saved);
    }));

  it('sets, clears and removes fields: null and missing stay different', () =>
    withTable(async ({ open, now }) => {
      const page = await open();
      page.edit(([first]) => {
        first?.set('price', json('1.50'));
        first?.set('stock', null);
        first?.delete('details');
        first?.set('tags', json('[]'));
      });
      const plan = await page.plan();
      assert.equal(
        plan.steps[0]?.request.body,
        '{"$set":{"stock":null,"tags":[],"price":1.50},"$unset":{"details":""}}',
      );
      assert.deepEqual(statuses(await page.carryOut(plan)), ['saved']);
      const stored = await now(idAt(page, 0));
      assert.deepEqual([stored?.price, stored?.stock, stored?.tags], [1.5, null, []]);
      assert.ok(stored && !('details' in stored));
    }));

  it('writes nothing when a number only has another notation, and then shows it as it was read', () =>
    withTable(async ({ open, requests }) => {
      const page = await open();
      page.edit(([first, second]) => {
        first?.set('stock', json('1.0'));
        second?.set('name', 'here');
      });
      requests();
      assert.deepEqual(statuses(await page.save()), ['saved']);
      assert.deepEqual(requests(), ['GET …/:id 200', 'PUT …/ 200', 'GET …/:id 200']);
      assert.ok(page.saved);
    }));

  it('creates, updates and deletes, and returns the new ID', () =>
    withTable(async ({ open, requests, now }) => {
      const page = await open();
      const gone = idAt(page, 3);
      requests();
      page.edit(records => {
        records.pop();
        records.unshift(new Map([['name', 'new']]));
        records[1]?.set('name', 'changed');
      });
      const outcomes = await page.save();
      assert.deepEqual(statuses(outcomes), ['saved', 'saved', 'saved']);
      assert.deepEqual(requests(), ['GET …/ 200', 'PUT …/ 200', 'POST …/ 201', 'DELETE …/ 200', 'GET …/:id 200']);
      assert.equal(await now(gone), undefined);
      const fresh = await open();
      assert.deepEqual(
        fresh.read.map(each => each.get('name')),
        ['new', 'changed', 'n2', 'n3'],
      );
      assert.deepEqual(
        page.rows().map(({ id }) => id),
        fresh.rows().map(({ id }) => id),
      );
      assert.ok(page.saved);
    }));

  it('never sends fields that the service writes', () =>
    withTable(async ({ open }) => {
      const page = await open();
      page.edit(records => {
        const copy = new Map(records[0]);
        copy.delete('id');
        copy.set('created_by', json('5'));
        records.push(copy);
        for (const name of ['created_at', 'updated_at', 'created_by']) records[0]?.set(name, json('7'));
        records[0]?.set('stock', json('8'));
      });
      const bodies = (await page.plan()).steps.map(({ request }) => request.body ?? '');
      assert.equal(bodies.length, 2);
      for (const body of bodies) assert.doesNotMatch(body, /created_|updated_|"id"/);
    }));

  it('takes over the changes of other clients, and writes the changes of the user', () =>
    withTable(async ({ open, elsewhere, now }) => {
      const page = await open();
      await elsewhere(idAt(page, 0), { name: 'theirs' });
      page.edit(([first]) => first?.set('stock', json('5')));
      assert.deepEqual(statuses(await page.save()), ['saved']);
      assert.deepEqual([valueAt(page, 0, 'name'), valueAt(page, 0, 'stock')], ['theirs', 5]);
      assert.equal((await now(idAt(page, 0)))?.name, 'theirs');
      assert.ok(page.saved);
    }));

  it('asks when both changed a field, and follows the choice', () =>
    withTable(async ({ open, elsewhere, now, requests }) => {
      for (const [choice, expected] of [
        ['mine', 'here'],
        ['theirs', 'there'],
        ['original', 'n1'],
      ] as const) {
        const page = await open();
        const id = idAt(page, 0);
        await elsewhere(id, { name: 'there' });
        page.edit(([first]) => first?.set('name', 'here'));
        requests();
        assert.deepEqual(await page.save(), []);
        assert.deepEqual(requests(), ['GET …/:id 200'], 'nothing is sent before a choice');
        assert.equal(valueAt(page, 0, 'name'), 'here', 'the text stays');
        await page.save(() => choice);
        assert.equal((await now(id))?.name, expected);
        assert.equal(valueAt(page, 0, 'name'), expected);
        assert.ok(page.saved);
        await elsewhere(id, { name: 'n1' });
      }
    }));

  it('asks about a record that was changed there and deleted here, and the reverse', () =>
    withTable(async ({ open, elsewhere, now, call, tableId }) => {
      for (const [choice, expected] of [
        ['theirs', 'there'],
        ['original', 'n1'],
        ['mine', undefined],
      ] as const) {
        const page = await open();
        const id = idAt(page, 0);
        await elsewhere(id, { name: 'there' });
        page.edit(records => records.shift());
        assert.deepEqual(await page.save(), []);
        await page.save(() => choice);
        assert.equal((await now(id))?.name, expected);
        assert.equal(
          page.rows().some(row => row.id === id),
          choice !== 'mine',
        );
        if (choice !== 'mine') await elsewhere(id, { name: 'n1' });
      }
      for (const [choice, name] of [
        ['theirs', undefined],
        ['mine', 'here'],
        ['original', 'n2'],
      ] as const) {
        const page = await open();
        const at = page.read.findIndex(each => each.get('name') === 'n2');
        const id = idAt(page, at);
        await call(`DELETE /oserve/v2.4/table/${tableId}/record/${id}/`);
        page.edit(records => records[at]?.set('name', 'here'));
        assert.deepEqual(await page.save(), []);
        await page.save(() => choice);
        const names = (await open()).read.map(each => each.get('name'));
        assert.equal(names.includes(name ?? 'n2'), name !== undefined);
        assert.ok(!page.rows().some(row => row.id === id));
        assert.ok(page.saved);
        if (!names.includes('n2')) {
          await call.json(`POST /oserve/v2.4/table/${tableId}/record/`, { body: { name: 'n2' } }, 201);
        }
      }
    }));

  it('reports a conflict when somebody writes between the read and the write, and overwrites nothing', () =>
    withTable(async ({ open, elsewhere, now }) => {
      const page = await open();
      const id = idAt(page, 0);
      page.edit(records => {
        records[0]?.set('name', 'here');
        records[1]?.set('name', 'also here');
      });
      const plan = await page.plan();
      await elsewhere(id, { name: 'ther' });
      const outcomes = await page.carryOut(plan);
      assert.deepEqual(statuses(outcomes), ['conflict', 'saved']);
      assert.equal((await now(id))?.name, 'ther');
      assert.equal(valueAt(page, 0, 'name'), 'here');
      assert.ok(!page.saved);
      assert.equal((await page.plan()).steps.length, 0, 'it is asked about next');
    }));

  it('reports a conflict if either side deletes a record that the other side changed', () =>
    withTable(async ({ open, elsewhere, now, call, tableId }) => {
      const page = await open();
      const [first, second, third] = [0, 1, 2].map(at => idAt(page, at));
      page.edit(records => {
        records[0]?.set('name', 'here');
        records.splice(1, 2);
      });
      const plan = await page.plan();
      await call(`DELETE /oserve/v2.4/table/${tableId}/record/${first}/`);
      await elsewhere(second ?? '', { place: { type: 'Point', coordinates: [1, 2] } });
      await call(`DELETE /oserve/v2.4/table/${tableId}/record/${third}/`);
      assert.deepEqual(statuses(await page.carryOut(plan)), ['conflict', 'conflict', 'saved']);
      assert.ok(await now(second ?? ''));
    }));

  it('reports when the service cannot compare, and does not overwrite a change of an earlier second', () =>
    withTable(async ({ open, elsewhere, sandbox, now }) => {
      const page = await open();
      page.edit(([first]) => first?.set('place', json('{"type":"Point","coordinates":[3,4]}')));
      const plan = await page.plan();
      sandbox.moveClock(5000);
      await elsewhere(idAt(page, 0), { place: { type: 'Point', coordinates: [5, 6] } });
      assert.deepEqual(statuses(await page.carryOut(plan)), ['conflict']);
      const [done] = await page.save(() => 'mine');
      assert.ok(done?.outcome.status === 'saved' && !done.outcome.conditional);
      assert.deepEqual((await now(idAt(page, 0)))?.place, { type: 'Point', coordinates: [3, 4] });
    }));

  it('leaves hidden columns unchanged', () =>
    withTable(async ({ open, elsewhere, now, requests }) => {
      const page = await open({ keys: ['price', 'stock'] });
      const id = idAt(page, 0);
      await elsewhere(id, { name: 'theirs' });
      assert.equal(valueAt(page, 0, 'price'), null, 'the service shows a missing value so');
      page.edit(([first]) => first?.set('stock', json('5')));
      requests();
      assert.deepEqual(statuses(await page.save()), ['saved']);
      assert.deepEqual(requests(), ['GET …/:id 200', 'PUT …/ 200', 'GET …/:id 200']);
      assert.ok(page.saved);
      assert.deepEqual([...(page.rows()[0]?.fields.keys() ?? [])].sort(), ['id', 'price', 'stock', 'updated_at']);
      assert.equal((await now(id))?.name, 'theirs');
    }));

  it('deletes whole records with hidden columns, and restores them completely', () =>
    withTable(async ({ open, service, tableId, now }) => {
      const table = await getTable(service, tableId);
      const page = await open({ keys: ['price', 'stock'] });
      const before = await now(idAt(page, 0));
      page.edit(records => records.shift());
      const outcomes = await page.save();
      assert.deepEqual(statuses(outcomes), ['saved']);
      await save(service, planOf(table, await mergeWithServer(service, table, revertEdits(outcomes))));
      const back = (await open()).read.map(record => plain(record) as Record<string, unknown>);
      const found = back.find(({ name }) => name === before?.name) ?? assert.fail('it did not come back');
      assert.deepEqual([found.stock, found.tags, found.details], [before?.stock, before?.tags, before?.details]);
    }));

  it('accepts a pointer as an ID and as an object', () =>
    withTable(async ({ open, call, now }) => {
      const { objects } = await call.json<{ objects: { id: string }[] }>('GET /oserve/v2.4/table/5002/record/');
      const [one = assert.fail(), two = assert.fail()] = objects.map(({ id }) => id);
      const page = await open();
      page.edit(([first]) => first?.set('store', one));
      assert.deepEqual(statuses(await page.save()), ['saved']);
      const fresh = await open();
      fresh.edit(([first]) => first?.set('store', one));
      assert.deepEqual((await fresh.plan()).steps, []);
      fresh.edit(([first]) => first?.set('store', two));
      const [done] = await fresh.save();
      assert.ok(done?.outcome.status === 'saved' && done.outcome.conditional);
      assert.deepEqual((await now(idAt(fresh, 0)))?.store, { id: two, _table: 'store' });
    }));

  it('can be reverted under the same rules', () =>
    withTable(async ({ open, elsewhere, service, tableId, now }) => {
      const table = await getTable(service, tableId);
      const page = await open();
      const before = (await open()).read;
      const [first, second] = [0, 1].map(at => idAt(page, at));
      page.edit(records => {
        records[0]?.set('stock', json('77'));
        records[0]?.delete('details');
        records[1]?.set('name', 'changed');
        records.pop();
        records.push(new Map([['name', 'new']]));
      });
      const outcomes = await page.save();
      assert.deepEqual(statuses(outcomes), ['saved', 'saved', 'saved', 'saved']);
      await elsewhere(second ?? '', { name: 'theirs' });
      const plan = planOf(table, await mergeWithServer(service, table, revertEdits(outcomes)));
      const asked = [...plan.decisions.values()].filter(decision => decision.do === 'ask');
      assert.equal(asked.length, 1, 'what they changed since is asked about');
      assert.deepEqual(statuses(await save(service, plan)), ['saved', 'saved', 'saved']);
      const valuesOf = ({ stock, details }: Record<string, unknown> = {}): unknown[] => [stock, details];
      assert.deepEqual(valuesOf(await now(first ?? '')), valuesOf(plain(before[0]) as Record<string, unknown>));
      assert.deepEqual((await open()).read.map(each => each.get('name')).sort(), ['n1', 'n3', 'n4', 'theirs']);
    }));
});
