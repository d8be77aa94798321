import assert from 'node:assert/strict';
import type http from 'node:http';
import { after, afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { extensionId, run } from './fixture';
import { withUser } from './person';
import {
  lensesOf,
  openRequest,
  sendRequest,
  shownResponse,
  useSelectedShop,
  useServerDomain,
} from './requestDocuments';

/** Sends the only request of a new document. Returns the document and that of its response. */
async function send(lines: string[]): Promise<{ document: vscode.TextDocument; response: vscode.TextDocument }> {
  const document = await openRequest(lines);
  await sendRequest(document);
  return { document, response: shownResponse('HTTP ') };
}

const failedChecks = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'check');

describe('the response to a request', () => {
  const service = useSelectedShop();
  let respond: http.RequestListener = () => undefined;
  const server = useHttpServer((request, response) => respond(request, response));
  const respondJson = (text: string) => {
    respond = (_, response) => void response.setHeader('content-type', 'application/json').end(text);
    // A request to a host of no application would be confirmed first.
    return useServerDomain(server());
  };
  afterEach(() => useServerDomain(service().shop.serverDomain));

  it('is indented without loss when it is large', async () => {
    const value = { objects: Array.from({ length: 6_000 }, (_, id) => ({ id, name: '商品', nested: [{ id }] })) };
    await respondJson(JSON.stringify(value));
    const { response } = await send(['GET /large/']);
    const text = response.getText();
    // The breadcrumb shows the path.
    assert.match(response.uri.path, /^\/hydrogen-responses\/GET ∕large∕ · [^/]+$/);
    assert.equal(text.slice(text.indexOf('\n\n') + 2), `${JSON.stringify(value, undefined, 2)}\n`);
    // The thread that indents it runs this file, so the package must contain it.
    const extension = vscode.extensions.getExtension(extensionId) ?? assert.fail();
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(extension.extensionUri, 'dist', 'responseWorker.js'));
  });

  it('arrives once when Send is pressed twice; meanwhile the lens cancels', async () => {
    let arrived = 0;
    let end = () => {};
    const begun = new Promise<void>(resolve => {
      respond = (_, response) => {
        arrived += 1;
        end = () => void response.end('done');
        resolve();
      };
    });
    await useServerDomain(server());
    const document = await openRequest(['GET /slow/']);
    const lens = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        10,
      );
      return lenses[0]?.command?.command;
    };
    assert.equal(await lens(), 'hydrogen.request.send');
    const first = sendRequest(document);
    await begun;
    // Ends at once, because nothing is sent.
    await sendRequest(document);
    assert.equal(await lens(), 'hydrogen.request.cancel');
    end();
    await first;
    assert.equal(arrived, 1);
    assert.equal(await lens(), 'hydrogen.request.send');
  });

  it('shows how many checks passed, and marks the failed ones until the next edit', async () => {
    await respondJson('{"name":"商品","count":3}');
    const checks = ['?? status == 200', '?? body name == goods', '?? body count > 2'];
    const { document, response } = await send(['GET /checked/', '', ...checks]);
    const head = response.getText().split('\n\n', 1)[0] ?? '';
    assert.match(head, /^# 2 of 3 checks passed\n# ✗ body name == goods · Expected goods, but it is 商品\.$/m);
    const failed = () => failedChecks(document).map(({ range, message }) => `${range.start.line}: ${message}`);
    assert.deepEqual(failed(), ['3: Expected goods, but it is 商品.']);
    assert.equal((await lensesOf(document))[0], '$(error) 2 of 3 checks passed');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# edited\n');
    await vscode.workspace.applyEdit(edit);
    assert.deepEqual(failed(), []);
  });

  it('shows the number of checks of a target only beside that target', async () => {
    await respondJson('{"name":"商品"}');
    const { clientId, name, environments } = service().shop;
    await run('application.select', { clientId, envId: environments[0]?.envId });
    const { document } = await send(['GET /checked/', '', '?? status == 200', '?? body name == goods']);
    const shown = async () => [(await lensesOf(document))[0], failedChecks(document).length];
    const result = ['$(error) 1 of 2 checks passed', 1];
    assert.deepEqual(await shown(), result);
    await run('application.select', { clientId });
    assert.deepEqual(await shown(), [`$(play) Send · ${name} · Production`, 0]);
    await run('application.select', { clientId, envId: environments[0]?.envId });
    assert.deepEqual(await shown(), result);
    await run('application.select', { clientId });
  });

  it('is compared with the documented types; a body that is not JSON is described', async () => {
    const bodies: [body: string, expected: string][] = [
      ['{"meta":{},"objects":[{"id":"7"}]}', 'objects[].id: integer was expected, but this is string'],
      ['<!doctype html><p>Sign in</p>', 'A JSON object was expected, but this is a web page'],
      ['Sign in', 'A JSON object was expected, but this is other text'],
    ];
    for (const [body, expected] of bodies) {
      await respondJson(body);
      const { response } = await send(['GET /hserve/v1/content/group/']);
      await eventually(() => {
        const problems = vscode.languages.getDiagnostics(response.uri).map(({ message }) => message);
        assert.ok(problems.includes(expected), problems.join());
      });
    }
  });

  it('wraps long lines, such as those of redirects', async () => {
    await respondJson('{}');
    const { response } = await send(['GET /wrapped/']);
    assert.equal(vscode.workspace.getConfiguration('editor', response).get('wordWrap'), 'on');
  });

  it('keeps its credentials visible when its comparison is closed', async () => {
    await respondJson('{"token":"0123456789abcdef0123456789abcdef"}');
    const { response } = await send(['GET /token/']);
    await withUser([[/^Show the credentials/, 'Show']], () => run('response.reveal', response.uri));
    const isRevealed = () => assert.match(response.getText(), /"token": "0123/);
    await eventually(isRevealed);
    const compared = () => vscode.workspace.textDocuments.some(({ uri }) => uri.query === 'compared');
    await vscode.commands.executeCommand('vscode.diff', response.uri, response.uri.with({ query: 'compared' }));
    await eventually(() => assert.ok(compared()));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => assert.ok(!compared()));
    // Long enough for VS Code to show a changed text.
    for (let time = 0; time < 3; time += 1) await lensesOf(response);
    isRevealed();
  });

  it('lacks no field when the request chooses the fields itself', async () => {
    const { response } = await send(['GET /hserve/v2.4/table/product/record/?keys=name&limit=1']);
    assert.match(response.getText(), /^HTTP 200/);
    const problems = vscode.languages.getDiagnostics(response.uri).map(({ message }) => message);
    assert.deepEqual(problems, []);
  });
});

describe('a request from the history', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens for completion when it is incomplete, instead of being sent', async () => {
    const entry = {
      id: 'cut',
      at: 1,
      application: { name: 'Shop', clientId: 'unknown' },
      label: 'Cut',
      request: `POST /hserve/v2.4/table/product/record/\n\n${'x'.repeat(20_000)}`.slice(0, 20_000),
      shortened: true,
    };
    // Rows of the history are not arguments of scripts, so the command does not reject.
    assert.equal(await run('history.sendAgain', { entry }), undefined);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled === true && document.languageId === 'hydrogen-http');
    // This reference has no value, so the document cannot be sent unchanged.
    assert.match(document.getText(), /\{\{the rest, which the history did not keep\}\}/);
  });
});
