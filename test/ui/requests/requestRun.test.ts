import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText, codeLens, readEditorActions } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { expectPicks, expectQuickInput, pick, readQuickInput, runCommand } from '../driver/quickInput';
import {
  openDocument,
  responseShows,
  sendElsewhere,
  sendFirst,
  sendLens,
  useOtherServer,
  writeDocuments,
} from './requestsFixture';
import { readStatusBar, statusBarItem, statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { webviewDocument } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';
const register = [
  'POST /hserve/v2.1/register/email/',
  'X-Tag: one',
  'X-Tag: two',
  '',
  '{',
  '  "email": "new@example.com",',
  '  "password": "new-password",',
  ...Array.from({ length: 40 }, (_, index) => `  "field${index}": ${index},`),
  `  "long": "${'x'.repeat(500)} end of the line"`,
  '}',
];
/** A PNG of one red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const html = '<!doctype html>\n<script>alert(1)</script>\n<p>Grüße</p>';

describe('running requests', () => {
  const service = useSandbox();
  const other = useOtherServer({
    '/picture': response => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    '/page': response => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    '/empty': response => void response.writeHead(204).end(),
    '/session': response => void response.end('{"token":"0123456789abcdef0123456789abcdef"}'),
  });
  const workbench = useWorkbench({
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      await writeDocuments(profile, {
        groups: [`GET ${groups}`],
        again: [`GET ${groups}?limit=5`],
        register,
        picture: [`GET ${other().origin}/picture`],
        page: [`GET ${other().origin}/page`],
        empty: [`GET ${other().origin}/empty`],
        session: [`GET ${other().origin}/session`],
      });
    },
  });
  const open = (name: string) => openDocument(workbench().page, name);
  const sent = () => service().sandbox.requests;
  /** Waits until the title of the active editor, a response, offers exactly these actions. */
  const offers = (expected: { save: boolean; reveal: boolean }) =>
    eventually(async () => {
      const actions = await readEditorActions(workbench().page);
      const has = (title: string) => actions.some(action => action.startsWith(title));
      const offered = { save: has('Save Body'), reveal: has('Show Credentials') };
      assert.deepEqual(offered, expected, actions.join(', '));
    });

  it('are cancelled by a click on the progress in the status bar, and by command', async () => {
    const { page } = workbench();
    service().sandbox.fail({ kind: 'never', path: groups, times: 2 });
    const progress = statusBarItem(page, `GET ${groups}`);
    await sendFirst(page, 'groups');
    await progress.waitFor();
    await workbench().screenshot('requests sending');
    await progress.click();
    await progress.waitFor({ state: 'hidden' });
    await statusBarItem(page, 'Cancelled.').waitFor();
    await codeLens(page, sendLens).click();
    await progress.waitFor();
    await codeLens(page, 'Cancel').waitFor(); // the lens has changed, so the next lens that sends is a new one
    await runCommand(page, 'Hydrogen: Cancel Request');
    await progress.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.editor-group-container').count(), 1);
    // Wait for the lens before the click: the click takes the focus from the editor, and then VS Code does not update
    // lenses.
    await codeLens(page, sendLens).waitFor();
    await statusBarItem(page, 'Cancelled.').click();
    await statusBarItem(page, 'Cancelled.').waitFor({ state: 'hidden' });
    await codeLens(page, sendLens).click();
    await responseShows(page, 'HTTP 200 OK');
  });

  it('show that a cancelled request may have arrived until the next one is sent', async () => {
    const { page } = workbench();
    service().sandbox.fail({ kind: 'never', path: '/hserve/v2.1/register/email/' });
    await sendFirst(page, 'register');
    await readModal(page);
    await pressInModal(page, 'Send');
    await eventually(() => assert.ok(sent().some(({ path }) => path === '/hserve/v2.1/register/email/')));
    await statusBarItem(page, 'POST /hserve/v2.1/register/email/').click();
    const said = statusBarItem(page, 'Cancelled. The service may have received it.');
    await said.waitFor();
    // The text is in the extension's own item: a status bar message of VS Code would disappear after some time.
    assert.ok((await readStatusBar(page)).some(({ text }) => text.startsWith('Cancelled.')));
    await sendFirst(page, 'groups');
    await said.waitFor({ state: 'hidden' });
    await responseShows(page, 'HTTP 200 OK');
  });

  it('send the last request again by a key, with its current text', async () => {
    const { page } = workbench();
    await sendFirst(page, 'again');
    await responseShows(page, `# GET ${groups}?limit=5`);
    await page.locator('.editor-group-container').nth(1).locator('.view-line').first().click();
    const before = sent().length;
    service().sandbox.fail({ kind: 'status', status: 500, path: groups });
    await page.keyboard.press('Control+Alt+R');
    // The key sends exactly one request.
    await responseShows(page, 'HTTP 500');
    assert.equal(sent().length, before + 1);
    await open('again');
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('&offset=1');
    await page.keyboard.press('Control+Alt+R');
    await responseShows(page, `# GET ${groups}?limit=5&offset=1`);
    assert.equal(sent().length, before + 2);
  });

  it('show all of a long request beside the question, with every header', async () => {
    const { page } = workbench();
    await sendFirst(page, 'register');
    const { detail, buttons } = await readModal(page);
    assert.match(detail, /X-Tag: one\s*X-Tag: two/);
    assert.ok(!detail.includes('field39'), detail);
    assert.ok(buttons.includes('Show Complete Request'), buttons.join());
    await workbench().screenshot('guard long request');
    const before = sent().length;
    await pressInModal(page, 'Show Complete Request');
    await expectPicks(page, ['Cancel', 'Send', 'Unlock for 10 Minutes']);
    await readQuickInput(page, 'Send this to Shop · Production?');
    await eventually(async () => assert.equal(await activeTab(page), 'Complete Request'));
    await workbench().screenshot('guard complete request');
    // The question does not cover the first line.
    await page.locator('.editor-group-container.active .view-line', { hasText: /^POST/ }).click();
    await eventually(async () => {
      await page.keyboard.press('Control+End');
      assert.match(await activeText(page), /"field39": 39,\n.*x{500} end of the line"/);
    });
    await eventually(async () => {
      await page.keyboard.press('Control+Home');
      assert.match(await activeText(page), /"password": "•••"/);
    });
    await page.keyboard.type('x');
    await expectQuickInput(page, { title: 'Send this to Shop · Production?' });
    assert.ok(!(await activeText(page)).startsWith('x'));
    assert.equal(sent().length, before);
    await pick(page, 'Cancel');
    await statusMessage(page, 'Cancelled. Nothing was sent.');
    await eventually(async () => assert.notEqual(await activeTab(page), 'Complete Request'));
    assert.equal(sent().length, before);
  });

  it('show an image as their response', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'picture');
    await webviewDocument(page).locator('img').waitFor();
    await workbench().screenshot('requests response image');
    await page.locator('.editor-group-container').nth(1).locator('.tab.active').click();
    await offers({ save: true, reveal: false });
  });

  it('offer to save a body and to show credentials only for a response that has them', async () => {
    const { page } = workbench();
    for (const [name, own, actions] of [
      ['session', '•••', { save: true, reveal: true }],
      ['empty', 'HTTP 204', { save: false, reveal: false }],
      ['groups', `# GET ${groups}`, { save: true, reveal: false }],
    ] as const) {
      if (name !== 'groups') await sendElsewhere(page, name);
      else await sendFirst(page, name);
      await responseShows(page, own);
      await page.locator('.editor-group-container').nth(1).locator('.view-line').first().click();
      await offers(actions);
    }
  });

  it('show a page as their response with a preview without its scripts', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'page');
    await responseShows(page, '<!doctype html>');
    await page.locator('.editor-group-container').nth(1).locator('.view-line').first().click();
    await codeLens(page, /^Open Preview$/).click();
    const shown = webviewDocument(page);
    await shown.getByText('Grüße').waitFor();
    assert.match((await shown.locator('.notice').textContent()) ?? '', /^Scripts, styles, forms and images/);
    assert.equal(await shown.locator('script').count(), 0);
    assert.match(await activeTab(page), /^Preview: GET /);
    await workbench().screenshot('requests response preview');
    await runCommand(page, 'View: Close Editor');
  });
});
