import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Application } from '../../../src/applications/application';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentCategoryNode } from '../../../src/ui/nodes/contentCategory';
import { contentGroupNode } from '../../../src/ui/nodes/contentGroup';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { userNode } from '../../../src/ui/nodes/user';
import { argumentOf, run, storedApplications, useSandbox, writeApplications } from './fixture';
import { withPerson, withUser } from './person';

/** Runs a command like VS Code from the menu: with the clicked row and all selected rows. */
function runOnRows(command: string, rows: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`hydrogen.${command}`, rows[0], rows);
}

function tabs(): { label: string; isPreview: boolean }[] {
  const all = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return all.map(({ label, isPreview }) => ({ label, isPreview }));
}

describe('rows of the tree', () => {
  const service = useSandbox();
  const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const own = (name: string, clientId: string): Application => {
    const { serverDomain, authUrl } = service().shop;
    return { name, clientId, serverDomain, authUrl, environments: [], contentGroups: [] };
  };
  const shop = () =>
    applicationNode({ ...service().shop, contentGroups: [{ id: '42', name: 'First' }, { id: '43' }, { id: '44' }] });
  const category = (id: string) => {
    const raw = { id };
    return contentCategoryNode(contentLibraryNode(environmentNode(shop(), undefined)), {
      ...{ id, name: `Category ${id}`, haveChildren: false, raw },
    });
  };
  let ids: string[] = [];
  const [first, second] = [() => ids[0] ?? '', () => ids[1] ?? ''];
  before(async () => {
    const { serverDomain, clientId } = service().shop;
    const read = async (path: string) => {
      const response = await fetch(`${serverDomain}/hserve/v1/content/${path}`, {
        headers: { 'X-Hydrogen-Client-ID': clientId },
      });
      return ((await response.json()) as { objects: { id: number }[] }).objects.map(({ id }) => String(id));
    };
    ids = await read(`category/?content_group_id=${(await read('group/'))[0]}`);
    await run('application.add', argumentOf(service().shop));
    await run('application.add', argumentOf(service().blog));
  });
  after(closeAll);

  it('are not replaced by the selected environment when VS Code does not know them any more', async () => {
    await run('environment.select', { clientId: service().shop.clientId });
    await closeAll();
    for (const command of ['table.new', 'application.verifyToken', 'sandbox.bring']) {
      const asked = await withUser([], () =>
        vscode.commands.executeCommand(`hydrogen.${command}`, undefined, undefined),
      );
      assert.deepEqual(
        asked.map(({ title }) => title),
        ['The list was read again while the menu was open. Nothing was done. Choose the command again.'],
      );
    }
    assert.deepEqual(tabs(), []);
  });

  it('open each in its own permanent tab when they are selected', async () => {
    await closeAll();
    await runOnRows('item.open', [category(first()), category(second()), shop()]);
    assert.deepEqual(tabs(), [
      { label: `Category ${first()} · Production.json`, isPreview: false },
      { label: `Category ${second()} · Production.json`, isPreview: false },
    ]);
    await closeAll();
    const [product, note] = ['5001', '5004'].map(id =>
      dataTableNode(environmentNode(shop(), undefined), { id, name: undefined }),
    );
    await runOnRows('table.open', [product, note]);
    assert.deepEqual(
      tabs().map(({ isPreview }) => isPreview),
      [false, false],
    );
  });

  it('open as a preview with a click and permanently with a double click, with one read', async () => {
    await closeAll();
    const row = category(first());
    const before = service().sandbox.requests.length;
    await run('item.open', row);
    assert.deepEqual(
      tabs().map(({ isPreview }) => isPreview),
      [true],
    );
    const other = category(second());
    await Promise.all([run('item.open', other), run('item.open', other)]);
    assert.deepEqual(tabs(), [{ label: `Category ${second()} · Production.json`, isPreview: false }]);
    const read = service().sandbox.requests.slice(before);
    assert.equal(read.filter(({ path }) => path === `/hserve/v1/content/category/${second()}/`).length, 1);
  });

  it('are used alone when they are not part of the selection', async () => {
    await vscode.commands.executeCommand('hydrogen.application.copyClientId', shop(), [applicationNode(own('X', 'x'))]);
    assert.equal(await vscode.env.clipboard.readText(), service().shop.clientId);
  });

  it('copy their ClientIDs and Env IDs, one per line', async () => {
    const both = [shop(), applicationNode({ ...service().blog, contentGroups: [] })];
    await runOnRows('application.copyClientId', both);
    assert.equal(await vscode.env.clipboard.readText(), `${service().shop.clientId}\n${service().blog.clientId}`);
    const environments = both.flatMap(node =>
      [...node.application.environments, undefined].map(each => environmentNode(node, each)),
    );
    await runOnRows('environment.copyEnvId', environments);
    const envIds = environments.flatMap(({ environment }) => environment?.envId ?? []);
    assert.ok(envIds.length > 1);
    assert.equal(await vscode.env.clipboard.readText(), envIds.join('\n'));
  });

  it('create one request document', async () => {
    await closeAll();
    await runOnRows('request.newFromItem', [category(first()), category(second())]);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    const positions = [first(), second()].flatMap(id => [
      text.indexOf(`# Category ${id}\n`),
      text.indexOf(`/category/${id}/`),
    ]);
    assert.ok(!positions.includes(-1), text);
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    );
    const [staging] = shop().application.environments;
    await runOnRows(
      'request.newFromItem',
      [staging, undefined].map(environment => userNode(environmentNode(shop(), environment))),
    );
    const users = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.equal(users.split('{{user_id}}').length, 3, users);
    assert.equal(users.split('@user_id =').length, 2, users);
  });

  it('are verified one after the other, and a failure does not stop the next', async () => {
    const broken = own('Broken', 'broken-1');
    await writeApplications([...storedApplications(), broken]);
    const before = service().sandbox.requests.length;
    const rows = [{ ...service().shop, contentGroups: [] }, broken, { ...service().blog, contentGroups: [] }];
    await runOnRows('application.verifyToken', rows.map(applicationNode));
    const sent = service()
      .sandbox.requests.slice(before)
      .filter(({ path }) => path.includes('/server/time/'));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200],
    );
    await writeApplications(storedApplications().filter(({ clientId }) => clientId !== broken.clientId));
  });

  it('are counted and named before environments and content groups are removed', async () => {
    const { clientId } = service().shop;
    await run('environment.add', { clientId, name: 'Second', envId: 'second-1', confirmed: true });
    for (const contentGroupId of ['42', '43', '44']) await run('contentGroup.add', { clientId, contentGroupId });
    const stored = () => storedApplications().find(application => application.clientId === clientId);
    const environments = (stored()?.environments ?? []).map(each => environmentNode(shop(), each));
    const names = environments.map(({ environment }) => environment?.name ?? '');
    assert.deepEqual(names, ['Staging', 'Second']);
    const groups = (ids: string[]) =>
      ids.map(id =>
        contentGroupNode(contentLibraryNode(environmentNode(shop(), undefined)), { id }, { remembered: true }),
      );
    const asked = await withPerson(
      () => 'Remove',
      async () => {
        // Production is not in the settings, so it cannot be removed.
        await runOnRows('environment.remove', [...environments, environmentNode(shop(), undefined)]);
        await runOnRows('contentGroup.remove', groups(['42', '44']));
      },
    );
    assert.deepEqual(
      asked.map(({ title }) => title),
      ['Remove 2 environments?', 'Remove 2 content groups?'],
    );
    const { name } = service().shop;
    assert.ok(asked[0]?.detail.startsWith(`• ${name} · Staging\n• ${name} · Second\n`), asked[0]?.detail);
    assert.ok(asked[1]?.detail.startsWith(`• ${name} · Content group 42\n• ${name} · Content group 44\n`));
    assert.deepEqual(stored()?.environments, []);
    assert.deepEqual(stored()?.contentGroups, [{ id: '43' }]);
  });

  it('keep their secrets when these already are in the right storage', async () => {
    const { clientId } = service().shop;
    await run('application.keepInStorage', { clientId });
    await run('application.authorize', { clientId });
  });

  it('are counted and named before applications are removed, in one question', async () => {
    const nodes = [shop(), applicationNode({ ...service().blog, contentGroups: [] })];
    const sandboxes = applicationNode({ ...own('Sandbox Shop', 's'), sandbox: 'sandbox-1' });
    const answers = ['Cancel', 'Remove'];
    const asked = await withPerson(
      () => answers.shift(),
      async () => {
        for (let time = 0; time < 2; time += 1) {
          await runOnRows('application.remove', [...nodes, sandboxes, environmentNode(nodes[0] ?? shop(), undefined)]);
          assert.equal(storedApplications().length, time === 0 ? 2 : 0);
        }
      },
    );
    assert.equal(asked.length, 2);
    assert.equal(asked[0]?.title, 'Remove 2 applications?');
    assert.match(asked[0]?.detail ?? '', new RegExp(`^• ${service().shop.name}\n• ${service().blog.name}\n\n`));
  });
});
