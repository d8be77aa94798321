import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { DataService } from '../../../../src/records/table/service';
import { withSandbox, type Caller } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { callerOf, inFolder, losing, newTable, openTable, runImport, storedRecords } from './scene';

/** A new table and a file of rows in it. */
function withRows(
  rows: readonly object[],
  isUnique: boolean,
  body: (scene: { service: DataService; call: Caller; id: string; file: string }) => Promise<void>,
): Promise<void> {
  return inFolder(folder =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      await withService(shop, async service => {
        const file = path.join(folder, 'rows.jsonl');
        await writeFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
        await body({ service, call, id: await newTable(call, isUnique), file });
      });
    }),
  );
}

describe('a batch whose response is lost', () => {
  it('keeps a row that another row with more fields contains', () =>
    withRows([{ name: 'A' }, { name: 'A', stock: 5 }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const report = await runImport({ service: losing(service, rows => rows.slice(1)), ...opened, file });
      assert.equal(report.stopped, undefined);
      const stocks = (await storedRecords(call, id)).map(({ stock }) => stock ?? null);
      assert.deepEqual(stocks.sort(), [5, null]);
    }));

  it('keeps a row whose values a richer row changed by the service contains', () =>
    withRows([{ name: 'A' }, { name: 'A', stock: 5 }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const changed = losing(service, rows => rows.slice(1).map(row => ({ ...row, stock: 6 })));
      const report = await runImport({ service: changed, ...opened, file });
      assert.equal(report.stopped?.reason, 'unknownBatch');
      assert.equal((await storedRecords(call, id)).length, 1);
    }));
});
