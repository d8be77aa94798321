import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { newTable, openTable, runImport, storedRecords, withTables } from './scene';

describe('a CSV file with 500 columns', () => {
  it('is imported with every cell in its column', () =>
    withTables(async ({ folder, call, service }) => {
      const names = Array.from({ length: 500 }, (_, at) => `c${at}`);
      const fields = names.map((name, at) => ({ name, type: at % 2 === 0 ? 'string' : 'integer' }));
      const id = await newTable(call, false, fields);
      const row = (number: number) => names.map((_, at) => (at % 2 === 0 ? `${number}-${at}` : number * 1000 + at));
      const file = path.join(folder, 'wide.csv');
      const shuffled = [...names.keys()].reverse();
      const line = (cells: readonly (string | number)[]) => shuffled.map(at => cells[at]).join(',');
      await writeFile(file, [line(names), ...[0, 1, 2].map(number => line(row(number)))].join('\n'));
      const report = await runImport({ service, ...(await openTable(service, id)), file });
      assert.deepEqual([report.stopped, report.stored, report.rejected], [undefined, 3, 0]);
      const stored = (await storedRecords(call, id)).map(record => names.map(name => record[name]));
      const expected = [0, 1, 2].map(row);
      assert.deepEqual(
        stored.sort(([one], [other]) => String(one).localeCompare(String(other))),
        expected,
      );
    }));
});
