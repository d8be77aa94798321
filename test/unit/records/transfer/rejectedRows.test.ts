import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { inspectFile, type InputFile } from '../../../../src/records/transfer/inputFile';
import { Journal } from '../../../../src/records/transfer/journal';
import { saveRejectedRows } from '../../../../src/records/transfer/rejectedRows';
import { inFolder } from '../../folder';

/** Runs `body` with an imported file, and the journal of its import, which rejected one row. */
const withRejectedRow = (
  body: (source: InputFile, file: string, journalFile: string) => Promise<void>,
  reason = 'refused',
) =>
  inFolder(async folder => {
    const file = path.join(folder, 'rows.csv');
    await writeFile(file, 'sku\na\nb\n');
    const source = await inspectFile(file);
    const journal = await Journal.create(`${file}.import`, {
      ...{ version: 1, sha256: source.sha256, clientId: 'client', authUrl: 'https://example.com', table: '1' },
      ...{ format: 'csv', batchSize: 5, mapping: [['sku', 'sku']], recognition: { kind: 'none' } },
    });
    await journal.noteResult(0, { present: [], rejected: [[2, reason]], altered: [], stored: 1 });
    await journal.noteComplete();
    await journal.close();
    await body(source, file, journal.path);
  });

async function keep(source: InputFile, journalFile: string, held = true): Promise<string> {
  const journal = await Journal.resume(journalFile, () => Promise.resolve(held));
  assert.ok(journal !== undefined);
  try {
    return await saveRejectedRows(source, 'csv', journal);
  } finally {
    await journal.close();
  }
}

const rows = '\ufeffsku,import_error\r\nb,refused\r\n';

describe('the file of rejected rows', () => {
  it('is written once, although its name could not be noted the first time', () =>
    withRejectedRow(async (source, file, journalFile) => {
      await assert.rejects(keep(source, journalFile, false), { code: 'otherProcess' });
      const written = await keep(source, journalFile);
      assert.equal(await readFile(written, 'utf8'), rows);
      const names = ['rows.csv', 'rows.csv.import', 'rows.rejected.csv'];
      assert.deepEqual((await readdir(path.dirname(file))).sort(), names);
    }));

  it('is written in place of the empty one that a crash left, with the draft of the same process ID', () =>
    withRejectedRow(async (source, file, journalFile) => {
      const target = path.join(path.dirname(file), 'rows.rejected.csv');
      const journal = await Journal.resume(journalFile);
      await journal?.noteRejectedFile(path.basename(target));
      await journal?.close();
      await writeFile(target, '');
      await writeFile(`${target}.${process.pid}.part`, 'a part that is longer than all the rejected rows');
      assert.equal(await keep(source, journalFile), target);
      assert.equal(await readFile(target, 'utf8'), rows);
      await writeFile(target, 'corrected by the user');
      assert.equal(await keep(source, journalFile), target);
      assert.equal(await readFile(target, 'utf8'), 'corrected by the user');
    }));

  it('has no reason that a spreadsheet would evaluate', () =>
    withRejectedRow(async (source, _, journalFile) => {
      const written = await keep(source, journalFile);
      assert.equal(await readFile(written, 'utf8'), '\ufeffsku,import_error\r\nb,"""=1+1"""\r\n');
    }, '=1+1'));

  it('is beside the imported file, although a journal names another folder', () =>
    withRejectedRow(async (source, file, journalFile) => {
      const folder = path.join(path.dirname(file), 'other');
      await mkdir(folder);
      await writeFile(path.join(folder, 'empty'), '');
      const journal = await Journal.resume(journalFile);
      await journal?.noteRejectedFile('other/empty');
      await journal?.close();
      assert.equal(await keep(source, journalFile), path.join(path.dirname(file), 'rows.rejected.csv'));
      assert.equal(await readFile(path.join(folder, 'empty'), 'utf8'), '');
    }));
});
