import assert from 'node:assert/strict';
import { link, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { writeExport } from '../../../src/ui/explorer/export/exportFile';
import { onPosix } from '../../unit/posix';
import { errorMessage } from '../../../src/ui/messages/messages';
import { rejection, run, writeApplications } from './fixture';

/** A simulated folder that records the files written into it, as text by path. */
class MemoryFiles implements vscode.FileSystemProvider {
  readonly #written: Map<string, string>;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(written: Map<string, string>) {
    this.#written = written;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.#written.set(uri.path, Buffer.from(content).toString());
  }

  watch = () => new vscode.Disposable(() => undefined);
  readDirectory = () => [];
  createDirectory = () => undefined;
  readFile = (uri: vscode.Uri) => this.#refuse(uri);
  delete = (uri: vscode.Uri) => this.#refuse(uri);
  rename = (uri: vscode.Uri) => this.#refuse(uri);

  #refuse(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

describe('a file of the user', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-files-'));
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  it('can be exported with the longest possible name', async () => {
    const name = `${'x'.repeat(251)}.csv`;
    async function* rows() {
      yield await Promise.resolve([{ id: 1 }]);
    }
    assert.equal(await writeExport(vscode.Uri.file(path.join(folder, name)), 'csv', rows()), 1);
    assert.deepEqual(await readdir(folder), [name]);
  });

  onPosix('keeps its permissions, and is unchanged if an export fails', async () => {
    const file = path.join(folder, 'private.csv');
    await writeFile(file, 'earlier', { mode: 0o600 });
    async function* rows(error?: Error) {
      yield await Promise.resolve([{ id: 1 }]);
      if (error !== undefined) throw error;
    }
    const failure = new Error('the service is gone');
    await assert.rejects(writeExport(vscode.Uri.file(file), 'csv', rows(failure)), failure);
    assert.equal(await readFile(file, 'utf8'), 'earlier');
    await writeExport(vscode.Uri.file(file), 'csv', rows());
    assert.equal(await readFile(file, 'utf8'), '\ufeffid\r\n1\r\n');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await rm(file);
  });

  it('can be exported with every line separator of Unicode in its texts', async () => {
    async function* rows() {
      yield await Promise.resolve([{ id: 1, name: 'a\u2028b\u2029c\u0085d\re' }, { id: 2 }]);
    }
    const file = path.join(folder, 'separators.csv');
    assert.equal(await writeExport(vscode.Uri.file(file), 'csv', rows()), 2);
    assert.equal(await readFile(file, 'utf8'), '\ufeffid,name\r\n1,"a\u2028b\u2029c\u0085d\re"\r\n2,\r\n');
    await rm(file);
  });

  it('can be exported to a file system of VS Code, as in a browser', async () => {
    const written = new Map<string, string>();
    const files = new MemoryFiles(written);
    const provider = vscode.workspace.registerFileSystemProvider('hydrogen-test-files', files);
    async function* rows() {
      yield await Promise.resolve([{ id: 1, name: '=1' }]);
    }
    const uri = vscode.Uri.parse('hydrogen-test-files:/list');
    try {
      assert.equal(await writeExport(uri.with({ path: '/list.csv' }), 'csv', rows()), 1);
      assert.equal(await writeExport(uri.with({ path: '/list.json' }), 'json', rows()), 1);
    } finally {
      provider.dispose();
    }
    assert.deepEqual(Object.fromEntries(written), {
      '/list.csv': "\ufeffid,name\r\n1,'=1\r\n",
      '/list.json': '[\n{"id":1,"name":"=1"}\n]\n',
    });
  });

  it('is reported with a reason and a next step if it cannot be written', async () => {
    const blocked = path.join(folder, 'blocked');
    await writeFile(blocked, '');
    const uri = vscode.Uri.file(path.join(blocked, 'list.json'));
    const reason =
      /^A file cannot be read or written \((ENOTDIR|FileNotADirectory)\)\. Check its folder, its permissions/;
    async function* rows() {
      yield await Promise.resolve([{ id: 1 }]);
    }
    const failure = await writeExport(uri, 'json', rows()).then(
      () => assert.fail('it was written'),
      (error: unknown) => error,
    );
    assert.match(errorMessage(failure).text, reason);
    const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
    await writeApplications([{ name: 'Shop', clientId: 'shop', ...origins }]);
    try {
      assert.match(await rejection(run('applications.export', { uri, confirmed: true })), reason);
    } finally {
      await writeApplications([]);
      await rm(blocked);
    }
  });

  it('is replaced when it is completely written, also behind a link', async () => {
    const inFolder = (name: string) => path.join(folder, name);
    await run('sandbox.start');
    const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
    await writeApplications([{ name: 'Shop', clientId: 'shop', ...origins }]);
    const clientId = '8ee5700938755f0703fc';
    try {
      for (const [command, argument] of [
        ['sandbox.save', {}],
        ['sandbox.saveWorld', { clientId }],
        ['applications.export', {}],
        ['table.generateTypes', { clientId }],
      ] as const) {
        const [file, earlier, linked] = [`${command}.json`, `${command}.earlier`, `${command}.link`].map(inFolder) as [
          ...[string, string, string],
        ];
        await writeFile(file, 'earlier');
        // Another name of the same file would change with it if it was written in place.
        await link(file, earlier);
        if (process.platform !== 'win32') await symlink(file, linked);
        const uri = vscode.Uri.file(process.platform === 'win32' ? file : linked);
        await run(command, { ...argument, uri, confirmed: true });
        assert.notEqual(await readFile(file, 'utf8'), 'earlier', command);
        assert.equal(await readFile(earlier, 'utf8'), 'earlier', command);
        if (process.platform !== 'win32') assert.ok((await lstat(linked)).isSymbolicLink(), command);
      }
      assert.deepEqual(
        (await readdir(folder)).filter(name => name.endsWith('.part')),
        [],
      );
    } finally {
      await writeApplications([]);
      await run('sandbox.stop');
    }
  });

  it('keeps Windows line breaks when it is formatted', async () => {
    const file = path.join(folder, 'windows.hydrogen.http');
    await writeFile(file, ['@a  =  1', '', 'post /hserve/v1/x/', '', '{"a":{{a}},"b":[{"c":2}]}', '', ''].join('\r\n'));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    // The formatter is loaded with the first document.
    const edits = await eventually(async () => {
      const command = 'vscode.executeFormatDocumentProvider';
      const options = { tabSize: 2, insertSpaces: true };
      const found = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(command, document.uri, options);
      return found?.length ? found : assert.fail('nothing to format');
    });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await document.save());
    const text = await readFile(file, 'utf8');
    assert.deepEqual(text.split('\r\n'), text.split(/\r?\n/));
    assert.match(text, /^@a = 1\r\n\r\nPOST \/hserve\/v1\/x\/\r\n\r\n\{\r\n {2}"a": \{\{a\}\},\r\n/);
  });
});
