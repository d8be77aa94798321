import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { fileInside, OutsideError } from '../../../../src/requests/sending/fileInside';

describe('a file in a document', () => {
  let root = '';
  const inRoot = (...steps: string[]) => path.join(root, 'work', ...steps);
  const find = (name: string) => fileInside(name, [inRoot()], file => realpath(file));
  const linkOf = (name: string) =>
    find(name).then(
      () => 'inside',
      (error: unknown) => (error instanceof OutsideError ? error.link : (error as NodeJS.ErrnoException).code),
    );

  before(async () => {
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'hydrogen-inside-')));
    await mkdir(inRoot('deep'), { recursive: true });
    await mkdir(path.join(root, 'work-other'));
    await writeFile(inRoot('deep', 'a.json'), '{}');
    await writeFile(path.join(root, 'work-other', 'b.json'), '{}');
    await symlink(inRoot('deep'), inRoot('near'));
    await symlink(path.join(root, 'work-other'), inRoot('deep', 'away'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('is found behind links that stay in the folder', async () => {
    assert.deepEqual(await find(inRoot('near', 'a.json')), { file: inRoot('deep', 'a.json'), folder: inRoot() });
  });

  it('is refused outside of the folder, even if the names begin alike', async () => {
    assert.equal(await linkOf(path.join(root, 'work-other', 'b.json')), undefined);
    assert.equal(await linkOf(inRoot('..', 'work-other', 'b.json')), undefined);
  });

  it('is refused behind a link that leads out, and the link is named', async () => {
    assert.equal(await linkOf(inRoot('deep', 'away', 'b.json')), path.join('deep', 'away'));
    assert.equal(await linkOf(inRoot('near', 'away', 'b.json')), path.join('near', 'away'));
  });

  it('is reported as missing if it does not exist', async () => {
    assert.equal(await linkOf(inRoot('none.json')), 'ENOENT');
  });
});
