import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { run, useSandbox, writeApplications } from './fixture';
import { useGate } from './gate';
import { outcomes, recordTests, until, type RecordedTests } from './recordedTests';

// Recording must start before a test opens a request document.
const recording = recordTests();

describe('a test run whose document is edited', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const never = new vscode.CancellationTokenSource().token;
  let folder = '';
  let tests: RecordedTests;

  before(async () => {
    tests = await recording;
    const { name, clientId, authUrl, environments } = service().shop;
    await writeApplications([{ name, clientId, authUrl, serverDomain: gate().origin, environments }]);
    await run('application.select', { clientId, envId: environments[0]?.envId });
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'edited');
    await mkdir(folder, { recursive: true });
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('testing.clearTestResults');
    await rm(folder, { recursive: true, force: true });
  });

  it('uses the variables of its beginning', async () => {
    const name = path.join(folder, 'edited.hydrogen.http');
    const get = (title: string, ...lines: string[]) => [`### ${title}`, ...lines, 'GET /hserve/v1/content/group/', ''];
    const last = ['### down', '# @teardown', 'GET /hserve/v1/content/group/?limit={{limit}}', ''];
    await writeFile(name, ['@limit = 7', '', ...get('one'), '?? status == 200', '', ...last].join('\n'));
    const document = await vscode.workspace.openTextDocument(name);
    const found = () => tests.controller?.items.get(document.uri.toString());
    await until(() => found() !== undefined);
    const profile = tests.profiles.findLast(({ label }) => /Staging$/.test(label)) ?? assert.fail();
    const { arrived, release } = gate().hold('GET');
    const running = profile.runHandler(new vscode.TestRunRequest([found() ?? assert.fail()], [], profile), never);
    await arrived;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(0).range, '@limit = 9');
    await vscode.workspace.applyEdit(edit);
    release();
    await running;
    assert.deepEqual(Object.values(outcomes(tests.runs.at(-1) ?? assert.fail())), ['passed', 'passed']);
    assert.match(service().sandbox.requests.at(-1)?.path ?? '', /limit=7$/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
