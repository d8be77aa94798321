import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { useHttpServer } from '../../httpServer';
import { run, storedApplications, useSandbox, writeApplications } from './fixture';
import { titlesOf, withUser } from './person';
import { recordTests, until, type RecordedRun, type RecordedTests } from './recordedTests';

// Recording must start before a test opens a request document.
const recording = recordTests();

describe('tests that compare whole responses', () => {
  const service = useSandbox();
  const other = { name: 'Second', envId: 'second-env-id' };
  const never = new vscode.CancellationTokenSource().token;
  let folder = '';
  let tests: RecordedTests;
  let answer: (request: http.IncomingMessage) => unknown = () => ({});
  const server = useHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer(request)));
  });
  const elsewhere = useHttpServer((_, response) => response.end('{}'));

  before(async () => {
    tests = await recording;
    const { name, clientId, authUrl, environments } = service().shop;
    const [first] = environments;
    await writeApplications([{ name, clientId, authUrl, serverDomain: server(), environments: [first, other] }]);
    await run('application.select', { clientId, envId: first?.envId });
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'compared');
    await mkdir(folder, { recursive: true });
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('testing.clearTestResults');
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string, lines: string[]): Promise<vscode.TestItem> => {
    const file = path.join(folder, name);
    await writeFile(file, lines.join('\n'));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const found = () => tests.controller?.items.get(document.uri.toString());
    await until(() => found() !== undefined);
    return found() ?? assert.fail();
  };
  const runFile = async (...items: vscode.TestItem[]): Promise<RecordedRun> => {
    const usual = () => tests.profiles.findLast(({ isDefault, label }) => isDefault && label !== 'Local Sandbox');
    await until(() => usual() !== undefined);
    const profile = usual() ?? assert.fail();
    await profile.runHandler(new vscode.TestRunRequest(items, [], profile), never);
    return tests.runs.at(-1) ?? assert.fail('no run');
  };
  const last = ({ states }: RecordedRun) => states.at(-1)?.[1];
  const failures = ({ messages }: RecordedRun) =>
    messages.map(({ message, expectedOutput, actualOutput, location }) => {
      const named = (text = '') => /"name": "(\w+)"/.exec(text)?.[1];
      return [message, named(expectedOutput), named(actualOutput), location?.range.start.line];
    });

  it('write a snapshot, pass with it, and fail with the difference at its line; Send offers to update it', async () => {
    answer = () => ({ id: 5, name: 'a' });
    const item = await open('page.hydrogen.http', ['# @name page', 'GET /a/', '', '?? snapshot']);
    const stored = () => readFile(path.join(folder, 'page.hydrogen.http.snapshots.json'), 'utf8');
    assert.equal(last(await runFile(item)), 'passed');
    const written = await stored();
    assert.match(written, /"name": "a"/);
    answer = () => ({ id: 6, name: 'a' });
    assert.equal(last(await runFile(item)), 'passed');
    answer = () => ({ id: 6, name: 'b' });
    const failed = await runFile(item);
    assert.equal(last(failed), 'failed');
    assert.deepEqual(failures(failed), [['The response differs from its snapshot: body.name "a" → "b"', 'a', 'b', 3]]);
    assert.equal(await stored(), written);
    await vscode.commands.executeCommand('hydrogen.request.send', item.uri, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      item.uri,
      new vscode.Range(3, 3, 3, 3),
    );
    const { command } = actions.find(({ title }) => title === 'Update the snapshot') ?? {};
    assert.ok(command !== undefined, actions.map(({ title }) => title).join());
    await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
    assert.match(await stored(), /"name": "b"/);
    assert.equal(last(await runFile(item)), 'passed');
  });

  it('store a snapshot for the target of its request, also in a run of the sandbox', async () => {
    answer = () => ({ name: 'a' });
    const before = storedApplications();
    const elsewhere = { ...before[0], name: 'Elsewhere', clientId: 'elsewhere', environments: [other] };
    await writeApplications([...before, elsewhere]);
    const item = await open('named.hydrogen.http', [
      ...['# @name named', '# @application Elsewhere', '# @environment Second', 'GET /a/', '', '?? snapshot'],
    ]);
    const profile = tests.profiles.find(({ label }) => label === 'Local Sandbox') ?? assert.fail();
    await profile.runHandler(new vscode.TestRunRequest([item], [], profile), never);
    const sent = tests.runs.at(-1) ?? assert.fail();
    assert.equal(last(sent), 'passed', JSON.stringify(sent.messages));
    const stored = await readFile(path.join(folder, 'named.hydrogen.http.snapshots.json'), 'utf8');
    assert.deepEqual(Object.keys((JSON.parse(stored) as { named: object }).named), ['Second']);
    await writeApplications(before);
  });

  it('take no value from a response of another environment', async () => {
    const seen: unknown[] = [];
    answer = ({ url }) => {
      seen.push(url);
      return { name: 'a' };
    };
    const item = await open('values.hydrogen.http', [
      ...['### log in', '# @name login', 'GET /a/', '', '?? status == 200'],
      ...['### elsewhere', '# @environment Second', 'GET /b/?x={{login.response.body.name}}', ''],
    ]);
    const failed = await runFile(item);
    assert.equal(last(failed), 'errored');
    assert.match(failed.messages[0]?.message as string, /^There is no response of login from this application/);
    assert.deepEqual(seen, ['/a/']);
  });

  it('ask before a file sends something to another host, although another file may send to it', async () => {
    const items: vscode.TestItem[] = [];
    for (const name of ['one', 'two'])
      items.push(await open(`${name}.hydrogen.http`, [`GET ${elsewhere()}/${name}/`, '', '?? status == 200']));
    const asked = await withUser([[/^Send this to/, 'Send']], () => runFile(...items));
    assert.deepEqual(titlesOf(asked), [`Send this to ${elsewhere()}?`, `Send this to ${elsewhere()}?`]);
  });

  it('send the request to the other environment as well, and fail with the difference', async () => {
    const seen: unknown[] = [];
    answer = ({ headers }) => {
      seen.push(headers['x-hydrogen-env-id']);
      return { name: headers['x-hydrogen-env-id'] === other.envId ? 'there' : 'here' };
    };
    const item = await open('same.hydrogen.http', ['GET /a/', '', '?? same as Second']);
    const failed = await runFile(item);
    assert.equal(last(failed), 'failed');
    assert.deepEqual(failures(failed), [
      ['The response of the other environment is different: body.name "there" → "here"', 'there', 'here', 2],
    ]);
    assert.deepEqual(seen, [service().shop.environments[0]?.envId, other.envId]);
    answer = () => ({ name: 'equal' });
    assert.equal(last(await runFile(item)), 'passed');
  });
});
