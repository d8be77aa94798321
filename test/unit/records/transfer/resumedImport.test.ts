import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { newTable, openTable, runImport, withFetch, withTables } from './scene';

const accepted = ['sku,stock', ...Array.from('abcde', sku => `${sku},1`)];
const refused = Array.from({ length: 25 }, (_, at) => `R${at},9007199254740993`);

describe('an import that is continued', () => {
  it('rejects refused rows even if no row was stored since then', () =>
    withTables(async ({ folder, call, service }) => {
      const opened = await openTable(service, await newTable(call, false));
      const file = path.join(folder, 'rows.csv');
      await writeFile(file, [...accepted, ...refused].join('\n'));
      const stop = new AbortController();
      const first = withFetch(service, fetch => async (url, init) => {
        if (init.method === 'POST') stop.abort();
        return fetch(url, init);
      });
      assert.equal((await runImport({ service: first, ...opened, file, signal: stop.signal })).done, 5);
      const report = await runImport({ service, ...opened, file });
      assert.deepEqual([report.stopped, report.stored, report.rejected], [undefined, 5, 25]);
    }));
});

describe('an import of rows that are on the server', () => {
  for (const [place, batchSize] of [
    ['an earlier batch', 5],
    ['the same batch', 30],
  ] as const)
    it(`rejects refused rows even if no row was stored, with present rows in ${place}`, () =>
      withTables(async ({ folder, call, service }) => {
        const opened = await openTable(service, await newTable(call, true));
        const [first, file] = [path.join(folder, 'first.csv'), path.join(folder, 'rows.csv')];
        await writeFile(first, accepted.join('\n'));
        assert.equal((await runImport({ service, ...opened, file: first })).stored, 5);
        await writeFile(file, [...accepted, ...refused].join('\n'));
        const report = await runImport({ service, ...opened, file, batchSize });
        assert.deepEqual([report.stopped, report.present, report.rejected], [undefined, 5, 25]);
      }));
});
