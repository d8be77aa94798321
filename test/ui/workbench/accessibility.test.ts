import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { ofDialogs, ofLists, violations, webviewViolations } from '../driver/accessibility';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { useArticleServer } from '../servers/articleServer';
import { useSandbox } from '../servers/useSandbox';
import { contentPath } from '../explorer/contentTree';
import { openDocument, responseShows, writeDocuments } from '../requests/requestsFixture';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectFocus } from '../driver/keyboard';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import { press } from '../driver/press';
import { answer, pick, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, expand, openHydrogen, pressRowAction, readTree } from '../driver/sidebar';
import { themes, useTheme } from '../driver/themes';
import { webviewDocument } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const category = contentPath('News', 'Production', 'News', 'Notes');
const item = [...category, 'Spring <b>news</b>'];

/** VS Code draws a description with 70 % of the contrast, and without white space after the label. */
const rowRules = { rules: ['label-content-name-mismatch'], elements: ['.label-description'] };
/** Colors that the theme sets for line numbers and lenses; the lenses are checked separately. */
const ofEditors = { elements: ['.line-numbers', '.codelens-decoration', '[class*="dyn-rule"]'] };
/** Parts of VS Code's diff editor around our text: headings with nested controls, and the label of the text. */
const ofDiffs = {
  rules: ['nested-interactive'],
  elements: ['.line-numbers', '.native-edit-context', '.header .collapse-button', '.diff-hidden-lines'],
};

// The checks exclude only parts of VS Code itself, in every theme. The constants above give the reasons.
describe('accessibility of the extension', () => {
  const sandbox = useSandbox();
  const service = useArticleServer();
  const workbench = useWorkbench({
    // VS Code shows the images of a walkthrough only in a large window.
    viewport: { width: 1600, height: 900 },
    settings: {
      'files.autoSave': 'off',
      'workbench.editorAssociations': { 'hydrogen:/*/tables/*.json': 'default' },
    },
    arrange: async profile => {
      const { origin } = service();
      await arrangeSettings(profile, {
        'hydrogen.applications': [
          settingsEntry('Shop', sandbox().shop),
          { name: 'News', clientId: 'news-1', serverDomain: origin, authUrl: origin, environments: [] },
        ],
      });
      await writeDocuments(profile, {
        checked: ['### Groups', 'GET /hserve/v1/content/group/?limit=1', 'X-A: b', '', '?? status == 200', '# A word'],
      });
    },
  });

  it('describes the pictures of the walkthrough', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Get Started');
    const steps = page.locator('.gettingStartedDetailsContent .getting-started-step');
    await eventually(async () => assert.equal(await steps.count(), 5));
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
      await workbench().screenshot(`walkthrough ${index + 1}`);
    }
  });

  for (const [theme] of themes) {
    it(`has no violations in the steps of the walkthrough, in ${theme}`, async () => {
      const { page } = workbench();
      await useTheme(page, theme);
      // Checks only the content of a step: its frame, a button with headings and a checkbox in it, belongs to VS Code.
      assert.deepEqual(await violations(page, '.getting-started-step.expanded .step-description-container'), []);
      await workbench().screenshot(`walkthrough ${theme}`);
    });
  }

  it('opens a tree, a preview, a request document, its response and records', async () => {
    const { page } = workbench();
    await runCommand(page, 'View: Close All Editors');
    await openHydrogen(page);
    await expand(page, ...category);
    await pressRowAction(page, item, 'Preview Content');
    await webviewDocument(page).getByRole('heading', { level: 1 }).waitFor();
    await runCommand(page, 'View: Keep Editor');
    await clickRow(page, ['Shop', 'Production', 'Data Tables']);
    await answer(page, sandbox().shop.clientSecret, 'Authorize Shop');
    await expand(page, 'Shop', 'Production', 'Data Tables', 'product');
    await openDocument(page, 'checked');
    await codeLens(page, 'Send · Shop · Production').click();
    await responseShows(page, /^HTTP 200 OK\n/);
    await clickRow(page, ['Shop', 'Production', 'Data Tables', 'note']);
    const text = page.locator('.part.editor .view-line', { hasText: 'Private note 6' });
    await text.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', new');
    await page.locator('.part.editor .view-line', { hasText: 'Private note 6, new' }).waitFor();
  });

  for (const [theme, look] of themes) {
    it(`has no violations in the window, in ${theme}`, async () => {
      const { page } = workbench();
      await useTheme(page, theme);
      await openDocument(page, 'checked');
      await codeLens(page, 'Send · Shop · Production').waitFor();
      await workbench().screenshot(`window ${theme}`);
      // Checks only the rows: the list around them, with its roles and its focus, belongs to VS Code.
      assert.deepEqual(await violations(page, '.part.sidebar .monaco-list-row', rowRules), []);
      // Compares the accessible name with the visible text, which axe-core cannot do here.
      for (const { label, description, spoken } of await readTree(page)) {
        assert.ok(spoken.includes(label) && spoken.includes(description), `${label}, ${description}: ${spoken}`);
      }
      // The visible text has symbols between the names. The accessible name has words instead, so the two differ.
      const items = '.statusbar-item[id^="hydrogen-baas.hydrogen-baas"]';
      assert.deepEqual(await violations(page, items, { rules: ['label-content-name-mismatch'] }), []);
      assert.deepEqual(await violations(page, '.part.editor .tab.active .monaco-icon-label'), []);
      assert.deepEqual(await violations(page, '.part.editor .editor-instance .monaco-editor', ofEditors), []);
      assert.deepEqual(await violations(page, '.codelens-decoration', { rules: ['color-contrast'] }), []);
      await showTab(page, 'Spring <b>news</b>');
      await webviewDocument(page).locator(`body.${look}`).waitFor();
      await workbench().screenshot(`preview ${theme}`);
      assert.deepEqual(await webviewViolations(page), []);
    });

    it(`has no violations in the plan of a save and its changes, in ${theme}`, async () => {
      const { page } = workbench();
      await showTab(page, 'note · Production');
      await expectFocus(page, 'note · Production.json');
      await page.keyboard.press('Control+S');
      const { message } = await readModal(page);
      await workbench().screenshot(`plan ${theme}`);
      assert.deepEqual(await violations(page, '.monaco-dialog-box', ofDialogs), []);
      await pressInModal(page, 'Show Changes');
      await readQuickInput(page, message);
      await page.locator('.part.editor .monaco-diff-editor .view-line', { hasText: '6, new"' }).waitFor();
      await workbench().screenshot(`changes ${theme}`);
      assert.deepEqual(await violations(page, '.quick-input-widget', ofLists), []);
      assert.deepEqual(await violations(page, '.multiDiffEditor', ofDiffs), []);
      await pick(page, 'Cancel');
      await expectNotification(page, 'Nothing was written.');
      await clearNotifications(page);
    });
  }

  async function showTab(page: Page, name: string): Promise<void> {
    await eventually(() => press(page.locator('.part.editor .tab', { hasText: name })));
  }
});

const pictures = [
  'A laptop with the service in miniature; no cloud is needed',
  'The tree of an application, a content as JSON and its preview',
  'A request with the lens that sends it; its response stands beside it',
  'The time that is left of a token, and where the status bar shows it',
  'The answers about an application of your own; the secret is locked away',
];
