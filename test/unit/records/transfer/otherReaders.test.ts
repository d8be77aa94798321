import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, it } from 'mocha';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { exportToFile } from '../../../../src/records/transfer/exportFile';
import type { TransferFormat } from '../../../../src/records/transfer/format';
import { newTable, openTable, reading, withFetch, withTables } from './scene';

const columns = [
  { name: 'name', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'on_sale', type: 'boolean' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
];
const names = columns.map(({ name }) => name);
// 2^60 + 1, which a floating point number cannot represent.
const exact = '1152921504606846977';
const values = [
  { name: '', amount: 0, on_sale: false, tags: [] },
  { name: null, amount: null, on_sale: null, tags: null },
  {},
  { name: '=HYPERLINK("http://x")', amount: 2 ** 60, tags: ['=1', 'a,b\tc', ''] },
  { name: '😀 "quoted", and\r\nbroken\ttab', amount: -1.5, on_sale: true },
];
/** The expected cells of `values`, sorted by the first column. */
const cells = [
  ['""', '0', 'false', '[]'],
  ['null', 'null', 'null', 'null'],
  ['', '', '', ''],
  [JSON.stringify('=HYPERLINK("http://x")'), exact, '', '["=1","a,b\\tc",""]'],
  ['😀 "quoted", and\r\nbroken\ttab', '-1.5', 'true', ''],
].sort();

/** Exports `values` and returns the text. Their large number is replaced by `exact` in the response of the service. */
async function exported(format: TransferFormat): Promise<string> {
  let text = '';
  await withTables(async ({ folder, call, service }) => {
    const id = await newTable(call, false, columns);
    await call(`POST /oserve/v2.4/table/${id}/record/`, { body: values });
    const { table } = await openTable(service, id);
    const file = path.join(folder, `records.${format}`);
    await exportToFile(file, { table }, { ...reading(exactly(service)), format });
    text = await readFile(file, 'utf8');
  });
  return text;
}

/** Replaces 2^60 in responses by `exact`, whose digits a floating point number would lose. */
function exactly(service: DataService): DataService {
  return withFetch(service, fetch => async (url, init) => {
    const response = await fetch(url, init);
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) pieces.push(piece);
    const body = Buffer.from(
      Buffer.concat(pieces)
        .toString()
        .replace(JSON.stringify(2 ** 60), exact),
    );
    return { ...response, body: Readable.from([body]) };
  });
}

function own(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(names.flatMap(name => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])));
}

const inOrder = (records: readonly object[]) => records.map(record => JSON.stringify(record)).sort();

describe('an exported file in another program', () => {
  for (const [format, options] of [
    ['csv', { bom: true }],
    // Spreadsheets and most readers of TSV accept an unescaped quote in a cell.
    ['tsv', { delimiter: '\t', relax_quotes: true }],
  ] as const)
    it(`has the same cells for a reader of ${format}`, async () => {
      const records = parse(await exported(format), { ...options, columns: true }) as Record<string, string>[];
      assert.deepEqual(records.map(record => names.map(name => record[name])).sort(), cells);
    });

  it('has the same values for a JSON reader, also for JSON Lines', async () => {
    const list = await exported('json');
    const lines = await exported('jsonl');
    assert.ok(list.includes(`:${exact}`) && lines.includes(`:${exact}`));
    const read = JSON.parse(list) as Record<string, unknown>[];
    assert.deepEqual(inOrder(read.map(own)), inOrder(values));
    const readLines = lines.trimEnd().split('\n');
    const each = readLines.map(line => own(JSON.parse(line) as Record<string, unknown>));
    assert.deepEqual(inOrder(each), inOrder(values));
  });
});
