import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, it } from 'mocha';
import { codeHash } from '../../../src/functions/functionService';
import { FunctionVersions, type FunctionIdentity } from '../../../src/functions/versions';
import { onFullDisk, onPosix } from '../posix';
import { useFolder } from '../folder';

const identity: FunctionIdentity = { authUrl: 'https://a', clientId: 'c', envId: undefined, name: 'f' };

describe('versions of functions', () => {
  const here = useFolder();
  let versions: FunctionVersions;
  const add = (code: string, of = identity) => versions.add(of, { code, author: 'Ada', origin: 'deployed' });
  const codes = async (of = identity) => (await versions.list(of)).map(({ code }) => code);

  beforeEach(() => void (versions = new FunctionVersions(here('own'))));

  it('are private files, newest first, each with its exact code', async () => {
    const code = '\ufeffa\r\n';
    assert.deepEqual([await add(code), await add('b'), await add('b')], [true, true, false]);
    assert.deepEqual(await codes(), ['b', code]);
    assert.equal(await versions.find(identity, codeHash(code)), code);
    const files = await readdir(here('own'), { recursive: true, withFileTypes: true });
    for (const file of files.filter(each => each.isFile())) {
      assert.equal((await stat(path.join(file.parentPath, file.name))).mode & 0o777, 0o600);
    }
  });

  it('are at most 50 of a function and 20 MB in all, the oldest go first', async () => {
    for (let index = 0; index < 52; index += 1) await add(String(index));
    assert.deepEqual((await codes()).slice(-1), ['2']);
    const other = { ...identity, envId: 'e' };
    for (let index = 0; index < 3; index += 1) await add(String(index).repeat(9_000_000), other);
    assert.equal((await codes(other)).length, 2);
    assert.deepEqual(await codes(), []);
  });

  onPosix('leave no unfinished file, which may contain keys, on a full disk', async () => {
    const writer = path.join(import.meta.dirname, 'versionWriter.mjs');
    const { stdout } = await promisify(execFile)('sh', onFullDisk(64, writer, here()));
    assert.equal(stdout, 'unwritable');
    const files = await readdir(here(), { recursive: true, withFileTypes: true });
    assert.deepEqual(
      files.filter(each => each.isFile()),
      [],
    );
  });

  it('remove what a crash left unfinished, but not what another window may be writing', async () => {
    await add('a');
    const [folder = ''] = await readdir(here('own'));
    const draft = () => `${'0'.repeat(16)}-${codeHash('b')}.json.${randomUUID()}`;
    const [left, current] = [draft(), draft()];
    for (const name of [left, current]) await writeFile(here('own', folder, name), 'key');
    const longAgo = new Date(Date.now() - 2 * 3600_000);
    await utimes(here('own', folder, left), longAgo, longAgo);
    await add('b');
    const names = await readdir(here('own', folder));
    assert.deepEqual([names.includes(left), names.includes(current)], [false, true]);
    assert.deepEqual(await codes(), ['b', 'a']);
  });

  it('are stored even if an old one cannot be deleted', async () => {
    for (let index = 0; index < 50; index += 1) await add(String(index));
    const [folder = ''] = await readdir(here('own'));
    // A folder with the name of the oldest version.
    await mkdir(here('own', folder, `${'0'.repeat(16)}-${codeHash('')}.json`));
    assert.equal(await add('new'), true);
    assert.equal((await codes())[0], 'new');
  });

  it('are stored again if the newest file is damaged, because the code is about to be replaced', async () => {
    await add('a');
    const [folder = ''] = await readdir(here('own'));
    const [file = ''] = await readdir(here('own', folder));
    await writeFile(here('own', folder, file), '');
    assert.deepEqual([await add('a'), await add('a')], [true, false]);
    assert.equal(await versions.find(identity, codeHash('a')), 'a');
  });

  it('are forgotten together', async () => {
    await add('a');
    await versions.deleteAll();
    assert.deepEqual(await codes(), []);
    assert.deepEqual(await readdir(here()), []);
  });
});
