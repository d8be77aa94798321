import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { openHydrogen } from '../driver/sidebar';
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
      const folders = ['one', 'two'].map(name => ({ path: name }));
      await writeFile(workspaceFile(profile.workspace), JSON.stringify({ folders }));
    },
  });
  const workspaceFile = (folder: string) => join(folder, 'all.code-workspace');

  it('gives a request the variables of its folder', async () => {
    const { page, profile } = workbench();
    const address = new URL(page.url());
    address.search = new URLSearchParams({ workspace: workspaceFile(profile.workspace) }).toString();
    await page.goto(address.href);
    await sendFirst(page, 'two');
    await eventually(() => assert.equal(service().sandbox.requests.at(-1)?.path, `${path}?limit=2`));
  });

  it('names the invalid setting of a folder', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await page.locator('.part.sidebar .message', { hasText: 'The setting hydrogen.variables: limit ' }).waitFor();
  });
});
