import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { revertEdits } from '../../../../src/records/saving/afterSave';
import { planOf } from '../../../../src/records/saving/plan';
import { compare } from '../../../../src/records/saving/records';
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
      await save(service, planOf(table, await compare(service, table, revertEdits(outcomes))));
      const back = await open();
      const stored = await now(idAt(back, back.read.length - 1));
      assert.deepEqual(
        [stored?.name, stored?.created_by, stored?.created_at, stored?.read_perm],
        [before.get('name'), ...Object.values(owned)],
      );
    }));
});
