import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { openContainer, openHydrogen } from '../driver/sidebar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';
import { sendFirst, writeDocuments } from './requestsFixture';

const path = '/hserve/v1/content/group/';

describe('a workspace with several folders', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      const add = async (name: string, lines: string[], variables: object) => {
        const workspace = join(profile.workspace, name);
        await writeDocuments({ ...profile, workspace }, { [name]: lines });
        await mkdir(join(workspace, '.vscode'));
        const settings = JSON.stringify({ 'hydrogen.variables': variables });
        await writeFile(join(workspace, '.vscode', 'settings.json'), settings);
      };
      await add('one', [`GET ${path}?limit={{limit}}`], { limit: 1 });
      await add('two', [`GET ${path}?limit={{limit}}`], { '*': { limit: 2 } });
      await add('three', [`GET ${path}`, '', '?? status == 200'], {});
      await writeWorkspace(profile.workspace, 'one', 'two');
    },
  });
  const workspaceFile = (folder: string) => join(folder, 'all.code-workspace');
  const writeWorkspace = (folder: string, ...names: string[]) =>
    writeFile(workspaceFile(folder), JSON.stringify({ folders: names.map(name => ({ path: name })) }));

  it('gives a request the variables of its folder', async () => {
    const { page, profile } = workbench();
    const address = new URL(page.url());
    address.search = new URLSearchParams({ workspace: workspaceFile(profile.workspace) }).toString();
    // VS Code itself sometimes opens a workspace file without its folders. It then shows them after another reload.
    await eventually(async () => {
      await page.goto(address.href);
      await page.locator('.part.statusbar .statusbar-item').first().waitFor();
      await page
        .locator('.part.sidebar')
        .getByRole('treeitem', { name: 'one', exact: true })
        .waitFor({ timeout: 30_000 });
    });
    await sendFirst(page, 'two');
    await eventually(() => assert.equal(service().sandbox.requests.at(-1)?.path, `${path}?limit=2`));
  });

  it('names the invalid setting of a folder', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await page.locator('.part.sidebar .message', { hasText: 'The setting hydrogen.variables: limit ' }).waitFor();
  });

  it('lists the tests of a folder that is added', async () => {
    const { page, profile } = workbench();
    await openContainer(page, 'Testing');
    const view = page.locator('.part.sidebar');
    await view.getByText('No tests have been found').first().waitFor();
    await writeWorkspace(profile.workspace, 'one', 'two', 'three');
    await view.getByRole('treeitem', { name: /three\.hydrogen\.http/ }).waitFor();
  });
});
