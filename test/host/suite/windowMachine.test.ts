import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { documentUri } from '../../../src/ui/documents/documentAddress';
import { applicationNode } from '../../../src/ui/nodes/application';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { userNode } from '../../../src/ui/nodes/user';
import {
  argumentOf,
  extensionId,
  rejection,
  run,
  storageFolder,
  userData,
  userFilesWith,
  useSandbox,
  writeSetting,
} from './fixture';
import { titlesOf, withUser, type Answers } from './person';

/** The VS Code server opens windows on another machine than that of the page; the desktop on its own machine. */
const isRemote = vscode.env.remoteName !== undefined;

/** Files that only VS Code can read, like those of a remote machine for a local extension. */
function registerRemoteFiles(files: Map<string, Buffer>): vscode.Disposable {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return vscode.workspace.registerFileSystemProvider('elsewhere', {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat({ path }) {
      const file = files.get(path);
      const isFolder = [...files.keys()].some(name => name.startsWith(`${path}/`));
      if (file === undefined && !isFolder) throw vscode.FileSystemError.FileNotFound(path);
      const type = isFolder ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, ctime: 0, mtime: 0, size: file?.length ?? 0 };
    },
    readFile: uri => files.get(uri.path) ?? refuse(uri),
    writeFile: (uri, content) => void files.set(uri.path, Buffer.from(content)),
    readDirectory: () => [],
    ...{ createDirectory: refuse, delete: refuse, rename: refuse },
  });
}

describe(`the extension in a window on ${isRemote ? 'another' : 'this'} machine`, () => {
  const service = useSandbox();

  before(async () => {
    const { shop } = service();
    await run('application.add', argumentOf(shop));
    await run('application.select', { clientId: shop.clientId, envId: shop.environments[0]?.envId });
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('runs the extension on the machine of the user if possible, otherwise beside the files', () => {
    const extension = vscode.extensions.getExtension(extensionId) ?? assert.fail();
    const { extensionKind } = extension.packageJSON as { extensionKind: unknown };
    assert.deepEqual(extensionKind, ['ui', 'workspace']);
    // The remote window of these tests is a browser. It cannot run a Node extension, so the server runs it.
    assert.equal(extension.extensionKind, isRemote ? vscode.ExtensionKind.Workspace : vscode.ExtensionKind.UI);
  });

  it('stores the lock and stamp of a token on the machine of the extension, without any secret', async () => {
    const { shop } = service();
    await run('application.authorize', { clientId: shop.clientId });
    assert.ok((await readdir(storageFolder)).some(name => name.endsWith('.stamp')));
    assert.deepEqual(await userFilesWith(new RegExp(shop.clientSecret)), []);
  });

  it('reaches a sandbox of the extension host directly', async () => {
    const { clientId, authUrl } = service().shop;
    const report = String(await run('connection.diagnose', { clientId, authUrl }));
    assert.match(report, /✓ TCP: 127\.0\.0\.1:\d+, 127\.0\.0\.1/);
  });

  it('offers to sign in to the environment of a document that needs a user', async () => {
    const application = { ...service().shop, contentGroups: [] };
    const place = `${application.name} · ${application.environments[0]?.name}`;
    const user = userNode(environmentNode(applicationNode(application), application.environments[0]));
    let ask = () => undefined as void;
    const isAsked = new Promise<void>(resolve => (ask = resolve));
    const answers: Answers = [
      [/^Nobody is signed in/, 'Sign In'],
      [/^Sign In as a User/, async () => ask() as undefined],
    ];
    const asked = await withUser(answers, async () => {
      await run('document.refresh', documentUri(user));
      await isAsked;
    });
    assert.deepEqual(titlesOf(asked), ['Nobody is signed in here.', `Sign In as a User of ${place}`]);
  });

  it('names certificates for the machine of the extension, and the proxy by the user', async () => {
    const proxy = http.createServer();
    proxy.on('connect', (_, socket) => socket.on('error', () => undefined).end('HTTP/1.1 407 No\r\n\r\n'));
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const origin = 'https://service.invalid:8443';
    const certificates = [{ origin, cert: '/gone/me.crt', key: '/gone/me.key' }];
    const written = async (scope: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(path.join(userData, scope, 'settings.json'), 'utf8')) as Record<string, unknown>;
    const trying = () =>
      rejection(
        run('application.add', {
          ...{ name: 'a', clientId: 'c', clientSecret: 'never-accepted', serverDomain: origin, authUrl: origin },
        }),
      );
    try {
      await writeSetting('http.proxy', address);
      await writeSetting('hydrogen.http.clientCertificates', certificates);
      assert.equal((await written('User'))['http.proxy'], address);
      const { 'hydrogen.http.clientCertificates': there } = await written(isRemote ? 'Machine' : 'User');
      assert.deepEqual(there, certificates);
      assert.match(await trying(), /^The files of the client certificate for /);
      await writeSetting('hydrogen.http.clientCertificates', undefined);
      assert.match(await trying(), /^The proxy .*\(ERR_PROXY_407\)/);
    } finally {
      await writeSetting('hydrogen.http.clientCertificates', undefined);
      await writeSetting('http.proxy', undefined);
      proxy.close();
    }
  });

  it('reads and writes the files beside a document through VS Code', async () => {
    const lines = [
      ...['POST /hserve/v2.1/login/username/', '', '< ./body.json', ''],
      ...['### groups', '# @name groups', 'GET /hserve/v1/content/group/', '', '?? snapshot'],
    ];
    const files = new Map([
      ['/work/a.hydrogen.http', Buffer.from(lines.join('\n'))],
      ['/work/body.json', Buffer.from('{"username": "nobody", "password": "-"}')],
    ]);
    const registration = registerRemoteFiles(files);
    try {
      const uri = vscode.Uri.parse('elsewhere:/work/a.hydrogen.http');
      await vscode.window.showTextDocument(uri);
      for (const index of [0, 1]) await vscode.commands.executeCommand('hydrogen.request.send', uri, index);
      const { sandbox, shop } = service();
      assert.equal(sandbox.requests.at(-2)?.path, '/hserve/v2.1/login/username/');
      assert.match(String(files.get('/work/a.hydrogen.http.snapshots.json')), /"groups"/);
      const types = vscode.Uri.parse('elsewhere:/work/types.d.ts');
      await run('table.generateTypes', { clientId: shop.clientId, authUrl: shop.authUrl, uri: types });
      assert.match(String(files.get('/work/types.d.ts')), /product: \{/);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      registration.dispose();
    }
  });
});
