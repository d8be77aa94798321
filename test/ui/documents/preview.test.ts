import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings } from '../driver/arrangedSettings';
import { useArticleServer } from '../servers/articleServer';
import { contentPath } from '../explorer/contentTree';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { chooseFromMenu, clickRow, expand, openHydrogen, pressRowAction } from '../driver/sidebar';
import { pressEditorAction, webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const category = contentPath('Shop', 'Production', 'News', 'Notes');
const item = [...category, 'Spring <b>news</b>'];
const tab = 'Spring <b>news</b> · Production';

describe('the preview of a content', () => {
  const service = useArticleServer();
  const workbench = useWorkbench({
    arrange: profile => {
      const { origin } = service();
      const shop = { name: 'Shop', clientId: 'shop-1', serverDomain: origin, authUrl: origin };
      return arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const trapped = () => service().requests.filter(address => address.includes('trap'));

  it('opens from the row, with the style of the editor', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await expand(page, ...category);
    await pressRowAction(page, item, 'Preview Content');
    await eventually(async () => assert.equal(await activeTab(page), tab));
    const shown = webviewDocument(page);
    await shown.getByRole('heading', { name: 'Spring <b>news</b>', level: 1 }).waitFor();
    await shown.getByRole('heading', { name: 'The garden opens', level: 2 }).waitFor();
    assert.equal(await shown.locator('.target').textContent(), 'Shop · Production');
    const frame = await webviewFrame(page);
    const [paper, ink] = await frame.evaluate<[string, string]>(
      '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]',
    );
    assert.deepEqual([paper, ink], ['rgb(31, 31, 31)', 'rgb(204, 204, 204)']);
    await workbench().screenshot('preview dark');
  });

  it('neither runs nor loads anything', async () => {
    const frame = await webviewFrame(workbench().page);
    const left = await frame.evaluate<string[]>(
      `[...document.querySelectorAll('body *')].flatMap(element => [element.tagName, ...element.getAttributeNames()])`,
    );
    const allowed = 'HEADER P H1 H2 MAIN EM A SPAN TABLE TBODY TR TH TD UL LI class href title'.split(' ');
    assert.deepEqual(
      [...new Set(left)].filter(name => !allowed.includes(name)),
      [],
    );
    assert.notEqual(await frame.title(), 'pwned');
    assert.deepEqual(trapped(), []);
  });

  it('shows images only on request, and only from https', async () => {
    const { page } = workbench();
    const shown = webviewDocument(page);
    assert.deepEqual(await shown.locator('.image').allTextContents(), ['[image: plain]', '[image: A tulip]']);
    assert.match((await shown.locator('.notice').textContent()) ?? '', /^Images are not loaded: 1\./);
    await pressEditorAction(page, 'Show Images');
    await shown.locator('img').waitFor();
    assert.equal(await shown.locator('img').getAttribute('src'), 'https://cdn.example.invalid/a.png');
    assert.equal(await shown.locator('.notice').count(), 0);
    await page.getByRole('button', { name: 'Show Images' }).waitFor({ state: 'detached' });
    assert.deepEqual(trapped(), []);
  });

  it('opens a link only after VS Code has asked', async () => {
    const { page } = workbench();
    await webviewDocument(page).getByRole('link', { name: 'tickets' }).click();
    const { message, detail } = await readModal(page);
    assert.match(`${message} ${detail}`, /open the external website\?\s*https:\/\/example\.com\/tickets/);
    await pressInModal(page, 'Cancel');
  });

  it('opens from the menu and from the JSON document, once for each content', async () => {
    const { page } = workbench();
    await clickRow(page, item);
    await eventually(async () => assert.equal(await activeTab(page), `${tab}.json`.replace(/[<>/]/g, '_')));
    await pressEditorAction(page, 'Preview Content');
    await eventually(async () => assert.equal(await activeTab(page), tab));
    await clickRow(page, item);
    await eventually(async () => assert.notEqual(await activeTab(page), tab));
    await chooseFromMenu(page, item, 'Preview Content');
    await eventually(async () => assert.equal(await activeTab(page), tab));
    assert.equal(await page.locator('.tab', { hasText: /Production$/ }).count(), 1);
  });
});
