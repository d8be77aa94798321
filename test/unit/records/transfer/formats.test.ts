import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { exportToFile } from '../../../../src/records/transfer/exportFile';
import { exportByService } from '../../../../src/records/transfer/exportJob';
import { checkHeader } from '../../../../src/records/transfer/importFile';
import { columnNames, scanRows } from '../../../../src/records/transfer/importScan';
import { isoDate } from '../../../../src/records/transfer/importedRow';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import { Journal } from '../../../../src/records/transfer/journal';
import { guessMapping } from '../../../../src/records/transfer/mapping';
import { saveRejectedRows } from '../../../../src/records/transfer/rejectedRows';
import { TransferError } from '../../../../src/records/transfer/transferError';
import { formatOf, transferFormats } from '../../../../src/records/transfer/format';
import { inFolder } from '../../folder';
import { onPosix } from '../../posix';
import { newTable, openTable, reading, runImport, storedRecords, withFetch, withTables, writeRows } from './scene';

const columns = [
  { name: 'name', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'on_sale', type: 'boolean' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'details', type: 'object' },
];
const values = [
  { name: '', amount: 0, on_sale: false, tags: [], details: {} },
  { name: null, amount: null, on_sale: null, tags: null, details: null },
  {},
  { name: '=HYPERLINK("http://x")', amount: 2 ** 60, tags: ['=1', 'a,b', ''] },
  { name: '😀 "quoted", and\r\nbroken', amount: -1.5, details: { deep: { list: [1, null, 'x'] } } },
  { name: "'=1+1" },
  { name: '"=1"' },
  { name: 'null' },
  { name: '12' },
  { name: ' outer ' },
];

const own = (record: Record<string, unknown>) =>
  Object.fromEntries(columns.flatMap(({ name }) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])));
const inOrder = (records: readonly object[]) => records.map(record => JSON.stringify(record)).sort();

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    return `${error.code} ${error.detail}`.trim();
  }
}

describe('files of records', () => {
  it('have all records of the exported page, whatever the table has besides', () =>
    withTables(async ({ folder, call, service }) => {
      const id = await newTable(call, false, columns);
      await call(`POST /oserve/v2.4/table/${id}/record/`, { body: values });
      const { table } = await openTable(service, id);
      const file = path.join(folder, 'page.jsonl');
      for (const [offset, limit, rows] of [
        [0, 4, 4],
        [8, 4, 2],
        [20, 4, 0],
      ] as const) {
        const query = { table, page: { offset, limit } };
        const report = await exportToFile(file, query, { ...reading(service), format: 'jsonl' });
        assert.deepEqual(report, { rows, total: rows });
      }
    }));

  for (const format of transferFormats) {
    it(`keep every value from an export to an import as ${format}`, () =>
      withTables(async ({ folder, call, service }) => {
        const from = await newTable(call, false, columns);
        await call(`POST /oserve/v2.4/table/${from}/record/`, { body: values });
        const file = path.join(folder, `records.${format}`);
        const { table } = await openTable(service, from);
        const report = await exportToFile(file, { table }, { ...reading(service), format });
        assert.deepEqual(report, { rows: values.length, total: values.length });
        const to = await newTable(call, false, columns);
        const opened = await openTable(service, to);
        const { stopped, stored } = await runImport({ service, ...opened, file });
        assert.deepEqual([stopped, stored], [undefined, values.length]);
        const text = await readFile(file, 'utf8');
        if (format === 'csv') assert.ok(text.startsWith('\ufeff') && !/(^|,)=/m.test(text));
        if (format === 'json') assert.equal((JSON.parse(text) as unknown[]).length, values.length);
        const [before, after] = await Promise.all([storedRecords(call, from), storedRecords(call, to)]);
        assert.deepEqual(inOrder(after.map(own)), inOrder(before.map(own)));
      }));
  }

  it('are replaced only when they are complete', () =>
    withTables(async ({ folder, sandbox, service }) => {
      const file = path.join(folder, 'old.csv');
      await writeFile(file, 'old');
      const { table } = await openTable(service, '5001');
      sandbox.fail({ kind: 'status', status: 500, path: '/oserve/v2.4/table/' });
      await assert.rejects(exportToFile(file, { table }, { ...reading(service), format: 'csv' }));
      assert.equal(await readFile(file, 'utf8'), 'old');
      assert.deepEqual(await readdir(folder), ['old.csv']);
      await exportToFile(file, { table, keys: ['sku', 'price'] }, { ...reading(service), format: 'csv' });
      assert.equal((await readFile(file, 'utf8')).split('\r\n')[0], '\ufeffsku,price');
    }));

  it('come from the export of the service without a token, and never from an insecure address', () =>
    withTables(async ({ folder, service }) => {
      const file = path.join(folder, 'job.json');
      const { table } = await openTable(service, '5001');
      await exportByService(file, 'json', { table }, reading(service));
      assert.equal((JSON.parse(await readFile(file, 'utf8')) as unknown[]).length, 60);
    }));

  it('are refused with their fault, before anything is sent', () =>
    inFolder(async folder => {
      const cases: [name: string, content: string | Buffer, code: string][] = [
        ['empty.csv', '', 'emptyFile'],
        ['blank.csv', '\ufeff \n', 'emptyFile'],
        ['header.csv', 'sku,name\n', 'emptyFile'],
        ['unnamed.csv', ',\n1,2\n', 'noColumnNames'],
        ['lists.jsonl', '[1]\n[2]\n', 'noColumnNames'],
        ['twice.csv', 'sku,sku\n1,2\n', 'duplicateColumn sku'],
        ['quote.csv', 'sku\n"1\n2\n', 'unclosedQuote 2'],
        ['object.json', '{"sku":1}', 'notAList 1'],
        ['open.json', '[{"sku":"1"},\n{"sku":"2"}', 'notAList 2'],
        ['comma.json', '[{"sku":"1"},]', 'notAList 1'],
        ['bytes.csv', Buffer.from([0x73, 0xff, 0xff, 0x00, 0x81, 0x0a]), 'encoding'],
      ];
      for (const [name, content, code] of cases) {
        const file = path.join(folder, name);
        await writeFile(file, content);
        const format = formatOf(name) ?? assert.fail();
        const read = async () => {
          const input = await inspectFile(file);
          const mapping = guessMapping(await columnNames(input, format), { columns: [] });
          return scanRows(input, format, new Map([...mapping.keys()].map(each => [each, 'created_by'])), noTable, []);
        };
        assert.equal(await codeOf(read), code, name);
      }
      assert.equal(await codeOf(() => inspectFile(path.join(folder, 'none.csv'))), 'unreadable ENOENT');
    }));

  onPosix('are refused from a pipe, because a file is read more than once', () =>
    inFolder(async folder => {
      const pipe = path.join(folder, 'rows.csv');
      const writer = spawn('sh', ['-c', 'mkfifo "$0" && echo made && printf "sku\\n1\\n" > "$0"', pipe]);
      await once(writer.stdout, 'data');
      try {
        assert.equal(await codeOf(() => inspectFile(pipe)), 'notAFile');
      } finally {
        writer.kill();
      }
    }),
  );

  it('have the columns of the first rows that can be read', () =>
    inFolder(async folder => {
      const file = path.join(folder, 'late.jsonl');
      await writeFile(file, `${'broken\n'.repeat(200_000)}{"sku":"a"}\n`);
      assert.deepEqual(await columnNames(await inspectFile(file), 'jsonl'), ['sku']);
      await writeFile(file, `{"":1}\n${'broken\n'.repeat(20_000)}{"sku":"a"}\n`);
      assert.deepEqual(await columnNames(await inspectFile(file), 'jsonl'), ['sku']);
    }));

  it('have their columns searched until a signal fires', () =>
    inFolder(async folder => {
      const file = path.join(folder, 'broken.jsonl');
      await writeFile(file, 'broken\n'.repeat(20_000));
      const signal = AbortSignal.abort(new Error('cancelled'));
      await assert.rejects(columnNames(await inspectFile(file), 'jsonl', signal), /^Error: cancelled$/);
    }));

  it('are read in GBK and in UTF-16, with names that differ in case and separators', () =>
    withTables(async ({ folder, call, service }) => {
      const gbk = Buffer.from([
        0x53, 0x4b, 0x55, 0x2c, 0x4e, 0x61, 0x6d, 0x65, 0x0a, 0x31, 0x2c, 0xd6, 0xd0, 0xce, 0xc4, 0x0a,
      ]);
      const utf16 = Buffer.from('\ufeffSKU,Name\n2,中文\n', 'utf16le');
      const id = await newTable(call, true);
      const opened = await openTable(service, id);
      for (const [name, bytes] of [
        ['gbk.csv', gbk],
        ['utf16.csv', utf16],
      ] as const) {
        const file = path.join(folder, name);
        await writeFile(file, bytes);
        await runImport({ service, ...opened, file });
      }
      const names = (await storedRecords(call, id)).map(({ sku, name }) => [sku, name]);
      assert.deepEqual(names.sort(), [
        ['1', '中文'],
        ['2', '中文'],
      ]);
    }));

  it('give rejected rows back in the same format with the reason, ready to import', () =>
    withTables(async ({ folder, call, service }) => {
      const id = await newTable(call, true);
      const opened = await openTable(service, id);
      const file = path.join(folder, 'rows.csv');
      await writeFile(file, 'sku,name,stock\n1,a,1\n2,b,many\n3,c\n4,d,4,5\n1,other,1\n1,a,1\n');
      const report = await runImport({ service, ...opened, file });
      assert.deepEqual([report.stored, report.present, report.rejected], [1, 1, 4]);
      const journal = (await Journal.resume(`${file}.import`)) ?? assert.fail();
      const rejected = await saveRejectedRows(await inspectFile(file), 'csv', journal);
      await journal.close();
      assert.equal(rejected, path.join(folder, 'rows.rejected.csv'));
      assert.equal(
        await readFile(rejected, 'utf8'),
        '\ufeffsku,name,stock,import_error\r\n2,b,many,wrongType stock\r\n3,c,,tooFewCells\r\n4,d,4,tooManyCells,5\r\n1,other,1,duplicate\r\n',
      );
      await writeFile(
        rejected,
        (await readFile(rejected, 'utf8')).replace('many', '2').split('\r\n').slice(0, 2).join('\n'),
      );
      assert.equal((await runImport({ service, ...opened, file: rejected })).stored, 1);
      assert.equal((await stat(`${file}.import`)).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o600);

      const lines = path.join(folder, 'lines.jsonl');
      await writeFile(lines, '{"sku":"8"}\n{"sku":\n7\n{"sku":"9"}\n');
      const broken = await runImport({ service, ...opened, file: lines });
      assert.deepEqual([broken.stored, broken.rejected], [2, 2]);
      assert.deepEqual(
        [...broken.journal.rejectionReasons()],
        [
          [2, 'notJson'],
          [3, 'notARecord'],
        ],
      );
    }));

  it('with rows that the service refuses lose only those rows', () =>
    withTables(async ({ folder, call, service }) => {
      const id = await newTable(call, false);
      const file = await writeRows(folder, 'rows.csv', 20, true);
      await writeFile(file, (await readFile(file, 'utf8')).replace('S7,名 1,2', 'S7,名 1,9007199254740993'));
      const report = await runImport({ service, ...(await openTable(service, id)), file, batchSize: 10 });
      assert.deepEqual([report.stored, report.rejected], [19, 1]);
      assert.deepEqual([...report.journal.rejectionReasons().keys()], [8]);
    }));

  it('are continued after a refusal of the whole request, but not if the file changed', () =>
    withTables(async ({ folder, sandbox, call, service }) => {
      const opened = await openTable(service, await newTable(call, false));
      const file = path.join(folder, 'rows.json');
      await writeFile(file, '[{"sku":"1"},\n{"sku":"2"}]');
      sandbox.fail({ kind: 'status', status: 403, method: 'POST' });
      const first = await runImport({ service, ...opened, file });
      assert.deepEqual([first.stopped?.reason, first.done], ['failed', 0]);
      const { header } = first.journal;
      assert.throws(() => checkHeader(header, { ...header, sha256: 'other' }), { code: 'fileChanged' });
      assert.throws(() => checkHeader(header, { ...header, envId: 'other' }), { code: 'otherTarget' });
      const again = await runImport({ service, ...opened, file });
      assert.deepEqual([again.stopped, again.stored, again.extra], [undefined, 2, 0]);
    }));

  it('keep every digit of a number on the way to the service', () =>
    withTables(async ({ folder, call, service }) => {
      const opened = await openTable(service, await newTable(call, false, columns));
      const bodies: string[] = [];
      const watched = withFetch(service, fetch => (url, init) => {
        if (init.method === 'POST') bodies.push(String(init.body));
        return fetch(url, init);
      });
      for (const [name, text] of [
        ['rows.csv', 'amount\n9007199254740993\n'],
        ['rows.jsonl', '{"amount":1152921504606846976}\n'],
      ] as const) {
        await writeFile(path.join(folder, name), text);
        await runImport({ service: watched, ...opened, file: path.join(folder, name) });
      }
      assert.ok(bodies[0]?.includes(':9007199254740993'));
      assert.ok(bodies[1]?.includes(':1152921504606846976'));
    }));

  it('with dates in three spellings are imported if the order of day and month is certain', () => {
    assert.equal(isoDate('2024-01-31'), '2024-01-31');
    assert.equal(isoDate('2024/1/31 8:05'), '2024-01-31T08:05:00');
    assert.equal(isoDate('2024年1月31日'), '2024-01-31');
    assert.equal(isoDate('2024-02-30'), undefined);
    assert.equal(isoDate('01/02/2024'), undefined);
  });
});

const noTable = {
  ...{ id: '1', name: 'x', description: undefined, builtIn: false, columns: [] },
  ...{ permissions: { create: [], read: [], write: [] }, createdAt: undefined, updatedAt: undefined, raw: {} },
};
