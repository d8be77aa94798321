import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { violations, webviewViolations } from '../driver/accessibility';
import { arrangeSettings } from '../driver/arrangedSettings';
import { useArticleServer } from '../servers/articleServer';
import { contentPath } from '../explorer/contentTree';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification } from '../driver/messages';
import { runCommand } from '../driver/quickInput';
import { clickRow, expand, openHydrogen, pressRowAction, readTree, welcome } from '../driver/sidebar';
import type { PageElement } from '../driver/pageElement';
import { webviewDocument } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const category = contentPath('Shop', 'Production', 'News', 'Notes');
const item = [...category, 'Spring <b>news</b>'];

for (const theme of ['Dark Modern', 'Light Modern'] as const) {
  describe(`accessibility of what is ours, in ${theme}`, () => {
    const service = useArticleServer();
    const workbench = useWorkbench({
      theme,
      // VS Code shows the pictures of a walkthrough only where there is room.
      viewport: { width: 1600, height: 900 },
      arrange: profile => {
        const { origin } = service();
        const environments = [{ name: 'Staging', envId: 'env-1' }];
        const shop = { name: 'Shop', clientId: 'shop-1', serverDomain: origin, authUrl: origin, environments };
        return arrangeSettings(profile, { 'hydrogen.applications': [shop] });
      },
    });

    it('the rows of the tree', async () => {
      const { page } = workbench();
      await openHydrogen(page);
      await expand(page, ...category);
      await workbench().screenshot(`tree ${theme}`);
      // The rows alone: the list around them, with its roles and its focus, is VS Code's. So is it that a description
      // has 70 % of the strength of any colour, and that no white space stands between it and the label in the page;
      // what is spoken is compared with what is written below.
      const except = { rules: ['label-content-name-mismatch'], elements: ['.label-description'] };
      assert.deepEqual(await violations(page, '.part.sidebar .monaco-list-row', except), []);
      for (const { label, description, spoken } of await readTree(page)) {
        assert.ok(spoken.includes(label) && spoken.includes(description), `${label}, ${description}: ${spoken}`);
      }
    });

    it('the title of a JSON document', async () => {
      const { page } = workbench();
      await clickRow(page, item);
      await eventually(async () => assert.match(await activeTab(page), /Production\.json$/));
      assert.deepEqual(await violations(page, '.part.editor .tab.active .monaco-icon-label'), []);
    });

    it('the preview of a content', async () => {
      const { page } = workbench();
      await pressRowAction(page, item, 'Preview Content');
      await webviewDocument(page).getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await webviewViolations(page), []);
      await workbench().screenshot(`preview ${theme}`);
    });

    it('the items of the status bar', async () => {
      const { page } = workbench();
      // What is written are signs between names; what is spoken names the same things with words.
      const except = { rules: ['label-content-name-mismatch'] };
      assert.deepEqual(await violations(page, '.statusbar-item[id^="hydrogen-baas.hydrogen-baas"]', except), []);
    });

    it('the walkthrough', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Get Started');
      const steps = page.locator('.gettingStartedDetailsContent .getting-started-step');
      await eventually(async () => assert.equal(await steps.count(), 5));
      // The words of the steps: their frame, a button with headings and a check box in it, is VS Code's.
      assert.deepEqual(await violations(page, '.gettingStartedDetailsContent .step-description-container'), []);
      for (const [index, title] of [
        'Try the local sandbox',
        'Browse content',
        'Send a request',
        'Watch the access token',
        'Add your own application',
      ].entries()) {
        await steps.nth(index).getByRole('heading', { name: title }).click();
        await webviewDocument(page).locator('svg').waitFor();
        await eventually(async () => {
          const label = await webviewDocument(page).locator('svg').getAttribute('aria-label');
          assert.equal(label, pictures[index]);
        });
        await workbench().screenshot(`walkthrough ${index + 1} ${theme}`);
      }
    });
  });
}

describe('the welcome of a view with nothing in it', () => {
  const workbench = useWorkbench({ settings: { 'hydrogen.applications': [{ name: 'Broken' }] } });

  it('that is there when no entry of the settings can be used leads to the settings', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).getByRole('button', { name: 'Show Problems' }).waitFor();
    await clearNotifications(page);
    await welcome(page).getByRole('button', { name: 'Show Problems' }).click();
    await notification(page, 'Entry #1 “Broken” of hydrogen.applications is not valid: check clientId.').waitFor();
    assert.match((await welcome(page).textContent()) ?? '', /^No entry of the setting hydrogen\.applications/);
    assert.deepEqual(await violations(page, '.part.sidebar .welcome-view-content'), []);
    await workbench().screenshot('nothing valid');
  });

  it('and the walkthrough ticks off nothing that failed', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Get Started');
    const boxes = page.locator('.gettingStartedDetailsContent .getting-started-step [role=checkbox]');
    await eventually(async () => assert.equal(await boxes.count(), 5));
    const checked = async () =>
      boxes.evaluateAll((all: PageElement[]) => all.map(box => box.getAttribute('aria-checked')));
    await runCommand(page, 'Hydrogen: Verify Token');
    await notification(page, 'There is no application yet. Add one first.').waitFor();
    await runCommand(page, 'Hydrogen: Try the Local Sandbox');
    await eventually(async () => assert.equal((await checked())[0], 'true'));
    assert.deepEqual(await checked(), ['true', ...Array<string>(4).fill('false')]);
  });
});

const pictures = [
  'A laptop with the service in miniature; no cloud is needed',
  'The tree of an application, a content as JSON and its preview',
  'A request with the lens that sends it; its response stands beside it',
  'The time that is left of a token, and where the status bar shows it',
  'The answers about an application of your own; the secret is locked away',
];
