import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { activeTab, activeText, codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import { answerSaveDialog, runCommand } from '../driver/quickInput';
import {
  responseShows,
  openDocument,
  readCompared,
  sendElsewhere,
  sendFirst,
  sendLens,
  useOtherServer,
  writeApplication,
  writeDocuments,
  type Respond,
} from './requestsFixture';
import { useSandbox } from '../servers/useSandbox';
import { webviewDocument } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const responseOf =
  (type: string, body: string | Buffer): Respond =>
  response =>
    void response.writeHead(200, { 'content-type': type }).end(body);

/** One red dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const bytes = Buffer.from([0, 1, 2, 250, 251, ...Buffer.from('Hydrogen')]);
const sealed = Buffer.from('\0{"token":"0123456789abcdef0123456789abcdef"}');
const items = Array.from({ length: 60_000 }, (_, number) => `{"number":${number},"text":"${'x'.repeat(80)}"}`);
const large = `{"objects":[\n${items.join(',\n')}\n],\n"token":"0123456789abcdef0123456789abcdef","last":"the end"}`;

const routes: Record<string, Respond> = {
  '/picture': responseOf('image/png', picture),
  '/page': responseOf('text/html; charset=utf-8', '<!doctype html>\n<script>alert(1)</script>\n<p>Grüße</p>'),
  '/bytes': responseOf('application/octet-stream', bytes),
  '/sealed': responseOf('application/octet-stream', sealed),
  '/large': responseOf('application/json', large),
  '/broken': responseOf('application/json', '{ "half": [1, 2'),
  '/charset': responseOf('text/plain; charset=utf-8', Buffer.from('Gr\xfc\xdfe', 'latin1')),
  '/cut': response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"half":', () => response.destroy());
  },
};

/** Puts the cursor into the response, because its commands work on the active editor. */
async function focusResponse(page: Page): Promise<void> {
  await page.locator('.editor-group-container').nth(1).locator('.view-line').first().click();
  await page.locator('.editor-group-container.active').nth(0).locator('.tab.active').waitFor();
}

describe('a response', () => {
  const service = useSandbox();
  const other = useOtherServer(routes);
  const workbench = useWorkbench({
    settings: { 'files.simpleDialog.enable': true },
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      const [staging] = service().shop.environments;
      await writeDocuments(profile, {
        ...Object.fromEntries(Object.keys(routes).map(name => [name.slice(1), [`GET ${other().origin}${name}`]])),
        counter: [`# @environment ${staging?.name}`, 'GET /hserve/v1/content/group/?limit={{$randomInt 1 9}}'],
        login: [
          'POST /hserve/v2.1/login/email/',
          '',
          '{ "email": "customer@example.com", "password": "customer-password" }',
        ],
      });
    },
  });

  it('is shown as an image if it is one', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'picture');
    await webviewDocument(page).locator('img').waitFor();
    await workbench().screenshot('requests response image');
  });

  it('is shown as source if it is a page', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'page');
    await responseShows(
      page,
      /content-type: text\/html; charset=utf-8\n(.*\n)*<!doctype html>\n<script>alert\(1\)<\/script>/,
    );
    await responseShows(page, '<p>Grüße</p>');
  });

  it('with a page has a preview without its scripts', async () => {
    const { page } = workbench();
    await focusResponse(page);
    await codeLens(page, /^Open Preview$/).click();
    const shown = webviewDocument(page);
    await shown.getByText('Grüße').waitFor();
    assert.match((await shown.locator('.notice').textContent()) ?? '', /^Scripts, styles, forms and images/);
    assert.equal(await shown.locator('script').count(), 0);
    assert.match(await activeTab(page), /^Preview: GET /);
    await workbench().screenshot('requests response preview');
    await runCommand(page, 'View: Close Editor');
  });

  it('is shown in hex if it is binary, and saved unchanged', async () => {
    const { page, profile } = workbench();
    await sendElsewhere(page, 'bytes');
    await responseShows(page, '00000000  00 01 02 fa fb 48 79 64 72 6f 67 65 6e           .....Hydrogen');
    await workbench().screenshot('requests response bytes');
    await focusResponse(page);
    await runCommand(page, 'Hydrogen: Save Body of the Response…');
    const file = path.join(profile.workspace, 'bytes.bin');
    await answerSaveDialog(page, file);
    await eventually(async () => assert.deepEqual(await readFile(file), bytes));
  });

  it('hides credentials in binary data, and saves them only on request', async () => {
    const { page, profile } = workbench();
    await sendElsewhere(page, 'sealed');
    await responseShows(page, '00000000  00 7b 22 74 6f 6b 65 6e 22 3a 22 •• •• •• •• ••  .{"token":"•••••');
    await workbench().screenshot('requests response bytes masked');
    await focusResponse(page);
    const masked = Buffer.from(`\0{"token":"${'*'.repeat(32)}"}`);
    const choices: [button: string, expected: Buffer][] = [
      ['Save without Credentials', masked],
      ['Save as Received', sealed],
    ];
    for (const [index, [button, expected]] of choices.entries()) {
      await runCommand(page, 'Hydrogen: Save Body of the Response…');
      assert.equal((await readModal(page)).message, 'The body holds credentials. Save them too?');
      if (index === 0) await workbench().screenshot('requests save credentials');
      await pressInModal(page, button);
      const file = path.join(profile.workspace, 'sealed.bin');
      await answerSaveDialog(page, file);
      await eventually(async () => assert.deepEqual(await readFile(file), expected));
      await rm(file);
    }
  });

  it('is shown unchanged if it is invalid JSON, or not in its character set', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'broken');
    await responseShows(page, '\n{ "half": [1, 2');
    await sendElsewhere(page, 'charset');
    await responseShows(page, '# The text is not in the character set it declares.');
  });

  it('shows an error when it ends early, and offers to try again', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'cut');
    const said = notification(page, /The connection to http:\/\/127\.0\.0\.1:\d+ was lost/);
    await said.waitFor();
    await said.hover();
    await said.getByRole('button', { name: 'Try Again' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows its start if it has megabytes, and opens completely', async () => {
    const { page } = workbench();
    await sendElsewhere(page, 'large');
    await responseShows(page, '# This is only the beginning. “Open Complete Response” shows everything.');
    await workbench().screenshot('requests response large');
    await focusResponse(page);
    await codeLens(page, 'Open Complete Response').click();
    await eventually(async () => assert.match(await activeTab(page), /\.txt$/));
    await eventually(async () => assert.match(await activeText(page), /"number":0,/));
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('Control+End');
    await eventually(async () => assert.match(await activeText(page), /"token":"•••","last":"the end"/));
    await workbench().screenshot('requests response complete');
    await page.keyboard.press('Control+W');
  });

  it('shows its credentials after confirmation', async () => {
    const { page } = workbench();
    await sendFirst(page, 'login');
    await responseShows(page, '"token": "•••"');
    await focusResponse(page);
    await runCommand(page, 'Hydrogen: Show Credentials of the Response');
    assert.equal((await readModal(page)).message, 'Show the credentials of this response?');
    await pressInModal(page, 'Cancel');
    await runCommand(page, 'Hydrogen: Show Credentials of the Response');
    await readModal(page);
    assert.ok((await groupText(page, 1)).includes('"token": "•••"'));
    await pressInModal(page, 'Show');
    await responseShows(page, /"token": "\w{32,}"/);
    await page.keyboard.press('Control+W');
  });

  it('is compared with the previous one', async () => {
    const { page } = workbench();
    await sendFirst(page, 'counter');
    await responseShows(page, '# GET /hserve/v1/content/group/?limit=');
    await openDocument(page, 'counter');
    await codeLens(page, sendLens).click();
    // Without waiting for the response, the previous one would be found.
    await eventually(async () => {
      await focusResponse(page);
      await runCommand(page, 'Hydrogen: Compare with the Previous Response');
      await page.locator('.monaco-diff-editor').waitFor({ timeout: 5000 });
    });
    for (const text of await readCompared(page)) assert.match(text, /# GET \/hserve\/v1\/content\/group/);
    assert.equal(await activeTab(page), 'Previous ↔ This response');
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    await workbench().screenshot('requests diff previous');
  });
});
