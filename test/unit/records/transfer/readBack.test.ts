import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { newTable, openTable, runImport, withTables, writeRows } from './scene';

describe('the records of a batch', () => {
  it('are read back in one request, although they fill a page', () =>
    withTables(async ({ folder, sandbox, call, service }) => {
      const id = await newTable(call, false);
      const opened = await openTable(service, id);
      const file = await writeRows(folder, 'rows.csv', 2000, false);
      const report = await runImport({ service, ...opened, file, batchSize: 1000 });
      assert.deepEqual([report.stored, report.altered], [2000, 0]);
      const sent = sandbox.requests.filter(({ path }) => path.startsWith(`/oserve/v2.4/table/${id}/record/`));
      const readBack = sent.filter(({ method, path }) => method === 'GET' && path.includes('eq'));
      assert.equal(sent.filter(({ method }) => method === 'POST').length, 2);
      assert.equal(readBack.length, 2);
    }));
});
