import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ExactNumber } from '../../../../src/json/json';
import { revertEdits } from '../../../../src/records/saving/afterSave';
import { planOf } from '../../../../src/records/saving/plan';
import { mergeWithServer } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { getTable } from '../../../../src/records/table/schema';
import { plain } from '../documents';
import { idAt, withTable } from '../scene';

describe('the revert of a save', () => {
  it('restores a deleted record with its creator and time, so that its owner keeps it at its place', () =>
    withTable(async ({ open, elsewhere, service, tableId, now }) => {
      const table = await getTable(service, tableId);
      const owned = { created_by: 36_845_069_000_101, created_at: 1_600_000_000, read_perm: ['user:36845069000101'] };
      const page = await open();
      await elsewhere(idAt(page, 0), owned);
      const again = await open();
      const before = again.read.at(-1);
      assert.ok(before && plain(before.get('created_at') ?? null) === owned.created_at);
      again.edit(records => records.pop());
      const outcomes = await again.save();
      await save(service, planOf(table, await mergeWithServer(service, table, revertEdits(outcomes))));
      const back = await open();
      const stored = await now(idAt(back, back.read.length - 1));
      assert.deepEqual(
        [stored?.name, stored?.created_by, stored?.created_at, stored?.read_perm],
        [before.get('name'), ...Object.values(owned)],
      );
    }));

  it('restores a missing value that a page of some columns shows as null', () =>
    withTable(async ({ open, service, tableId, now }) => {
      const table = await getTable(service, tableId);
      const page = await open({ keys: ['price', 'stock'] });
      const id = idAt(page, 0);
      assert.ok(!('price' in ((await now(id)) ?? {})));
      page.edit(([first]) => first?.set('price', new ExactNumber('5')));
      const outcomes = await page.save();
      assert.deepEqual([(await now(id))?.price, page.saved], [5, true]);
      await save(service, planOf(table, await mergeWithServer(service, table, revertEdits(outcomes))));
      assert.ok(!('price' in ((await now(id)) ?? {})));
    }));
});

const owned = { created_by: 36_845_069_000_101, created_at: 1_600_000_000 };

describe('a record that others deleted and a save creates again', () => {
  for (const [keys, creator] of [
    [undefined, owned.created_by],
    [['name', 'created_at'], undefined],
  ] as const)
    it(`keeps its creator and time as far as the document shows them: ${keys?.join(', ') ?? 'all columns'}`, () =>
      withTable(async ({ open, elsewhere, call, tableId }) => {
        const id = idAt(await open(), 0);
        await elsewhere(id, owned);
        const page = await open(keys === undefined ? {} : { keys: [...keys] });
        assert.equal((await call(`DELETE /oserve/v2.4/table/${tableId}/record/${id}/`)).status, 204);
        // An edit of a field that the service writes is ignored, as in every record.
        page.edit(records => records.at(-1)?.set('name', 'mine').set('created_by', new ExactNumber('7')));
        const [saved] = await page.save(() => 'mine');
        assert.equal(saved?.outcome.status, 'saved');
        const [record] = (await open()).read.filter(each => each.get('name') === 'mine');
        assert.equal(plain(record?.get('created_at')), owned.created_at);
        const stored = plain(record?.get('created_by'));
        if (creator === undefined) assert.ok(stored !== 7 && stored !== owned.created_by, String(stored));
        else assert.equal(stored, creator);
      }));

  it('does not get a creator that is not known', () =>
    withTable(async ({ service, tableId, open }) => {
      const table = await getTable(service, tableId);
      const [record] = (await open()).read;
      const read = new Map(record).set('created_by', '\u0000forgotten');
      const edit = { id: 'f'.repeat(24), read, edited: new Map(record).set('name', 'mine') };
      const [merge] = await mergeWithServer(service, table, [edit]);
      const [step] = planOf(table, [merge ?? assert.fail()], () => 'mine').steps;
      assert.ok(step?.kind === 'create' && step.fields.has('created_at') && !step.fields.has('created_by'));
    }));
});
