import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exportPages } from '../../../../src/records/transfer/exportRows';
import { idOf } from '../../../../src/records/text/recordsText';
import { newTable, openTable, reading, withFetch, withTables } from './scene';

describe('the pages of an export', () => {
  it('continue after a short page, if the service names a next one instead of the number of records', () =>
    withTables(async ({ call, service }) => {
      const id = await newTable(call, false);
      const body = Array.from({ length: 7 }, (_, at) => ({ sku: String(at) }));
      await call(`POST /oserve/v2.4/table/${id}/record/`, { body });
      const { table } = await openTable(service, id);
      // This service returns at most three records, and does not count them.
      const capped = withFetch(service, fetch => (url, init) => {
        const address = new URL(url);
        address.searchParams.set('limit', '3');
        address.searchParams.delete('return_total_count');
        return fetch(address.href, init);
      });
      for (const orderBy of [undefined, ['sku']]) {
        const ids: unknown[] = [];
        for await (const { records } of exportPages({ table, orderBy }, reading(capped)))
          ids.push(...records.map(idOf));
        assert.equal(new Set(ids).size, 7);
        assert.equal(ids.length, 7);
      }
    }));
});
