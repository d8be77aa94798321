import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { exportToFile } from '../../../../src/records/transfer/exportFile';
import { recordsCreatedAt } from '../../../../src/records/transfer/readBack';
import { newTable, openTable, reading, withTables } from './scene';

describe('records that are too large for one response', () => {
  it('are read in smaller pages, by an import and by an export', () =>
    withTables(async ({ folder, call, service }) => {
      const id = await newTable(call, false);
      const body = Array.from({ length: 12 }, (_, at) => ({
        ...{ sku: String(at), name: 'x'.repeat(2_000_000), created_at: 1_600_000_000 },
      }));
      for (const row of body) await call(`POST /oserve/v2.4/table/${id}/record/`, { body: [row] });
      assert.equal((await recordsCreatedAt(service, id, 1_600_000_000)).length, 12);
      const { table } = await openTable(service, id);
      const target = path.join(folder, 'out.jsonl');
      await writeFile(target, '');
      assert.equal((await exportToFile(target, { table }, { ...reading(service), format: 'jsonl' })).rows, 12);
    }));
});
