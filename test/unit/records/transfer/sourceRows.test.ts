import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { TransferFormat } from '../../../../src/records/transfer/format';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import { longestRow } from '../../../../src/records/transfer/jsonItems';
import { readRows } from '../../../../src/records/transfer/sourceRows';
import { inFolder } from '../../folder';

async function linesOf(folder: string, format: TransferFormat, text: string): Promise<number[]> {
  const file = path.join(folder, `rows.${format}`);
  await writeFile(file, text);
  const lines: number[] = [];
  for await (const rows of readRows(await inspectFile(file), format).groups) lines.push(...rows.map(row => row.line));
  return lines;
}

describe('the rows of a file', () => {
  it('have the line in which they begin', () =>
    inFolder(async folder => {
      assert.deepEqual(await linesOf(folder, 'csv', 'a,b\n\n1,"\n"\n2,3\n'), [3, 5]);
      assert.deepEqual(await linesOf(folder, 'json', '\n[\n\n {"a":1},\n\n{"a":\n2},3]'), [4, 6, 7]);
    }));

  it('are reported with that line if they are too long', () =>
    inFolder(async folder => {
      const long = `"${'x'.repeat(longestRow + 2_000_000)}"`;
      for (const [format, text] of [
        ['csv', `a,b\n1,2\n3,"\n"\n${long},`],
        ['jsonl', `{}\n{}\n\n{}\n${long}`],
        ['json', `[\n{},\n\n\n${long}]`],
        ['json', `\n\n[\n\n${long}]`],
      ] as const)
        await assert.rejects(linesOf(folder, format, text), { code: 'rowTooLong', detail: '5' }, format);
    }));

  it('may have 12 MB before many short rows', () =>
    inFolder(async folder => {
      const text = `a,b\n1,"${'x'.repeat(12_000_000)}"\n${`2,${'y'.repeat(5000)}\n`.repeat(4000)}`;
      assert.equal((await linesOf(folder, 'csv', text)).length, 4001);
    }));
});
