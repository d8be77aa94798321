import assert from 'node:assert/strict';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { fileInside, OutsideError } from '../../../../src/requests/sending/fileInside';
import { useFolder } from '../../folder';

describe('a file in a document', () => {
  const here = useFolder();
  const inRoot = (...steps: string[]) => here('work', ...steps);
  const find = (name: string) => fileInside(name, [inRoot()], file => realpath(file));
  const linkOf = (name: string) =>
    find(name).then(
      () => 'inside',
      (error: unknown) => (error instanceof OutsideError ? error.link : (error as NodeJS.ErrnoException).code),
    );

  beforeEach(async () => {
    await mkdir(inRoot('deep'), { recursive: true });
    await mkdir(here('work-other'));
    await writeFile(inRoot('deep', 'a.json'), '{}');
    await writeFile(here('work-other', 'b.json'), '{}');
    await symlink(inRoot('deep'), inRoot('near'));
    await symlink(here('work-other'), inRoot('deep', 'away'));
  });

  it('is found behind links that stay in the folder', async () => {
    assert.deepEqual(await find(inRoot('near', 'a.json')), { file: inRoot('deep', 'a.json'), folder: inRoot() });
  });

  it('is refused outside of the folder, even if the names have the same beginning', async () => {
    assert.equal(await linkOf(here('work-other', 'b.json')), undefined);
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
