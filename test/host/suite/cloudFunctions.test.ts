import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { applicationNode } from '../../../src/ui/nodes/application';
import { cloudFunctionNode } from '../../../src/ui/nodes/cloudFunction';
import { cloudFunctionsNode } from '../../../src/ui/nodes/cloudFunctions';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { kindOf } from '../../../src/ui/nodes/node';
import { eventually } from '../../ui/driver/eventually';
import { callerOf } from '../../unit/sandbox/fixture';
import { rejection, run, useAuthorizedShop, useSandbox } from './fixture';
import { choosing, withPerson, withUser } from './person';
import { rowState } from './rowState';

const application = applicationNode({
  name: 'Shop',
  clientId: 'c',
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [],
  contentGroups: [],
});
const functions = cloudFunctionsNode(environmentNode(application, undefined));
const summary = {
  ...{ name: 'hello', hash: '', size: 120, remark: 'Greets', auditStatus: 'approved', plan: 'P_PERSONAL' },
  ...{ createdAt: undefined, updatedAt: undefined, updatedBy: 'Ada' },
};

describe('rows of cloud functions', () => {
  it('show one line that offers authorization for an application without it', async () => {
    const row = await kindOf(functions).row(functions, rowState({ isAuthorized: async () => false }));
    assert.deepEqual([row.children, row.contextValue], ['none', 'cloudFunctions.unauthorized']);
    assert.equal(row.command?.command, 'hydrogen.application.authorize');
  });

  it('show who deployed last, and the memory in the tooltip', async () => {
    const node = cloudFunctionNode(functions, 'hello', summary);
    const row = await kindOf(node).row(node, rowState());
    assert.equal(row.description, 'Ada');
    assert.deepEqual(row.tooltip?.split('\n'), ['hello', 'Greets', 'Memory: 256 MB', 'Code: 120 bytes']);
  });

  it('say that code which is not approved does not run yet', async () => {
    const node = cloudFunctionNode(functions, 'hello', { ...summary, auditStatus: 'pending' });
    const row = await kindOf(node).row(node, rowState());
    assert.equal(row.description, 'not running yet · Ada');
    assert.match(row.tooltip ?? '', /Not running yet: pending/);
  });
});

describe('the deployed code of a function as a document', () => {
  const service = useSandbox();
  const shop = useAuthorizedShop(service);

  it('is JavaScript and shows the environment in its tab', async () => {
    await run('function.open', { ...shop(), name: 'hello' });
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
    assert.equal(document.languageId, 'javascript');
    assert.match(document.uri.path, /\/functions\/hello · Production\.js$/);
    assert.match(document.getText(), /exports\.main/);
  });

  it('completes and explains the documented names of BaaS and event', async () => {
    const call = await callerOf(service().shop);
    const code = 'BaaS.TableObject;\nevent.data;\n';
    await call.json('POST /oserve/v1.3/cloud-function/', { body: { name: 'names', function_code: code } }, 201);
    await run('function.open', { ...shop(), name: 'names' });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    const namesAt = async (line: number, column: number) => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        ...[document.uri, new vscode.Position(line, column)],
      );
      return list.items.filter(({ label }) => typeof label === 'object' && label.description === 'Hydrogen');
    };
    const shown = (await namesAt(0, 5)).map(({ label }) => (typeof label === 'object' ? label.label : label));
    assert.ok(shown.includes('TableObject') && shown.includes('sendEmail'), shown.join());
    assert.ok((await namesAt(1, 6)).some(({ detail }) => detail === 'event.data'));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      ...[document.uri, new vscode.Position(0, 8)],
    );
    const text = hovers.flatMap(({ contents }) => contents.map(each => (typeof each === 'string' ? each : each.value)));
    assert.match(text.join('\n'), /new BaaS\.TableObject\(table\)/);
  });

  it('is not opened for a function that the server does not have', async () => {
    const message = await rejection(run('function.open', { ...shop(), name: 'missing' }));
    assert.match(message, /There is no cloud function called missing on the server/);
  });

  it('is added to the workspace by a button of the message that there is no file to run', async () => {
    const { uri: root } = vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder');
    const { clientId, serverDomain, authUrl } = service().shop;
    const stored = { name: 'Shop', clientId, serverDomain, authUrl, environments: [], contentGroups: [] };
    const parent = cloudFunctionsNode(environmentNode(applicationNode(stored), undefined));
    const answers = [[/^hello is not in the workspace/, 'Add to Workspace…']] as const;
    try {
      await withUser(answers, async () => {
        await run('function.run', cloudFunctionNode(parent, 'hello'));
        await eventually(() =>
          assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/functions\/hello\/index\.js$/),
        );
      });
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, 'functions'), { recursive: true });
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, 'hydrogen.json'));
    }
  });

  it('is added to the workspace, deployed from its file, and not overwritten unseen', async () => {
    const { uri: root } = vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder');
    const settings = vscode.Uri.joinPath(root, 'hydrogen.json');
    const folder = vscode.Uri.joinPath(root, 'functions');
    const call = await callerOf(service().shop);
    const path = '/oserve/v1.3/cloud-function/';
    const deployed = async () => (await call.json<{ function_code: string }>(`GET ${path}made/`)).function_code;
    const change = (code: string) => call.json(`PATCH ${path}made/`, { body: { function_code: code } }, 202);
    const edit = (code: string) => vscode.workspace.fs.writeFile(file, new TextEncoder().encode(code));
    const deploy = async () => void (await run('function.deploy', { ...shop(), name: 'made' }));
    await call.json(`POST ${path}`, { body: { name: 'made', function_code: 'exports.main = 1;\r\n' } }, 201);
    const file = vscode.Uri.joinPath(folder, 'made', 'index.js');
    try {
      await run('function.addToWorkspace', { ...shop(), name: 'made' });
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), 'exports.main = 1;\r\n');
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file);
      assert.deepEqual(
        lenses.map(({ command }) => command?.command),
        ['run', 'debug', 'deploy'].map(name => `hydrogen.function.${name}`),
      );
      await edit('exports.main = 2;\n');
      await withPerson(choosing('Deploy'), deploy);
      assert.equal(await deployed(), 'exports.main = 2;\n');
      await change('exports.main = 3;\n');
      await edit('exports.main = 4;\n');
      const asked = await withPerson(choosing('Deploy', 'Compare', 'Cancel'), async () => {
        assert.match(await rejection(deploy()), /Cancelled/);
      });
      assert.match(JSON.stringify(asked), /made in .* has other code than expected/);
      assert.equal(await deployed(), 'exports.main = 3;\n');
      await withPerson(choosing('Compare', 'Overwrite', 'Deploy'), deploy);
      assert.equal(await deployed(), 'exports.main = 4;\n');
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(folder, { recursive: true });
      await vscode.workspace.fs.delete(settings);
    }
  });
});
