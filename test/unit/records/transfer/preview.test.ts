import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { format } from '../../../../src/api/messages/template';
import { RequestCounter } from '../../../../src/records/transfer/batch';
import { columnNames, scanRows } from '../../../../src/records/transfer/importScan';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import { guessMapping } from '../../../../src/records/transfer/mapping';
import { TransferMessages } from '../../../../src/records/transfer/messages';
import { previewTable } from '../../../../src/records/transfer/previewTable';
import type { Column, Table } from '../../../../src/records/table/schema';
import { inFolder } from '../../folder';

const column = (name: string, type: string) => ({ name, type, required: false, system: false }) as Column;
const table = {
  ...{ id: '1', name: 'product', builtIn: false },
  columns: [column('name', 'string'), column('stock', 'integer')],
} as unknown as Table;

describe('the preview of an import', () => {
  it('shows the rows with their lines, and marks the cells that are wrong', () =>
    inFolder(async folder => {
      const name = path.join(folder, 'rows.csv');
      await writeFile(name, 'name,stock,more\n帽子,3,x\n"a\nb",many,x\nshort\n');
      const file = await inspectFile(name);
      const mapping = guessMapping(await columnNames(file, 'csv'), table);
      const scan = await scanRows(file, 'csv', mapping, table, []);
      const shown = previewTable(
        scan.preview,
        mapping,
        table,
        new TransferMessages((template, ...values) => format(template, values)),
      );
      assert.deepEqual(shown.columns, ['name', 'stock']);
      assert.deepEqual(shown.rows, [
        { line: 2, cells: [{ text: '帽子' }, { text: '3' }] },
        { line: 3, cells: [{ text: 'a\nb' }, { text: 'many', problem: 'stock must be of type integer.' }] },
        {
          line: 5,
          cells: [{ text: '' }, { text: '' }],
          problem: 'The row has fewer cells than the header (1 / 3).',
        },
      ]);
      assert.deepEqual([scan.rows, scan.wrongRows, scan.requests], [3, 2, 1]);
    }));

  it('names the columns that are left out, without a heading by their number if they have a value', () =>
    inFolder(async folder => {
      const name = path.join(folder, 'rows.csv');
      const left = async (text: string) => {
        await writeFile(name, text);
        const file = await inspectFile(name);
        const mapping = guessMapping(await columnNames(file, 'csv'), table);
        return (await scanRows(file, 'csv', mapping, table, [])).ignoredColumns;
      };
      assert.deepEqual(await left('name,, more,stock,\na,b,c,1,\na,,c,1,note\n'), ['more', 2, 5]);
      assert.deepEqual(await left('name,stock,\na,1,\nb,2, \n'), []);
    }));

  it('counts a request for each thousand rows and each 4 MB, and none for rows that are not sent', () => {
    const count = (rows: number, recordOf: (row: number) => Map<string, string> | undefined) => {
      const counter = new RequestCounter();
      for (let row = 0; row < rows; row++) counter.add(recordOf(row));
      return counter.count;
    };
    const small = new Map([['name', 'a']]);
    assert.equal(
      count(0, () => small),
      0,
    );
    assert.equal(
      count(1000, () => small),
      1,
    );
    assert.equal(
      count(1001, () => small),
      2,
    );
    assert.equal(
      count(3000, row => (row < 2000 ? undefined : small)),
      1,
    );
    assert.equal(
      count(5, () => new Map([['name', 'a'.repeat(1_500_000)]])),
      3,
    );
  });
});
