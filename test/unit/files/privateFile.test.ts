import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { retryWhileBusy, writePrivateFile } from '../../../src/files/privateFile';

describe('a private file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-private-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is created with its folder, and can be read only by its user', async () => {
    const file = path.join(folder, 'new', 'file.json');
    await writePrivateFile(file, ['a', 'b']);
    assert.equal(await readFile(file, 'utf8'), 'ab');
    if (process.platform === 'win32') return;
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
  });

  it('is replaced as a whole', async () => {
    const file = path.join(folder, 'file.json');
    await writePrivateFile(file, 'longer');
    await writePrivateFile(file, 'new', { flush: true });
    assert.equal(await readFile(file, 'utf8'), 'new');
    assert.deepEqual(await readdir(folder), ['file.json']);
  });

  it('leaves no draft when it cannot be replaced', async () => {
    const file = path.join(folder, 'taken');
    await mkdir(path.join(file, 'content'), { recursive: true });
    await assert.rejects(writePrivateFile(file, 'text'), { code: /EISDIR|EPERM|ENOTEMPTY/ });
    assert.deepEqual(await readdir(folder), ['taken']);
  });
});

describe('a change of a file that another program uses', () => {
  const failing = (code: string, times: number) => {
    const change = () => {
      change.calls += 1;
      return change.calls > times
        ? Promise.resolve(change.calls)
        : Promise.reject(Object.assign(new Error(), { code }));
    };
    change.calls = 0;
    return change;
  };

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`is repeated after ${code}`, async () => {
      assert.equal(await retryWhileBusy(failing(code, 2)), 3);
    });
  }

  it('fails after ten attempts', async () => {
    const change = failing('EBUSY', Infinity);
    await assert.rejects(retryWhileBusy(change), { code: 'EBUSY' });
    assert.equal(change.calls, 10);
  });

  it('is not repeated after other errors', async () => {
    const change = failing('ENOSPC', Infinity);
    await assert.rejects(retryWhileBusy(change), { code: 'ENOSPC' });
    assert.equal(change.calls, 1);
  });
});
