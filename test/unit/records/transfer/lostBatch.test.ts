import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { chooseRecognition } from '../../../../src/records/transfer/importFile';
import type { ImportScan } from '../../../../src/records/transfer/importScan';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { type Caller } from '../../sandbox/fixture';
import { beginUnrecognized, losingResponse, newTable, openTable, runImport, storedRecords, withTables } from './scene';

const names = (records: readonly Record<string, unknown>[]) => records.map(({ name }) => name).sort();

/** Runs `body` with a new table and a file of these rows. */
function withRows(
  rows: readonly object[],
  isUnique: boolean,
  body: (scene: { service: DataService; call: Caller; id: string; file: string }) => Promise<void>,
): Promise<void> {
  return withTables(async ({ folder, call, service }) => {
    const file = path.join(folder, 'rows.jsonl');
    await writeFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
    await body({ service, call, id: await newTable(call, isUnique), file });
  });
}

describe('a batch whose response is lost', () => {
  it('keeps a row that another row with more fields contains', () =>
    withRows([{ name: 'A' }, { name: 'A', stock: 5 }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const report = await runImport({ service: losingResponse(service, rows => rows.slice(1)), ...opened, file });
      assert.equal(report.stopped, undefined);
      const stocks = (await storedRecords(call, id)).map(({ stock }) => stock ?? null);
      assert.deepEqual(stocks.sort(), [5, null]);
    }));

  it('keeps a row whose values are all in another row, which the service changed', () =>
    withRows([{ name: 'A' }, { name: 'A', stock: 5 }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const changed = losingResponse(service, rows => rows.slice(1).map(row => ({ ...row, stock: 6 })));
      const report = await runImport({ service: changed, ...opened, file });
      assert.equal(report.stopped?.reason, 'unknownBatch');
      assert.equal((await storedRecords(call, id)).length, 1);
    }));

  it('differs from an equal number of records that another client adds in the same second', () =>
    withRows([{ name: 'a' }, { name: 'b' }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const foreign = losingResponse(service, rows =>
        rows.map(row => ({ ...row, name: `other ${row.name as string}` })),
      );
      const first = await runImport({ service: foreign, ...opened, file });
      assert.deepEqual([first.stopped?.reason, first.stopped?.similarRecords.length], ['unknownBatch', 2]);
      assert.equal((await runImport({ service, ...opened, file })).stopped?.reason, 'unknownBatch');
      const decided = await runImport({ service, ...opened, file, unknown: 'missing' });
      assert.deepEqual([decided.stopped, decided.stored], [undefined, 2]);
      assert.deepEqual(names(await storedRecords(call, id)), ['a', 'b', 'other a', 'other b']);
    }));

  it('counts as stored when the service changed its values and the user says so', () =>
    withRows([{ name: 'a' }, { name: 'b' }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const changing = losingResponse(service, rows => rows.map(row => ({ ...row, stock: 1 })));
      const first = await runImport({ service: changing, ...opened, file });
      assert.equal(first.stopped?.reason, 'unknownBatch');
      const decided = await runImport({ service, ...opened, file, unknown: 'stored' });
      assert.deepEqual([decided.stopped, decided.present], [undefined, 2]);
      assert.deepEqual(names(await storedRecords(call, id)), ['a', 'b']);
    }));

  it('has a second that another import at the same time hardly chooses', () =>
    withRows([{ name: 'a' }], false, async ({ service, id }) => {
      const { table } = await openTable(service, id);
      const firsts: number[] = [];
      for (let count = 0; count < 8; count++) {
        const recognition = await chooseRecognition(service, table, new Map([['name', 'name']]), scan);
        firsts.push(recognition.kind === 'time' ? recognition.first : assert.fail());
      }
      assert.ok(Math.max(...firsts) - Math.min(...firsts) > 60, firsts.join(' '));
    }));
  it('is not sent again if the service ignored its time', () =>
    withRows([{ name: 'a' }, { name: 'b' }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const ignoring = losingResponse(service, rows => rows.map(({ name }) => ({ name })));
      const first = await runImport({ service: ignoring, ...opened, file });
      assert.deepEqual([first.stopped?.reason, first.stopped?.similarRecords.length], ['unknownBatch', 2]);
      assert.equal((await runImport({ service, ...opened, file })).stopped?.reason, 'unknownBatch');
      const decided = await runImport({ service, ...opened, file, unknown: 'stored' });
      assert.deepEqual([decided.stopped, decided.present], [undefined, 2]);
      assert.deepEqual(names(await storedRecords(call, id)), ['a', 'b']);
    }));
  it('has no similar records if no field can be compared, and the user decides', () =>
    withTables(async ({ folder, sandbox, call, service }) => {
      const id = await newTable(call, false, [
        { name: 'place', type: 'geojson', coordinate_type: 'wgs84' },
        { name: 'name', type: 'string' },
      ]);
      for (const body of [{ name: 'other' }, {}])
        await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body }, 201);
      const file = path.join(folder, 'rows.jsonl');
      await writeFile(file, '{"place":{"type":"Point","coordinates":[1,2]},"name":null}\n');
      const opened = await openTable(service, id);
      const first = await runImport({ service: losingResponse(service, () => []), ...opened, file });
      assert.deepEqual([first.stopped?.reason, first.stopped?.similarRecords], ['unknownBatch', []]);
      assert.equal((await runImport({ service, ...opened, file })).stopped?.reason, 'unknownBatch');
      const reads = sandbox.requests.filter(
        ({ method, path: sent }) => method === 'GET' && sent.includes(`${id}/record/`),
      );
      assert.deepEqual(
        reads.filter(({ path: sent }) => !sent.includes('created_at')),
        [],
      );
      const decided = await runImport({ service, ...opened, file, unknown: 'missing' });
      assert.deepEqual([decided.stopped, decided.stored], [undefined, 1]);
      assert.equal((await storedRecords(call, id)).length, 3);
    }));
  it('counts its rows apart from those that were there before', () =>
    withRows([{ sku: '1' }, { sku: '2' }, { sku: '3' }], true, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body: { sku: '3' } }, 201);
      const lost = losingResponse(service, rows => rows.slice(0, 1));
      const report = await runImport({ service: lost, ...opened, file, batchSize: 2 });
      assert.deepEqual([report.stopped, report.stored, report.present, report.lost], [undefined, 1, 2, 1]);
      assert.equal((await runImport({ service, ...opened, file, batchSize: 2 })).lost, 1, 'the journal has the number');
    }));
  it('counts its rows apart from those that were there before, after a restart', () =>
    withRows([{ sku: '1' }, { sku: '2' }], true, async ({ service, id, file }) => {
      const opened = await openTable(service, id);
      const stop = new AbortController();
      const cut = losingResponse(service, rows => (stop.abort(), rows));
      await runImport({ service: cut, ...opened, file, signal: stop.signal });
      const report = await runImport({ service, ...opened, file });
      assert.deepEqual([report.stopped, report.stored, report.present, report.lost], [undefined, 0, 2, 2]);
    }));
  it('is not sent again if the unique index is gone', () =>
    withRows([{ sku: '1' }, { sku: '2' }], true, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const stop = new AbortController();
      const cut = losingResponse(service, rows => (stop.abort(), rows));
      const first = await runImport({ service: cut, ...opened, file, signal: stop.signal });
      assert.equal(first.stopped?.reason, 'cancelled');
      const [index] = opened.indexes;
      assert.equal((await call(`DELETE /oserve/v2.6/schema/${id}/index/${index?.name ?? ''}/`)).status, 204);
      await assert.rejects(runImport({ service, ...opened, file }), { code: 'indexGone' });
      assert.equal((await storedRecords(call, id)).length, 2);
      await call.json(`POST /oserve/v2.6/schema/${id}/index/`, { body: { fields: ['sku'] } }, 201);
      const again = await runImport({ service, ...opened, file });
      assert.deepEqual([again.stopped, again.present], [undefined, 2]);
    }));
});

describe('a batch whose access token cannot be renewed', () => {
  /** Returns a service whose first call gets no token. */
  const withoutToken = (service: DataService, error: ApiError): DataService => {
    let calls = 0;
    return { ...service, withToken: call => (++calls === 1 ? Promise.reject(error) : service.withToken(call)) };
  };
  const renewal = { method: 'POST', url: 'https://a.example/api/oauth2/access_token/' };

  it('is not rejected if the service refuses the renewal', () =>
    withRows([{ sku: 'a' }, { sku: 'b' }], true, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      const refused = withoutToken(service, new ApiError('status', { ...renewal, status: 400 }));
      const { stopped, rejected, journal } = await runImport({ service: refused, ...opened, file });
      assert.deepEqual([stopped?.reason, rejected, journal.stateOf(0)], ['failed', 0, undefined]);
      assert.equal((await runImport({ service, ...opened, file })).stored, 2);
      assert.equal((await storedRecords(call, id)).length, 2);
    }));

  it('is sent later if the renewal gets no response, because it was not sent before', () =>
    withRows([{ name: 'a' }], false, async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      await beginUnrecognized(service, opened.table, file, [{ name: 'a' }]);
      const lost = withoutToken(service, new ApiError('timeout', renewal));
      const { stopped, stored } = await runImport({ service: lost, ...opened, file });
      assert.deepEqual([stopped, stored], [undefined, 1]);
      assert.equal((await storedRecords(call, id)).length, 1);
    }));
});

const scan: ImportScan = {
  rows: 1,
  wrongRows: 0,
  requests: 0,
  preview: [],
  firstWrongRows: [],
  ignoredColumns: [],
  usableIndexes: [],
};
