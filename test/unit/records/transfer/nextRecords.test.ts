import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { writeJson } from '../../../../src/json/json';
import {
  chooseRecognition,
  headerMapping,
  importHeader,
  areTimesStillFree,
  nextRecords,
} from '../../../../src/records/transfer/importFile';
import { scanRows } from '../../../../src/records/transfer/importScan';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import type { Journal } from '../../../../src/records/transfer/journal';
import { guessMapping } from '../../../../src/records/transfer/mapping';
import type { Column, Table } from '../../../../src/records/table/schema';
import { inFolder } from '../../folder';
import { newTable, openTable, runImport, withFetch, withTables, writeRows } from './scene';

const column = (name: string, type: string) => ({ name, type, required: false, system: false }) as Column;
const table = {
  ...{ id: '1', name: 'product', builtIn: false },
  columns: [column('sku', 'string'), column('name', 'string'), column('stock', 'integer')],
} as unknown as Table;
const target = { clientId: 'shop', authUrl: 'http://127.0.0.1', envId: undefined };

describe('the question before an import', () => {
  it('equals the next request, at the beginning and after each batch, and detects a used second', () =>
    withTables(async ({ folder, call, service }) => {
      const { table, indexes } = await openTable(service, await newTable(call, false));
      const path = await writeRows(folder, 'rows.csv', 12, true);
      await writeFile(path, (await readFile(path, 'utf8')).replace('S6,名 0,1', 'S6,名 0,many'));
      const source = { file: await inspectFile(path), format: 'csv' as const };
      const [shown, sent]: [string[], string[]] = [[], []];
      let journal: Journal | undefined;
      const watched = withFetch(service, fetch => async (url, init) => {
        if (init.method === 'POST' && journal !== undefined) {
          shown.push(writeJson(await nextRecords(source, table, journal.header, { journal })));
          sent.push(String(init.body));
        }
        return fetch(url, init);
      });
      const onJournal = (begun: Journal) => void (journal = begun);
      const { header, recognition } = (await runImport({ service: watched, table, indexes, file: path, onJournal }))
        .journal;
      assert.deepEqual([shown, sent.length], [sent, 3]);
      assert.equal(writeJson(await nextRecords(source, table, header)), sent[0]);
      const mapping = headerMapping(header);
      const scan = await scanRows(source.file, 'csv', mapping, table, indexes);
      assert.equal(await areTimesStillFree(service, table, recognition, scan), false);
      const other = await chooseRecognition(service, table, mapping, scan);
      assert.equal(await areTimesStillFree(service, table, other, scan), true);
    }));

  it('stops reading the file when it is cancelled', () =>
    inFolder(async folder => {
      const path = await writeRows(folder, 'rows.csv', 300_000, false);
      const source = { file: await inspectFile(path), format: 'csv' as const };
      const recognition = { kind: 'none' } as const;
      const header = importHeader(source, table, target, guessMapping(['sku', 'name', 'stock'], table), recognition);
      const cancel = new AbortController();
      let last = 0;
      const stateOf = (batch: number) => {
        last = batch;
        if (batch === 5) cancel.abort();
        return { stored: 1000, present: [], rejected: [], altered: [] };
      };
      const journal = { recognition, stateOf };
      await assert.rejects(nextRecords(source, table, header, { journal, signal: cancel.signal }), {
        name: 'AbortError',
      });
      assert.ok(last < 100, `It read until batch ${last} of 300.`);
    }));
});
