import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { argumentOf, extensionId, run, storedApplications, useSandbox, writeApplications } from './fixture';

/** Sends the only request of a new document. Returns the document of its response. */
async function send(lines: string[]): Promise<vscode.TextDocument> {
  const content = lines.join('\n');
  const document = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('hydrogen.request.send', document.uri, 0);
  const shown = vscode.window.visibleTextEditors.map(editor => editor.document);
  const response = shown.find(({ uri }) => uri.scheme === 'hydrogen-response');
  assert.ok(response !== undefined, 'no response is shown');
  return response;
}

describe('the response to a request', () => {
  const service = useSandbox();
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.select', { clientId: service().shop.clientId });
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** Makes this server the application's server domain, because another host would be confirmed first. */
  async function beServerDomain(server: http.Server): Promise<void> {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const serverDomain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeApplications(storedApplications().map(one => ({ ...one, serverDomain })));
  }
  afterEach(async () => {
    const { serverDomain } = service().shop;
    await writeApplications(storedApplications().map(one => ({ ...one, serverDomain })));
  });

  it('is indented without loss when it has megabytes', async () => {
    const value = { objects: Array.from({ length: 30_000 }, (_, id) => ({ id, name: '商品', nested: [{ id }] })) };
    const server = http.createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    });
    await beServerDomain(server);
    try {
      const response = await send(['GET /large/']);
      const text = response.getText();
      // The breadcrumb shows the path.
      assert.match(response.uri.path, /^\/hydrogen-responses\/GET ∕large∕ · [^/]+$/);
      assert.equal(text.slice(text.indexOf('\n\n') + 2), `${JSON.stringify(value, undefined, 2)}\n`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    // The name of the thread that parsed it begins with this file of the package.
    const extension = vscode.extensions.getExtension(extensionId) ?? assert.fail();
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(extension.extensionUri, 'dist', 'responseWorker.js'));
  });

  it('arrives once when Send is pressed twice; meanwhile the lens cancels', async () => {
    let arrived = 0;
    let respond = () => {};
    const server = http.createServer();
    const begun = new Promise<void>(resolve => {
      server.on('request', (_, response) => {
        arrived += 1;
        respond = () => void response.end('done');
        resolve();
      });
    });
    await beServerDomain(server);
    try {
      const document = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content: 'GET /slow/' });
      await vscode.window.showTextDocument(document);
      const press = () => vscode.commands.executeCommand('hydrogen.request.send', document.uri, 0);
      const lens = async () => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          document.uri,
          10,
        );
        return lenses[0]?.command?.command;
      };
      assert.equal(await lens(), 'hydrogen.request.send');
      const first = press();
      await begun;
      // Ends at once, because nothing is sent.
      await press();
      assert.equal(await lens(), 'hydrogen.request.cancel');
      respond();
      await first;
      assert.equal(arrived, 1);
      assert.equal(await lens(), 'hydrogen.request.send');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('shows how many checks passed, and marks the failed ones until the next edit', async () => {
    const server = http.createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"name":"商品","count":3}');
    });
    await beServerDomain(server);
    try {
      const response = await send([
        'GET /checked/',
        '',
        '?? status == 200',
        '?? body name == goods',
        '?? body count > 2',
      ]);
      const head = response.getText().split('\n\n', 1)[0] ?? '';
      assert.match(head, /^# 2 of 3 checks passed\n# ✗ body name == goods · Expected goods, but it is 商品\.$/m);
      const document = vscode.window.visibleTextEditors
        .map(editor => editor.document)
        .find(one => one.languageId === 'hydrogen-http');
      assert.ok(document !== undefined);
      const failed = () =>
        vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ code }) => code === 'check')
          .map(({ range, message }) => `${range.start.line}: ${message}`);
      assert.deepEqual(failed(), ['3: Expected goods, but it is 商品.']);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        99,
      );
      assert.equal(lenses[0]?.command?.title, '$(error) 2 of 3 checks passed');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), '# edited\n');
      await vscode.workspace.applyEdit(edit);
      assert.deepEqual(failed(), []);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('shows the number of checks of a target only beside that target', async () => {
    const server = http.createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"name":"商品"}');
    });
    await beServerDomain(server);
    const { clientId, environments } = service().shop;
    try {
      await run('application.select', { clientId, envId: environments[0]?.envId });
      await send(['GET /checked/', '', '?? status == 200', '?? body name == goods']);
      const document = vscode.window.visibleTextEditors
        .map(editor => editor.document)
        .find(one => one.languageId === 'hydrogen-http');
      assert.ok(document !== undefined);
      const shown = async () => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          document.uri,
          99,
        );
        const failed = vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === 'check');
        return [lenses[0]?.command?.title, failed.length];
      };
      const result = ['$(error) 1 of 2 checks passed', 1];
      assert.deepEqual(await shown(), result);
      await run('application.select', { clientId });
      assert.deepEqual(await shown(), [`$(play) Send · ${service().shop.name} · Production`, 0]);
      await run('application.select', { clientId, envId: environments[0]?.envId });
      assert.deepEqual(await shown(), result);
    } finally {
      await run('application.select', { clientId });
      server.closeAllConnections();
      server.close();
    }
  });

  it('lacks no field when the request chooses the fields itself', async () => {
    const response = await send(['GET /hserve/v2.4/table/product/record/?keys=name&limit=1']);
    assert.match(response.getText(), /^HTTP 200/);
    const problems = vscode.languages.getDiagnostics(response.uri).map(({ message }) => message);
    assert.deepEqual(problems, []);
  });
});

describe('a request from the history', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('fails for a script when it is incomplete, and opens for completion', async () => {
    const entry = {
      id: 'cut',
      at: 1,
      application: { name: 'Shop', clientId: 'unknown' },
      label: 'Cut',
      request: `POST /hserve/v2.4/table/product/record/\n\n${'x'.repeat(20_000)}`.slice(0, 20_000),
      shortened: true,
    };
    // A script would get a rejection; rows of the history are not arguments of scripts.
    assert.equal(await run('history.sendAgain', { entry }), undefined);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled === true && document.languageId === 'hydrogen-http');
    // The reference to nothing prevents sending it unchanged.
    assert.match(document.getText(), /\{\{the rest, which the history did not keep\}\}/);
  });
});
