import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { contentPath } from './contentTree';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectNotification, pressInModal, readModal } from '../driver/messages';
import { answer, pick, runCommand } from '../driver/quickInput';
import {
  chooseFromMenu,
  chooseFromViewMenu,
  clickRow,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { readStatusBar, statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const category = contentPath('Shop', 'Production', '商品 Products', '服装 Clothing');

describe('the menu of a row', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: profile => {
      const { shop, blog } = service();
      const distant = {
        name: 'Distant',
        clientId: 'distant-1',
        serverDomain: 'https://distant-1.myminapp.com',
        authUrl: 'https://cloud.minapp.com',
      };
      return arrangeSettings(profile, {
        'hydrogen.applications': [settingsEntry('Shop', shop), settingsEntry('Blog', blog), distant],
      });
    },
  });

  it('opens the developer console after VS Code has asked', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await chooseFromMenu(page, ['Distant'], 'Open Developer Console');
    const { message, detail } = await readModal(page);
    assert.match(`${message} ${detail}`, /open the external website\?\s*https:\/\/cloud\.minapp\.com\/dashboard\//);
    await pressInModal(page, 'Cancel');
  });

  it('applies to the application of the row, whichever is selected', async () => {
    const { page } = workbench();
    const { clientId, clientSecret } = service().blog;
    await pressRowAction(page, ['Blog'], 'Authorize');
    await answer(page, clientSecret, 'Authorize Blog');
    await statusMessage(page, /^Blog is authorized for \d+ days$/);
    await chooseFromMenu(page, ['Blog'], 'Token and Secrets', 'Verify Token');
    await expectNotification(page, 'Blog · Production: the token is valid');
    await chooseFromMenu(page, ['Blog'], 'Token and Secrets', 'Refresh Token');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Refresh the token of Blog?');
    assert.ok(detail.includes(clientId));
    await pressInModal(page, 'Refresh Token');
    await statusMessage(page, 'The token of Blog was refreshed');
    await chooseFromMenu(page, ['Blog'], 'Token and Secrets', 'Forget Token');
    await pressInModal(page, 'Forget Token');
    await statusMessage(page, 'The token of Blog was forgotten');
    assert.equal((await readStatusBar(page))[0]?.text, 'Shop · Production · not authorized');
  });

  it('applies to the environment of the row, whichever is selected', async () => {
    const { page } = workbench();
    const preview = ['Blog', 'Preview'];
    const user = async () => (await readTree(page)).find(({ spoken }) => /^User /.test(spoken))?.label;
    await pressRowAction(page, [...preview, 'User'], 'Sign In as a User…');
    await pick(page, 'Anonymously');
    await statusMessage(page, 'Signed in to Blog · Preview');
    const name = await eventually(async () => (await user()) ?? assert.fail('nobody is signed in'));
    await chooseFromMenu(page, [...preview, name], 'Sign Out the User');
    await pressInModal(page, 'Sign Out');
    await statusMessage(page, 'Signed out');
    await treeRow(page, ...preview, 'User');
    const [envId] = service().blog.environments.map(environment => environment.envId);
    const sent = service().sandbox.requests.filter(({ path }) => /login\/anonymous|session\/destroy/.test(path));
    assert.deepEqual(
      sent.map(({ environment }) => environment),
      [envId, envId],
    );
  });

  it('reloads everything from the title of the view, whichever row has the focus', async () => {
    const { page } = workbench();
    await treeRow(page, ...category);
    await clickRow(page, ['Distant']);
    const before = service().sandbox.requests.length;
    await pressViewAction(page, 'Refresh');
    const read = () => service().sandbox.requests.slice(before);
    await eventually(async () => assert.ok(read().some(({ path }) => path.startsWith('/hserve/v1/content/category/'))));
  });

  it('shows the log from the title of the view', async () => {
    const { page } = workbench();
    await chooseFromViewMenu(page, 'Show Log');
    await page.locator('.part.panel .view-line', { hasText: /secret\sstorage:\sok/ }).waitFor();
  });

  it('keeps favourites and expanded rows over a reload', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, category, 'Add to Favourites');
    const favourite = ['Shop', 'Favourites', '服装 Clothing'];
    await treeRow(page, ...favourite);
    await workbench().reload();
    await openHydrogen(page);
    await eventually(async () => {
      const expanded = (await readTree(page)).map(({ label }) => label);
      assert.ok(expanded.includes('服装 Clothing') && expanded.includes('Preview'), expanded.join());
    });
    await runCommand(page, 'View: Close All Editors');
    await clickRow(page, favourite);
    await eventually(async () => assert.equal(await activeTab(page), '服装 Clothing · Production.json'));
    await chooseFromMenu(page, favourite, 'Remove from Favourites');
    await eventually(async () => assert.ok(!(await readTree(page)).some(({ label }) => label === 'Favourites')));
  });
});
