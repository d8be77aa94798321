import assert from 'node:assert/strict';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'mocha';
import { exportToFile } from '../../../../src/records/transfer/exportFile';
import { replaceFile } from '../../../../src/records/transfer/replaceFile';
import { onPosix } from '../../posix';
import { openTable, reading, withTables } from './scene';

describe('an export to a place that cannot be written', () => {
  it('says so, loses nothing and leaves nothing behind', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      await mkdir(path.join(folder, 'folder.csv'));
      await writeFile(path.join(folder, 'file'), 'old');
      const options = { ...reading(service), format: 'csv' as const };
      for (const name of ['none/a.csv', 'file/a.csv', 'folder.csv']) {
        const expectedError = { code: 'exportNotWritten', detail: /^E[A-Z]+$/ };
        await assert.rejects(exportToFile(path.join(folder, name), { table }, options), expectedError, name);
      }
      assert.deepEqual((await readdir(folder)).sort(), ['file', 'folder.csv']);
      assert.equal(await readFile(path.join(folder, 'file'), 'utf8'), 'old');
    }));

  it('removes what an earlier export left when its process ended, but no draft that may be in use', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      const [target, other] = [path.join(folder, 'a.csv'), path.join(folder, 'b.csv')];
      const drafts = async () => (await readdir(folder)).filter(name => name.endsWith('.part')).sort();
      /** Returns the name of the draft of an export, and leaves a file with this name. */
      const leftBy = async (file: string): Promise<string> => {
        let draft = '';
        await replaceFile(file, async () => {
          draft = (await drafts()).find(name => !left.includes(name)) ?? assert.fail('no draft');
        });
        await writeFile(path.join(folder, draft), '');
        return draft;
      };
      const left: string[] = [];
      for (const file of [target, target, other]) left.push(await leftBy(file));
      const [old, recent, ofOther] = left as [string, string, string];
      for (const name of [old, ofOther]) await utimes(path.join(folder, name), 0, 0);
      await exportToFile(target, { table }, { ...reading(service), format: 'csv' });
      assert.deepEqual(await drafts(), [recent, ofOther].sort());
    }));

  it('removes such drafts beside a new file that is named without its folder', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      let draft = '';
      await replaceFile(path.join(folder, 'a.csv'), async () => {
        draft = (await readdir(folder)).find(name => name.endsWith('.part')) ?? assert.fail('no draft');
      });
      await rename(path.join(folder, 'a.csv'), path.join(folder, draft));
      await utimes(path.join(folder, draft), 0, 0);
      const before = process.cwd();
      process.chdir(folder);
      try {
        await exportToFile('a.csv', { table }, { ...reading(service), format: 'csv' });
      } finally {
        process.chdir(before);
      }
      assert.deepEqual(await readdir(folder), ['a.csv']);
    }));

  onPosix('keeps the permissions of the file that it replaces', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      const target = path.join(folder, 'private.csv');
      await writeFile(target, 'old', { mode: 0o600 });
      await exportToFile(target, { table }, { ...reading(service), format: 'csv' });
      assert.equal((await stat(target)).mode & 0o777, 0o600);
    }),
  );

  onPosix('replaces the file behind a link, and keeps the link', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      const [file, link] = [path.join(folder, 'real', 'a.csv'), path.join(folder, 'link.csv')];
      await mkdir(path.dirname(file));
      await writeFile(file, 'old');
      await symlink(file, link);
      await exportToFile(link, { table }, { ...reading(service), format: 'csv' });
      assert.ok((await lstat(link)).isSymbolicLink());
      assert.notEqual(await readFile(file, 'utf8'), 'old');
      assert.deepEqual((await readdir(folder)).sort(), ['link.csv', 'real']);
    }),
  );

  onPosix('does not replace a device, a pipe or a socket, also behind a link', () =>
    withTables(async ({ folder, service }) => {
      const { table } = await openTable(service, '5001');
      const [socket, link] = [path.join(folder, 'socket.csv'), path.join(folder, 'link.csv')];
      const server = createServer().listen(socket);
      await once(server, 'listening');
      try {
        await symlink(socket, link);
        const options = { ...reading(service), format: 'csv' as const };
        for (const target of [socket, link])
          await assert.rejects(exportToFile(target, { table }, options), { code: 'notAFile' }, target);
        assert.ok((await lstat(socket)).isSocket());
        assert.ok((await lstat(link)).isSymbolicLink());
      } finally {
        server.close();
      }
    }),
  );
});
