import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { corpusIn, echo, runCorpus } from '../../clients/checksCorpus';
import { useHttpServer } from '../../httpServer';
import { run } from './fixture';
import { withUser } from './person';
import { openRequestFile, sendRequest, useFolder, useSelectedShop, useServerDomain } from './requestDocuments';

describe('a request with a response', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  let answer: (request: http.IncomingMessage) => unknown = () => ({});
  const server = useHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer(request)));
  });
  before(async () => {
    const { clientId, environments } = service().shop;
    await run('application.select', { clientId, envId: environments[0]?.envId });
    await useServerDomain(server());
  });

  const open = (name: string, lines: string[]) => openRequestFile(folder(), name.replace('.hydrogen.http', ''), lines);
  const send = sendRequest;
  const failures = ({ uri }: vscode.TextDocument) =>
    vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'check');
  const actions = async ({ uri }: vscode.TextDocument, line: number) => {
    const range = new vscode.Range(line, 3, line, 3);
    return vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
  };
  const choose = async (document: vscode.TextDocument, line: number, actionTitle: string) => {
    const action = (await actions(document, line)).find(({ title }) => title === actionTitle);
    assert.ok(action?.command !== undefined, actionTitle);
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments as unknown[]));
  };

  it('gets checks that it passes, inserted below it once', async () => {
    answer = () => ({ id: 5, name: '商品', tags: [], none: null, 'first-name': 'a', token: 'abcdefgh12345678' });
    const document = await open('add.hydrogen.http', ['### one', 'GET /a/', '', '### two', 'GET /b/']);
    const before = document.getText();
    await run('request.addChecks', document.uri);
    assert.equal(document.getText(), before, 'no response is known');
    assert.deepEqual(await actions(document, 1), []);
    await send(document);
    await choose(document, 1, 'Add checks from this response');
    assert.deepEqual(document.getText().split('\n'), [
      '### one',
      'GET /a/',
      '',
      '?? status == 200',
      '?? header content-type includes application/json',
      '?? body id isNumber',
      '?? body name isString',
      '?? body tags isArray',
      "?? body ['first-name'] isString",
      '?? body token isString',
      '',
      '### two',
      'GET /b/',
    ]);
    await send(document);
    assert.deepEqual(failures(document), []);
    const after = document.getText();
    await run('request.addChecks', document.uri);
    assert.equal(document.getText(), after, 'it has them all');
    await document.save();
  });

  it('writes its snapshot beside the document, and updates it by a quick fix', async () => {
    answer = () => ({ id: 5, name: 'a' });
    const document = await open('page.hydrogen.http', ['# @name page', 'GET /a/', '', '?? snapshot']);
    const stored = async () =>
      JSON.parse(await readFile(path.join(folder(), 'page.hydrogen.http.snapshots.json'), 'utf8')) as unknown;
    await send(document);
    assert.deepEqual(failures(document), []);
    const page = { body: { id: '‹number id›', name: 'a' }, status: 200, type: 'application/json' };
    assert.deepEqual(await stored(), { page: { Staging: page } });
    answer = () => ({ id: 6, name: 'b' });
    await send(document);
    assert.deepEqual(
      failures(document).map(({ message }) => message),
      ['The response differs from its snapshot: body.name "a" → "b"'],
    );
    assert.deepEqual(await stored(), { page: { Staging: page } });
    await choose(document, 3, 'Update the snapshot');
    assert.deepEqual(failures(document), []);
    assert.deepEqual(await stored(), { page: { Staging: { ...page, body: { ...page.body, name: 'b' } } } });
    const renamed = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      new vscode.Position(0, 9),
      'list',
    );
    await vscode.workspace.applyEdit(renamed);
    const beside = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('.snapshots.json'));
    assert.ok(await beside?.save());
    await document.save();
    assert.deepEqual(Object.keys((await stored()) as object), ['list']);
    await send(document);
    assert.deepEqual(failures(document), []);
    const untitled = await openUntitled('hydrogen-http', 'GET /a/\n\n?? snapshot');
    await vscode.window.showTextDocument(untitled);
    await send(untitled);
    assert.deepEqual(
      failures(untitled).map(({ message }) => message),
      ['Snapshots are stored beside the document: save it first.'],
    );
  });

  it('is compared with another environment, under its guard', async () => {
    const seen: unknown[] = [];
    answer = ({ headers }) => {
      seen.push(headers['x-hydrogen-env-id']);
      return { name: headers['x-hydrogen-env-id'] === undefined ? 'there' : 'here' };
    };
    const document = await open('same.hydrogen.http', [
      ...['GET /a/', '', '?? same as Production'],
      ...['###', 'DELETE /a/', '', '?? same as Production'],
    ]);
    const envId = service().shop.environments[0]?.envId;
    await send(document);
    assert.deepEqual(seen, [envId, undefined]);
    assert.deepEqual(
      failures(document).map(({ message }) => message),
      ['The response of the other environment is different: body.name "there" → "here"'],
    );
    await send(document, 1);
    assert.deepEqual(seen, [envId, undefined, envId]);
    assert.match(failures(document)[1]?.message ?? '', /^Only requests that read from the application are sent/);
  });

  it('is compared with another environment by a command, which warns before it writes twice', async () => {
    const { clientId, environments } = service().shop;
    const [own] = environments;
    const others = ['Production', ...environments.slice(1).map(({ name }) => name)];
    const document = await open('both.hydrogen.http', ['GET /a/', '###', 'DELETE /a/']);
    const pinned = await open('pinned.hydrogen.http', ['# @environment Production', 'GET /a/']);
    const asked = async ({ uri }: vscode.TextDocument, index: number) => {
      const [list, ...more] = await withUser([], () => run('request.compareEnvironments', uri, index));
      assert.deepEqual([list?.kind, more], ['list', []]);
      return [list?.title, list?.choices];
    };
    await run('application.select', { clientId, envId: own?.envId });
    const question = 'Compare with which environment?';
    assert.deepEqual(await asked(document, 0), [question, others]);
    assert.deepEqual(await asked(pinned, 0), [question, environments.map(({ name }) => name)]);
    const warning = 'Send to both environments and compare: the request may change both';
    assert.deepEqual(await asked(document, 1), [warning, others]);
  });

  it('can come from a Hurl file, with its assertions as checks', async () => {
    const file = path.join(folder(), 'old.hurl');
    const lines = [
      `GET ${server()}/hserve/v1/a/`,
      'HTTP 200',
      '[Asserts]',
      'jsonpath "$.a" == 1',
      'xpath "//a" exists',
    ];
    await writeFile(file, lines.join('\n'));
    await run('request.convert', vscode.Uri.file(file));
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'hydrogen-http');
    assert.equal(document.getText().trimEnd(), '###\nGET /hserve/v1/a/\n\n?? status == 200\n?? body a == 1');
  });

  describe('has the same verdict as in the runner of the core, which is compared with httpYac', () => {
    const origin = useHttpServer(echo);
    before(() => useServerDomain(origin()));
    after(() => useServerDomain(server()));

    it('for the checks of every twelfth shared file', async () => {
      const corpus = await corpusIn(path.join(process.env['HYDROGEN_ROOT'] ?? '', 'test', 'clients', 'checks'));
      // One document, because opening a document takes longer than sending its requests.
      const content = [...corpus.values()].filter((_, at) => at % 12 === 0).join('\n###\n');
      const results = await runCorpus(new Map([['shared.hydrogen.http', content]]), origin());
      const document = await open('shared.hydrogen.http', [content]);
      for (const { index } of results) await send(document, index);
      const verdicts = results.flatMap(result => result.verdicts);
      assert.ok(verdicts.length > 130, String(verdicts.length));
      assert.deepEqual(
        failures(document).map(({ range }) => range.start.line),
        verdicts.filter(({ passed }) => !passed).map(({ range }) => document.positionAt(range.start).line),
      );
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
  });
});
