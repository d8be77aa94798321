import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readByIds } from '../../../../src/records/saving/readRecords';
import { idOf } from '../../../../src/records/text/recordsText';
import { recordsCreatedAt } from '../../../../src/records/transfer/readBack';
import { newTable, openTable, runImport, withFetch, withTables, writeRows } from './scene';

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

  it('are read back completely, if the service gives short pages and names the next one instead of their number', () =>
    withTables(async ({ call, service }) => {
      const id = await newTable(call, false);
      const body = Array.from({ length: 7 }, (_, at) => ({ sku: String(at), created_at: 1_600_000_000 }));
      await call(`POST /oserve/v2.4/table/${id}/record/`, { body });
      const capped = withFetch(service, fetch => (url, init) => {
        const address = new URL(url);
        address.searchParams.set('limit', '3');
        address.searchParams.delete('return_total_count');
        return fetch(address.href, init);
      });
      const records = await recordsCreatedAt(capped, id, 1_600_000_000);
      assert.equal(records.length, 7);
      const ids = records.map(record => idOf(record) ?? '');
      assert.equal((await readByIds(capped, id, ids)).length, 7);
      // A service that ignores the offset sends the same page again.
      const repeating = withFetch(capped, fetch => (url, init) => {
        const address = new URL(url);
        address.searchParams.delete('offset');
        return fetch(address.href, init);
      });
      assert.equal((await recordsCreatedAt(repeating, id, 1_600_000_000)).length, 3);
    }));
});
