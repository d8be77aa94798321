import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { snapshotsEnding } from '../../../src/requests/checks/snapshotStore';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { assertPlain, run, useSandbox, writeApplications } from './fixture';
import { useGate } from './gate';
import { outcomes, recordTests, until, type RecordedRun, type RecordedTests } from './recordedTests';

// Recording must start before a test opens a request document.
const recording = recordTests();

const group = '/hserve/v1/content/group/';
const checked = (title: string, ...lines: string[]) => [`### ${title}`, ...lines, `GET ${group}?limit=1`, ''];

describe('the tests of request documents', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  let folder = '';
  let tests: RecordedTests;
  const arrived = () => service().sandbox.requests.length;
  const uriOf = (name: string) => vscode.Uri.file(path.join(folder, name));
  const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), lines.join('\n'));
  const fileOf = (name: string) => tests.controller?.items.get(uriOf(name).toString());
  const labels = (name: string) => [...(fileOf(name)?.children ?? [])].map(([, { label }]) => label);
  const item = (name: string, label: string) =>
    [...(fileOf(name)?.children ?? [])].find(([, one]) => one.label === label)?.[1] ?? assert.fail(label);
  const profileOf = (label: RegExp) =>
    tests.profiles.findLast(profile => label.test(profile.label)) ?? assert.fail(String(label));
  const never = new vscode.CancellationTokenSource();

  const lastRun = () => tests.runs.at(-1) ?? assert.fail('no run');
  const runIn = async (
    label: RegExp,
    include: vscode.TestItem[] | undefined,
    { token }: { token: vscode.CancellationToken } = never,
  ): Promise<RecordedRun> => {
    const profile = profileOf(label);
    await profile.runHandler(new vscode.TestRunRequest(include, [], profile), token);
    return lastRun();
  };

  before(async () => {
    tests = await recording;
    const { shop } = service();
    const { name, clientId, authUrl } = shop;
    const [staging] = shop.environments;
    await writeApplications([{ name, clientId, authUrl, serverDomain: gate().origin, environments: [staging] }]);
    await run('application.select', { clientId, envId: staging?.envId });
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'checks');
    await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('testing.clearTestResults');
  });

  it('are found in files with checks, also unsaved ones, without sending anything', async () => {
    const sent = arrived();
    const document = await openUntitled(
      'hydrogen-http',
      [...checked('unsaved $(trash) [x](command:y)\u202e'), '?? status == 200'].join('\n'),
    );
    await until(() => tests.controller?.items.get(document.uri.toString()) !== undefined);
    await write('plain.hydrogen.http', [`GET ${group}`]);
    await write('node_modules/other.hydrogen.http', [...checked('not ours'), '?? status == 200']);
    await write('twice.hydrogen.http', [
      ...checked('same'),
      '?? status == 200',
      ...checked('same'),
      '?? status == 201',
      '?? header content-type == text/plain',
    ]);
    await vscode.commands.executeCommand('testing.refreshTests');
    await until(() => fileOf('twice.hydrogen.http') !== undefined);
    assert.equal(fileOf('plain.hydrogen.http'), undefined);
    assert.equal(fileOf('node_modules/other.hydrogen.http'), undefined);
    await tests.controller?.resolveHandler?.(fileOf('twice.hydrogen.http'));
    assert.deepEqual(labels('twice.hydrogen.http'), ['same', 'same']);
    const lines = [...(fileOf('twice.hydrogen.http')?.children ?? [])].map(([, { range }]) => range?.start.line);
    assert.deepEqual(lines, [1, 5]);
    const untitled = tests.controller?.items.get(document.uri.toString());
    await until(() => untitled?.children.size === 1);
    for (const [, { label }] of untitled?.children ?? []) assertPlain(label, 'a test');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(() => tests.controller?.items.get(document.uri.toString()) === undefined);
    assert.equal(arrived(), sent);
  });

  it('follow edits by their names', async () => {
    const lines = [...checked('one'), '?? status == 200', ...checked('two'), '?? status == 200'];
    await write('edited.hydrogen.http', lines);
    await until(() => fileOf('edited.hydrogen.http') !== undefined);
    const document = await vscode.workspace.openTextDocument(uriOf('edited.hydrogen.http'));
    await until(() => labels('edited.hydrogen.http').length === 2);
    const two = item('edited.hydrogen.http', 'two');
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), [...checked('zero'), ''].join('\n')));
    await until(() => labels('edited.hydrogen.http').length === 3 && two.range?.start.line === 8);
    assert.equal(item('edited.hydrogen.http', 'two'), two);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await rm(path.join(folder, 'edited.hydrogen.http'));
    await until(() => fileOf('edited.hydrogen.http') === undefined);
  });

  it('run all in the selected environment, and show failures at their line as a difference', async () => {
    const sent = arrived();
    assert.equal(profileOf(/Staging|Test/).isDefault, true);
    await vscode.commands.executeCommand('testing.runAll');
    const { states, messages, output, durations } = lastRun();
    assert.deepEqual(
      states.filter(([, state]) => state !== 'started'),
      [
        ['same', 'passed'],
        ['same', 'failed'],
      ],
    );
    assert.deepEqual(
      messages.map(({ expectedOutput, actualOutput, location }) => [
        expectedOutput,
        /^(200|application\/json)/.test(actualOutput ?? ''),
        location?.range.start.line,
      ]),
      [
        ['201', true, 7],
        ['text/plain', true, 8],
      ],
    );
    assert.equal(durations.length, 2);
    assert.match(
      output,
      /^Sandbox Shop · .*\r\n✓ same \(\d+ ms\)\r\n✗ same \(\d+ ms\)\r\n {4}status == 201: Expected 201, but/,
    );
    assert.equal(arrived(), sent + 2);
    const [staging] = service().shop.environments;
    assert.deepEqual(
      service()
        .sandbox.requests.slice(-2)
        .map(({ environment }) => environment),
      [staging?.envId, staging?.envId],
    );
  });

  it('run only the failed ones again', async () => {
    const sent = arrived();
    await vscode.commands.executeCommand('testing.reRunFailTests');
    assert.deepEqual(outcomes(lastRun()), { same: 'failed' });
    assert.equal(arrived(), sent + 1);
  });

  it('send nothing to production except one request that the user picks', async () => {
    await write('elsewhere.hydrogen.http', [
      ...checked('away', '# @environment Production'),
      '?? status == 200',
      ...checked('here'),
      '?? status == 200',
    ]);
    await until(() => fileOf('elsewhere.hydrogen.http') !== undefined);
    const file = fileOf('elsewhere.hydrogen.http') ?? assert.fail();
    await tests.controller?.resolveHandler?.(file);
    const production = /Production$/;
    assert.equal(profileOf(production).supportsContinuousRun, false);
    const sent = arrived();
    for (const include of [undefined, [file], [...file.children].map(([, one]) => one)]) {
      const { output, states } = await runIn(production, include);
      assert.match(output, /Only single requests are sent to production/);
      assert.ok(states.length > 0 && states.every(([, state]) => state === 'skipped'));
    }
    assert.equal(arrived(), sent);
    // A run in another environment does not send to production either.
    const elsewhere = await runIn(/Staging|Test/, [file]);
    assert.deepEqual(outcomes(elsewhere), { away: 'skipped', here: 'passed' });
    assert.match(elsewhere.output, /Only single requests are sent to production/);
    assert.equal(arrived(), sent + 1);
    const alone = await runIn(production, [item('elsewhere.hydrogen.http', 'here')]);
    assert.deepEqual(outcomes(alone), { here: 'passed' });
    assert.equal(service().sandbox.requests.at(-1)?.environment, undefined);
    await rm(path.join(folder, 'elsewhere.hydrogen.http'));
  });

  it('run with their dependencies, and end with the teardown when they are cancelled', async () => {
    await write('steps.hydrogen.http', [
      ...checked('clean', '# @teardown', '# @name clean'),
      '?? status == 200',
      ...checked('up', '# @setup', '# @name up'),
      '?? status == 200',
      '### write',
      'POST /hserve/v2.4/table/product/record/',
      '',
      '{"name": "{{read.response.status}}"}',
      ...checked('read', '# @name read'),
      ...checked('last'),
    ]);
    await until(() => fileOf('steps.hydrogen.http') !== undefined);
    const file = fileOf('steps.hydrogen.http') ?? assert.fail();
    await tests.controller?.resolveHandler?.(file);
    const { arrived: written, release } = gate().hold('POST');
    const cancelling = new vscode.CancellationTokenSource();
    const chosen = [item('steps.hydrogen.http', 'write'), item('steps.hydrogen.http', 'last')];
    const running = runIn(/Staging|Test/, chosen, cancelling);
    await written;
    cancelling.cancel();
    const cancelled = await running;
    release();
    assert.deepEqual(
      cancelled.states.filter(([, state]) => state !== 'started'),
      [
        ['up (setup)', 'passed'],
        ['read', 'passed'],
        ['write', 'errored'],
        ['clean (teardown)', 'passed'],
      ],
    );
    assert.match(cancelled.output, /- write .*\r\n +Cancelled\. The service may have received it\.\r\n/);
    assert.equal(cancelled.messages[0]?.message, 'Cancelled. The service may have received it.');
    await rm(path.join(folder, 'steps.hydrogen.http'));
  });

  it('run again when their file is saved, while continuous run is on', async () => {
    const profile = profileOf(/Staging|Test/);
    const source = new vscode.CancellationTokenSource();
    const document = await vscode.workspace.openTextDocument(uriOf('twice.hydrogen.http'));
    await profile.runHandler(new vscode.TestRunRequest(undefined, [], profile, true), source.token);
    const editor = await vscode.window.showTextDocument(document);
    const runs = tests.runs.length;
    await editor.edit(edit => edit.replace(new vscode.Range(7, 0, 9, 0), '?? status == 200\n'));
    await document.save();
    await until(() => tests.runs.length > runs);
    assert.deepEqual(outcomes(lastRun()), { same: 'passed' });
    assert.equal(tests.runs.length, runs + 1);
    source.cancel();
    const sent = arrived();
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '# once more\n'));
    await document.save();
    // A run that began with the save would have ended before the next one begins.
    await runIn(/Staging|Test/, [fileOf('twice.hydrogen.http') ?? assert.fail()]);
    assert.equal(tests.runs.length, runs + 2);
    assert.equal(arrived(), sent + 2);
  });

  it('run in a sandbox that starts for them, with the password of its users', async () => {
    const name = 'sandbox.hydrogen.http';
    await write(name, [
      '### log in',
      '# @as anonymous',
      'POST /hserve/v2.1/login/username/',
      '',
      '{"username": "customer", "password": "{{$secret password}}"}',
      '',
      '?? status == 201',
      ...checked('groups of the Open API'),
    ]);
    await until(() => fileOf(name) !== undefined);
    const sent = arrived();
    const { states, output } = await runIn(/^Local Sandbox$/, [fileOf(name) ?? assert.fail()]);
    assert.deepEqual(Object.fromEntries(states), { 'log in': 'passed', 'groups of the Open API': 'passed' }, output);
    assert.equal(arrived(), sent);
    await run('sandbox.stop');
    await rm(path.join(folder, name));
  });

  it('offer to update a snapshot that differs', async () => {
    const name = 'snapshot.hydrogen.http';
    await write(name, [...checked('groups'), '?? snapshot']);
    await until(() => fileOf(name) !== undefined);
    await tests.controller?.resolveHandler?.(fileOf(name));
    const runIt = () => runIn(/Staging|Test/, [item(name, 'groups')]);
    await runIt();
    const file = path.join(folder, `${name}${snapshotsEnding}`);
    const right = await readFile(file, 'utf8');
    await writeFile(file, right.replaceAll('meta', 'other'));
    const { messages } = await runIt();
    assert.equal(messages[0]?.contextValue, 'hydrogenOutdatedSnapshot');
    await run('request.updateSnapshot', { test: item(name, 'groups'), message: messages[0] });
    assert.equal(await readFile(file, 'utf8'), right);
    assert.deepEqual((await runIt()).states.at(-1), ['groups', 'passed']);
    for (const made of [file, path.join(folder, name)]) await rm(made);
  });

  it('are found in a file of ten thousand requests', async () => {
    const name = 'many.hydrogen.http';
    await write(
      name,
      [...Array(10_000).keys()].flatMap(index => [...checked(`r${index % 10}`), '?? status == 200']),
    );
    await until(() => fileOf(name) !== undefined);
    await tests.controller?.resolveHandler?.(fileOf(name));
    assert.equal(labels(name).length, 10_000);
    // The extension host sends tests to VS Code's window in batches, some time later.
    const known = () => vscode.commands.executeCommand<string[]>('vscode.testing.getTestsInFile', uriOf(name));
    await until(async () => (await known()).length > 0);
    await rm(path.join(folder, name));
    await until(() => fileOf(name) === undefined);
  });
});
