import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import { openDataFile } from '../../../../src/sandbox/store/dataFile';
import { emptyState } from '../../../../src/sandbox/store/state';
import { inFolder } from '../../folder';

describe('sandbox: the data file', () => {
  it('is compacted again only after its journal has grown, if the first attempt failed', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-data-'));
    const name = path.join(folder, 'data.json');
    const file = await openDataFile(name);
    const doc = { id: 'a', text: 'a'.repeat(1_000_000) };
    const growUntilDue = () => {
      let count = 0;
      for (; !file.needsCompaction; count++)
        file.append([{ change: { realm: 'made/up', collection: 'note', id: 'a', doc } }]);
      return count;
    };
    try {
      assert.equal(growUntilDue(), 9);
      // A folder at the place of the draft.
      await mkdir(`${name}.new`);
      assert.throws(() => file.replace(emptyState()), { syscall: 'open' });
      assert.equal(growUntilDue(), 5);
      assert.throws(() => file.replace(emptyState()), { syscall: 'open' });
      assert.equal(growUntilDue(), 8);
      await rm(`${name}.new`, { recursive: true });
      file.replace(emptyState());
      assert.equal(growUntilDue(), 9);
    } finally {
      await file.close();
      await rm(folder, { recursive: true });
    }
  });

  it('stays replaced if the process is killed before the journal is emptied', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const file = await openDataFile(data);
      const empty = file.state;
      file.append([{ change: { realm: 'r', collection: 'c', id: '1', doc: { id: '1' } } }]);
      const journal = await readFile(`${data}.journal`);
      file.replace(empty);
      await file.close();
      await writeFile(`${data}.journal`, journal);
      const again = await openDataFile(data);
      assert.deepEqual(again.state.documents, []);
      again.append([{ clockOffset: 1 }]);
      again.append([{ clockOffset: 2 }]);
      await again.close();
      const last = await openDataFile(data);
      assert.equal(last.state.clockOffset, 2);
      await last.close();
    }));
});
