import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { run, useSandbox, writeApplications } from './fixture';
import { withPerson, type Asked } from './person';
import { outcomes, recordTests, until, type RecordedRun, type RecordedTests } from './recordedTests';

// Recording must start before a test opens a request document.
const recording = recordTests();

describe('a test in production', () => {
  const service = useSandbox();
  const never = new vscode.CancellationTokenSource().token;
  let folder = '';
  let tests: RecordedTests;

  before(async () => {
    tests = await recording;
    const { name, clientId, authUrl, serverDomain } = service().shop;
    await writeApplications([{ name, clientId, authUrl, serverDomain, environments: [] }]);
    await run('application.select', { clientId });
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'around');
    await mkdir(folder, { recursive: true });
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('testing.clearTestResults');
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string, lines: string[]): Promise<vscode.TestItem> => {
    const file = path.join(folder, `${name}.hydrogen.http`);
    await writeFile(file, lines.join('\n'));
    const document = await vscode.workspace.openTextDocument(file);
    const found = () => tests.controller?.items.get(document.uri.toString());
    await until(() => found() !== undefined);
    const item = found() ?? assert.fail();
    await tests.controller?.resolveHandler?.(item);
    return item;
  };

  it('sends the dependencies of its file only after one question that names all of them', async () => {
    const get = ['GET /hserve/v1/content/group/?limit=1', '', '?? status == 200', ''];
    const file = await open('around', [
      ...['### prepare', '# @setup', ...get, '### needed', '# @name needed', ...get],
      ...[
        '### picked',
        'GET /hserve/v1/content/group/?limit={{needed.response.body.meta.limit}}',
        '',
        '?? status == 200',
        '',
      ],
      ...['### other', ...get, '### clean up', '# @teardown', ...get],
      ...['### left out', '# @setup', '# @skip', ...get],
    ]);
    const picked = [...file.children].find(([, { label }]) => label === 'picked')?.[1] ?? assert.fail();
    const profile = tests.profiles.findLast(({ label }) => /Production$/.test(label)) ?? assert.fail();
    const arrived = () => service().sandbox.requests.length;
    const runPicked = async (answer: string | undefined): Promise<[Asked[], RecordedRun]> => {
      const asked = await withPerson(
        () => answer,
        async () => void (await profile.runHandler(new vscode.TestRunRequest([picked], [], profile), never)),
      );
      return [asked, tests.runs.at(-1) ?? assert.fail()];
    };
    const sent = arrived();
    const [asked, declined] = await runPicked(undefined);
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.title ?? '', /^Send 3 more requests to the production of /);
    assert.match(
      asked[0]?.detail ?? '',
      /“picked” .*\n\n• prepare \(# @setup\)\n• needed\n• clean up \(# @teardown\)$/,
    );
    const states = Object.values(outcomes(declined));
    assert.ok(states.length >= 3 && states.every(state => state === 'skipped'), JSON.stringify(outcomes(declined)));
    assert.equal(arrived(), sent);
    const [, agreed] = await runPicked('Send All');
    assert.deepEqual(outcomes(agreed), {
      'prepare (setup)': 'passed',
      'left out (setup)': 'skipped',
      needed: 'passed',
      picked: 'passed',
      'clean up (teardown)': 'passed',
    });
    assert.equal(arrived(), sent + 4);
  });

  it('sends nothing to production by a complete address in a run of an environment', async () => {
    const lines = (address: string) => [`### at ${address}`, `DELETE ${address}`, '', '?? status == 204', ''];
    // Another spelling of the host, and the host of another application.
    const addresses = ['http://baas.example.com/hserve/v1/a/', 'https://blog.example.com/hserve/v1/a/'];
    const file = await open('addresses', addresses.flatMap(lines));
    const { name, clientId, authUrl, serverDomain } = service().shop;
    const host = 'https://baas.example.com';
    const environments = [{ name: 'Staging', envId: 'env-staging' }];
    await writeApplications([
      { name, clientId, authUrl: host, serverDomain: host, environments },
      { name: 'Blog', clientId: 'blog', authUrl: host, serverDomain: 'https://blog.example.com', environments: [] },
    ]);
    await run('application.select', { clientId, authUrl: host, envId: 'env-staging' });
    const profile = tests.profiles.findLast(({ label }) => /Staging$/.test(label)) ?? assert.fail();
    const request = new vscode.TestRunRequest([file], [], profile);
    const asked = await withPerson(
      () => undefined,
      async () => void (await profile.runHandler(request, never)),
    );
    assert.deepEqual(asked, []);
    assert.deepEqual(Object.values(outcomes(tests.runs.at(-1) ?? assert.fail())), ['skipped', 'skipped']);
    await writeApplications([{ name, clientId, authUrl, serverDomain, environments: [] }]);
    await run('application.select', { clientId, authUrl });
  });

  it('gives no secret of the sandbox to another application', async () => {
    const { name, clientId, authUrl, serverDomain, environments } = service().shop;
    const [staging = assert.fail()] = environments;
    await writeApplications([{ name: 'Elsewhere', clientId, authUrl, serverDomain, environments: [staging] }]);
    const lines = ['# @application Elsewhere', `# @environment ${staging.name}`, 'GET /hserve/v1/content/group/'];
    const file = await open('secrets', [...lines, 'X-Control: {{$secret control}}', '', '?? status == 200', '']);
    const profile = tests.profiles.findLast(({ label }) => /^Local Sandbox$/.test(label)) ?? assert.fail();
    const sent = service().sandbox.requests.length;
    const asked = await withPerson(
      () => undefined,
      async () => void (await profile.runHandler(new vscode.TestRunRequest([file], [], profile), never)),
    );
    assert.equal(service().sandbox.requests.length, sent);
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['box'],
    );
    assert.deepEqual(Object.values(outcomes(tests.runs.at(-1) ?? assert.fail())), ['skipped']);
    await run('sandbox.stop');
    await writeApplications([{ name, clientId, authUrl, serverDomain, environments: [] }]);
    await run('application.select', { clientId, authUrl });
  });

  it('shows the origin of a result, unless the code lens beside it does', async () => {
    const file = await open('one', ['### one', 'GET /hserve/v1/content/group/?limit=1', '', '?? status == 200', '']);
    const one = [...file.children].find(([, { label }]) => label === 'one')?.[1] ?? assert.fail();
    const controller = tests.controller ?? assert.fail();
    const outdated: unknown[] = [];
    controller.invalidateTestResults = items => void (items === one && outdated.push(items));
    const runIn = async (place: RegExp) => {
      const profile = tests.profiles.findLast(({ label }) => place.test(label)) ?? assert.fail();
      await profile.runHandler(new vscode.TestRunRequest([one], [], profile), never);
      assert.deepEqual(Object.values(outcomes(tests.runs.at(-1) ?? assert.fail())), ['passed']);
    };
    await runIn(/^Local Sandbox$/);
    assert.deepEqual([one.label, outdated], ['one · ran in Local Sandbox', [one]]);
    await runIn(/Production$/);
    assert.deepEqual([one.label, outdated], ['one', [one]]);
    const { name, clientId, authUrl, serverDomain, environments } = service().shop;
    await writeApplications([{ name, clientId, authUrl, serverDomain, environments }]);
    await run('application.select', { clientId, authUrl, envId: environments[0]?.envId });
    assert.deepEqual([one.label, outdated], ['one · ran in Sandbox Shop · Production', [one, one]]);
    await run('application.select', { clientId, authUrl });
    assert.equal(one.label, 'one');
    await run('sandbox.stop');
  });
});
