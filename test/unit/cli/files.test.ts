import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { readFiles, writeWholeFile } from '../../../src/cli/files';
import { json, useServer } from '../requests/server';
import { inFolder } from '../folder';
import { onPosix } from '../posix';
import { root } from '../../host/launcher/root';
import { useProgram } from './program';

const ending = '.hydrogen.http';

describe('the files of documents', () => {
  const server = useServer();
  const { path: inProject, write, settings, call, ended, read } = useProgram();

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.received.length = 0;
    server.handler = json({ name: '商品', text: 'a\r\nb' });
  });

  it('have the same meaning with Windows line breaks, and so do the files beside them', async () => {
    const document = [
      '@limit = 5',
      '@name = {{$dotenv NAME}}',
      '',
      '### list',
      '# @name list',
      'GET /hserve/v2.4/table/product/record/',
      '    ?limit={{limit}}',
      '    &offset=0',
      'X-Extra: {{limit}}',
      '',
      '?? status == 200',
      '?? body name == 商品',
      '?? snapshot',
      '',
      '### write',
      'POST /hserve/v2.4/table/product/record/',
      'Content-Type: application/json',
      '',
      '{',
      '  "name": "{{name}}"',
      '}',
      '',
      '?? status == 200',
      '',
      '### form',
      'POST /hserve/v2.4/table/product/record/',
      'Content-Type: application/x-www-form-urlencoded',
      '',
      'a={{limit}}',
      '&b=2',
      '',
      '### file',
      'POST /hserve/v2.4/table/product/record/',
      'Content-Type: application/json',
      '',
      '<@ ./body.json',
      '',
      '?? status == 200',
      '',
    ];
    const ran = async (lineBreak: string) => {
      const folder = lineBreak === '\n' ? 'unix' : 'windows';
      const put = (name: string, lines: string[]) => write(path.join(folder, name), lines.join(lineBreak));
      await write('hydrogen.json', `${(await read('hydrogen.json')).trim()}${lineBreak}`);
      await put(`a${ending}`, document);
      await put('.env', ['OTHER=1', 'NAME=Ann', '']);
      await put('body.json', ['{', '  "name": "{{name}}"', '}']);
      server.received.length = 0;
      const first = await call(['--env', 'Staging', folder]);
      assert.equal(first.code, 0, first.out + first.errors);
      const sent = server.received.map(({ method, url, headers, body }) => {
        const text = body.replaceAll('\r\n', '\n');
        return { method, url, extra: headers['x-extra'], type: headers['content-type'], text };
      });
      const snapshots = `${folder}/a${ending}.snapshots.json`;
      await write(snapshots, (await read(snapshots)).replaceAll('\n', lineBreak));
      const again = await call(['--env', 'Staging', folder]);
      return { sent, code: again.code, checks: /\d+ of \d+ checks/.exec(again.out)?.[0] };
    };
    const unix = await ran('\n');
    assert.deepEqual(await ran('\r\n'), unix);
    assert.equal(unix.sent.length, 4);
    assert.deepEqual([unix.code, unix.checks], [0, '5 of 5 checks']);
    assert.equal(unix.sent[2]?.text, 'a=5&b=2');
  });

  it('have separate snapshots, even if their names differ only in case', async () => {
    for (const name of ['cased/List', 'cased/list']) {
      await write(`${name}${ending}`, `### ${name}\nGET /a/\n\n?? snapshot`);
    }
    assert.equal((await call(['--env', 'Staging', 'cased'])).code, 0);
    const names = await readdir(inProject('cased'));
    // On a case-insensitive file system, both names are one file.
    const documents = names.filter(name => name.endsWith(ending));
    assert.deepEqual(
      names.filter(name => name.endsWith('.json')),
      documents.map(name => `${name}.snapshots.json`),
    );
    assert.equal((await call(['--env', 'Staging', 'cased'])).code, 0);
  });

  for (const report of ['--tap', '--json']) {
    it(`lose the snapshots that no request has, also with ${report}`, async () => {
      const document = `unused/a${ending}`;
      const options = ['--env', 'Staging', 'unused', '--update-snapshots'];
      await write(document, '### old\nGET /a/\n\n?? snapshot');
      assert.equal((await call(options)).code, 0);
      await write(document, '### new\nGET /a/\n\n?? snapshot');
      const { code, out } = await call([...options, report]);
      assert.equal(code, 0, out);
      assert.doesNotMatch(out, /removed/);
      assert.deepEqual(Object.keys(JSON.parse(await read(`${document}.snapshots.json`)) as object), ['new']);
    });
  }

  it('may lie below a link, with their values beside them', async () => {
    await write(`below/a${ending}`, '@name = {{$dotenv NAME}}\n\nPOST /a/\n\n{{name}}');
    await write('below/.env', 'NAME=Ann');
    await inFolder(async other => {
      const link = path.join(other, 'link');
      await symlink(inProject('below'), link, 'junction');
      const { code, out, errors } = await call(['--env', 'Staging', path.join(link, `a${ending}`)]);
      assert.equal(code, 0, out + errors);
      assert.equal(server.received[0]?.body, 'Ann');
    });
  });

  it('are reported if their names are too long for a snapshot file beside them', async () => {
    const name = 'x'.repeat(255 - ending.length) + ending;
    await write(`long/${name}`, 'GET /a/\n\n?? status == 200\n?? snapshot');
    const { code, out } = await call(['--env', 'Staging', 'long']);
    assert.equal(code, 1);
    assert.match(out, /The snapshot file cannot be read or written\./);
  });

  onPosix('may come from a pipe, as of a shell', async () => {
    const script = 'echo GET /a/ | "$0" "$@"';
    const args = [path.join(root, 'dist', 'cli.cjs'), 'check', '--env', 'Staging', '/dev/stdin'];
    const options = { cwd: inProject('.'), env: { PATH: process.env.PATH } };
    const { code, out, errors } = await ended(spawn('sh', ['-c', script, process.execPath, ...args], options));
    assert.equal(code, 0, out + errors);
    assert.equal(server.received[0]?.url, '/a/');
  });

  it('may be deeper than the longest path, which is reported', async () => {
    const deep = Array.from({ length: 40 }, () => 'd'.repeat(110)).join('/');
    const { code, errors } = await call(['--env', 'Staging', `${deep}/a${ending}`]);
    assert.deepEqual([code, errors], [2, `${path.normalize(deep)}/a${ending} cannot be read.\n`]);
  });
});

describe('a file that is written whole', () => {
  it('stays as it was when the disk is full in the middle, or its folder is a file', () =>
    inFolder(async folder => {
      const file = path.join(folder, 'world.json');
      await writeFile(file, 'earlier');
      const reason = (code: string) =>
        new RegExp(`cannot be written \\(${code}\\)\\. Check its folder, its permissions and the free disk space\\.$`);
      await assert.rejects(writeWholeFile(file, untilFull()), reason('ENOSPC'));
      assert.deepEqual(await readdir(folder), ['world.json']);
      assert.equal(await readFile(file, 'utf8'), 'earlier');
      await assert.rejects(writeWholeFile(path.join(file, 'other.json'), 'text'), reason('EEXIST'));
    }));

  onPosix('does not replace a device, a pipe or a socket', () =>
    inFolder(async folder => {
      const socket = path.join(folder, 'socket');
      const server = createServer().listen(socket);
      await once(server, 'listening');
      try {
        await assert.rejects(writeWholeFile(socket, 'text'), /socket is a device or a pipe\. Name a file\.$/);
        assert.ok((await lstat(socket)).isSocket());
      } finally {
        server.close();
      }
    }),
  );
});

function* untilFull(): Generator<string> {
  yield 'x'.repeat(100_000);
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

it('names the line of a problem in a document whose lines end with CR', () =>
  inFolder(async folder => {
    const file = path.join(folder, `a${ending}`);
    await writeFile(file, '### a\rGET /a\rno header\r');
    await assert.rejects(readFiles([file]), ({ message }: Error) => message.startsWith(`${file}:3: `));
  }));
