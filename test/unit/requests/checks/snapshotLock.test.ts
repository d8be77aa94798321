import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { snapshotFile } from '../../../../src/cli/snapshots';
import { whileFileLocked } from '../../../../src/requests/checks/snapshotLock';
import { SnapshotStore } from '../../../../src/requests/checks/snapshotStore';
import { parseDocument } from '../../../../src/requests/document/parse';
import { useFolder } from '../../folder';

describe('a snapshot file', () => {
  const at = useFolder();

  it('keeps the snapshots that several windows store at the same moment', async () => {
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { requests } = parseDocument(labels.map(label => `### ${label}\nGET /a/\n\n?? snapshot`).join('\n'));
    // Each spelling of the path counts as another file inside of this process, like the file of another window.
    const stores = requests.map((_, index) => `${at()}/${'./'.repeat(index)}a.http`);
    await Promise.all(
      requests.map((request, index) =>
        new SnapshotStore(snapshotFile(stores[index] ?? assert.fail()), 'add').keep(request, '{"body":1}', 'Staging'),
      ),
    );
    const written = JSON.parse(await readFile(at('a.http.snapshots.json'), 'utf8')) as object;
    assert.deepEqual(Object.keys(written), labels);
    assert.deepEqual(await readdir(at()), ['a.http.snapshots.json']);
  });

  it('is changed without a lock where none can be created', async () => {
    await writeFile(at('file'), '');
    let changes = 0;
    await whileFileLocked(at('file', 'a.http.snapshots.json'), async () => void changes++);
    assert.equal(changes, 1);
    const failure = new Error('disk full');
    const failing = whileFileLocked(at('a.http.snapshots.json'), () => Promise.reject(failure));
    await assert.rejects(failing, failure);
  });
});
