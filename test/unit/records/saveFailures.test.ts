import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../src/api/errors';
import type { Json } from '../../../src/json/json';
import { json, plain, type PageDocument } from './documents';
import { fields, idAt, statuses, withTable } from './scene';

describe('saving records when some writes fail', () => {
  it('leaves exactly the failed ones unsaved', () =>
    withTable(async ({ open, now }) => {
      const page = await open();
      page.edit(records => {
        for (const each of records) each.set('stock', json('9'));
        records[2]?.set('stock', 'no number');
      });
      const outcomes = await page.save();
      assert.deepEqual(statuses(outcomes), ['saved', 'saved', 'refused', 'saved']);
      const refused = outcomes[2]?.outcome;
      assert.ok(refused?.status === 'refused');
      assert.match(String(refused.error), /type conflict on fields/);
      assert.equal((await now(idAt(page, 2)))?.stock, 3);
      const left = await page.plan();
      assert.deepEqual(
        left.steps.map(({ request }) => request.body),
        ['{"$set":{"stock":"no number"}}'],
      );
    }));

  for (const [kind, done] of [
    ['lostResponse', true],
    ['truncated', true],
    ['reset', false],
  ] as const) {
    it(`reads again after a ${kind}, and never sends a write twice`, () =>
      withTable(async ({ open, sandbox, now, requests }) => {
        for (const [method, change] of [
          ['PUT', (records: Map<string, Json>[]) => void records[0]?.set('stock', json('50'))],
          ['DELETE', (records: Map<string, Json>[]) => void records.shift()],
          ['POST', (records: Map<string, Json>[]) => void records.push(new Map([['name', `new ${kind}`]]))],
        ] as const) {
          const page = await open();
          const id = idAt(page, 0);
          page.edit(change);
          requests();
          sandbox.fail({ kind, method, times: 1 });
          const [outcome] = statuses(await page.save());
          const sent = requests();
          assert.equal(sent.filter(line => line.startsWith(method)).length, 1, sent.join());
          assert.ok(sent.at(-1)?.startsWith('GET'), sent.join());
          assert.equal(outcome, done && method !== 'POST' ? 'saved' : 'unknown', method);
          if (method === 'PUT') assert.equal((await now(id))?.stock, done ? 50 : 1);
          if (method === 'DELETE') assert.equal((await now(id)) === undefined, done);
        }
      }));
  }

  it('finds records that resemble a record whose creation got no response', () =>
    withTable(async ({ open, sandbox }) => {
      const page = await open();
      page.edit(records =>
        records.push(
          new Map([
            ['name', 'new'],
            ['tags', json('["x"]')],
          ]),
        ),
      );
      sandbox.fail({ kind: 'lostResponse', method: 'POST', times: 1 });
      const [done] = await page.save();
      assert.ok(done?.outcome.status === 'unknown');
      assert.deepEqual(
        done.outcome.similar.map(each => each.get('name')),
        ['new'],
      );
      assert.ok(!page.saved, 'it stays unsaved, and a person decides');
    }));

  it('finds a new record that has no field to compare among the newest records', () =>
    withTable(async ({ open, sandbox, call, tableId }) => {
      const optional = fields.map(({ name, ...field }) =>
        name === 'name' ? { name, type: 'string' } : { name, ...field },
      );
      await call.json(`PUT /oserve/v1.8/table/${tableId}/`, { body: { schema: { fields: optional } } });
      const page = await open();
      page.edit(records => records.push(new Map([['place', json('{"type":"Point","coordinates":[1,2]}')]])));
      sandbox.fail({ kind: 'lostResponse', method: 'POST', times: 1 });
      const [done] = await page.save();
      assert.ok(done?.outcome.status === 'unknown');
      assert.deepEqual(
        done.outcome.similar.map(each => plain(each.get('place'))),
        [{ type: 'Point', coordinates: [1, 2] }],
      );
    }));

  it('reads no records after the lost creation of one without fields', () =>
    withTable(async ({ open, sandbox, requests }) => {
      const page = await open();
      page.edit(records => records.push(new Map()));
      requests();
      sandbox.fail({ kind: 'reset', method: 'POST', times: 1 });
      const [done] = await page.save();
      assert.ok(done?.outcome.status === 'unknown');
      assert.deepEqual([done.outcome.similar, requests()], [[], ['POST …/ 0']]);
    }));

  it('stops when the next write would fail in the same way, and between two records when cancelled', () =>
    withTable(async ({ open, sandbox, requests }) => {
      const edited = (page: PageDocument): PageDocument =>
        page.edit(records => records.forEach((each, at) => each.set('stock', json(String(at + 70)))));
      const page = edited(await open());
      const plan = await page.plan();
      sandbox.fail({ kind: 'status', status: 503, method: 'PUT' });
      assert.deepEqual(statuses(await page.carryOut(plan)), ['unknown', 'notSent', 'notSent', 'notSent']);
      sandbox.clearFaults();
      const stopping = new AbortController();
      const again = edited(await open());
      requests();
      const onSent = (index: number): void => void (index === 1 && stopping.abort());
      const outcomes = await again.save(undefined, { signal: stopping.signal, onSent });
      assert.deepEqual(statuses(outcomes), ['saved', 'saved', 'notSent', 'notSent']);
      assert.equal(requests().filter(line => line.startsWith('PUT')).length, 2);
      assert.deepEqual(statuses(await again.save()), ['saved', 'saved'], 'the rest is still unsaved');
    }));

  it('waits when the service asks for it, and sends that write again', () =>
    withTable(async ({ open, sandbox, requests }) => {
      const page = await open();
      page.edit(([first]) => first?.set('stock', json('60')));
      requests();
      const waits: number[] = [];
      sandbox.fail({ kind: 'status', status: 429, retryAfter: 1, method: 'PUT', times: 1 });
      assert.deepEqual(statuses(await page.save(undefined, { waiting: seconds => waits.push(seconds) })), ['saved']);
      assert.deepEqual([waits, requests()], [[1], ['GET …/:id 200', 'PUT …/ 429', 'PUT …/ 200', 'GET …/:id 200']]);
    }));

  it('fails with the error of the service when the table is gone', () =>
    withTable(async ({ open, call, tableId }) => {
      const page = await open();
      page.edit(([first]) => first?.set('stock', json('60')));
      const plan = await page.plan();
      await call(`DELETE /oserve/v1.8/table/${tableId}/`);
      const [done] = await page.carryOut(plan);
      assert.ok(done?.outcome.status === 'refused');
      assert.ok(done.outcome.error instanceof ApiError && done.outcome.error.status === 404);
    }));
});
