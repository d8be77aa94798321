import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import { answer, cancelQuickInput, expectPicks, expectQuickInput, pick, readQuickInput } from '../driver/quickInput';
import { saidInStatusBar, statusBarItem } from '../driver/statusBar';
import { editApplications, storedApplications } from '../driver/userSettings';
import { openDocument, sendFirst, sendLens, useOtherServer, writeApplication, writeDocuments } from './requestsFixture';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';
/** Twelve variables, the last one of which is a setting. */
const chain = Array.from({ length: 12 }, (_, index) => `@step${index} = {{step${index + 1}}}`);
const login = [
  'POST /hserve/v2.1/login/email/',
  '',
  '{ "email": "customer@example.com", "password": "{{$secret password}}" }',
];
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

describe('the questions before a request is sent', () => {
  const service = useSandbox();
  const other = useOtherServer();
  const workbench = useWorkbench({
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      await writeDocuments(profile, {
        elsewhere: [...chain, '### One', 'GET {{step0}}/one', '### Two', 'GET {{step0}}/two'],
        taking: [
          ...['### Groups', '# @name groups', `GET ${groups}?limit=1`],
          ...['### Away', `POST ${other().origin}/away`, 'X-Status: {{groups.response.status}}', '', '< ./hello.txt'],
        ],
        linked: [`POST /hserve/v2.1/login/username/`, '', '< ./private/settings.json'],
        inside: [`POST /hserve/v2.1/login/username/`, '', '< ./link.txt'],
        login,
        again: ['### Again', ...login],
        register,
      });
      await writeFile(path.join(profile.workspace, 'hello.txt'), 'hello');
      await symlink('hello.txt', path.join(profile.workspace, 'link.txt'));
      await symlink(path.join(profile.userData, 'User'), path.join(profile.workspace, 'private'));
      const folder = path.join(profile.workspace, '.vscode');
      await mkdir(folder, { recursive: true });
      const variables = { '*': { step12: other().origin } };
      await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ 'hydrogen.variables': variables }));
    },
  });
  const arrived = () => other().headers.length;
  const sent = () => service().sandbox.requests.length;

  it('are asked once per other host, also for several requests with variables in the host', async () => {
    const { page } = workbench();
    const { host, origin } = new URL(other().origin);
    await openDocument(page, 'elsewhere');
    await codeLens(page, `Send to ${host} without credentials`).first().click();
    const { message, detail } = await readModal(page);
    assert.equal(message, `Send this to ${origin}?`);
    assert.match(detail, /This is not a host of Shop\. It gets no credentials\.\s*GET http\S+\/one$/);
    await workbench().screenshot('requests other host');
    await pressInModal(page, 'Cancel');
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(arrived(), 0);
    await codeLens(page, 'Send All').click();
    await pressInModal(page, 'Send');
    await saidInStatusBar(page, 'All 2 requests got a response.');
    assert.equal(arrived(), 2);
    await sendFirst(page, 'elsewhere');
    await eventually(() => assert.equal(arrived(), 3));
  });

  it('name the files and the parts of earlier responses that are sent', async () => {
    const { page } = workbench();
    await openDocument(page, 'taking');
    await codeLens(page, 'Send All').click();
    const { detail } = await readModal(page);
    assert.match(
      detail,
      /POST http\S+\/away\s*File: \.\/hello\.txt\s*From an earlier response: groups\.response\.status/,
    );
    await workbench().screenshot('requests other host taking');
    assert.equal(arrived(), 3);
    await pressInModal(page, 'Send');
    await eventually(() => assert.equal(other().headers[3]?.['x-status'], '200'));
  });

  it('show all of a long request beside the question, with every header', async () => {
    const { page } = workbench();
    await sendFirst(page, 'register');
    const { detail, buttons } = await readModal(page);
    assert.match(detail, /X-Tag: one\s*X-Tag: two/);
    assert.ok(!detail.includes('field39'), detail);
    assert.ok(buttons.includes('Show Complete Request'), buttons.join());
    await workbench().screenshot('guard long request');
    const before = sent();
    await pressInModal(page, 'Show Complete Request');
    await expectPicks(page, ['Cancel', 'Send', 'Unlock for 10 Minutes']);
    await readQuickInput(page, 'Send this to Shop · Production?');
    await eventually(async () => assert.equal(await activeTab(page), 'Complete Request'));
    await workbench().screenshot('guard complete request');
    // The question covers the first lines.
    await page.locator('.editor-group-container.active .view-line').nth(15).click();
    await page.keyboard.press('Control+End');
    await eventually(async () => assert.match(await activeText(page), /"field39": 39,\n.*x{500} end of the line"/));
    await page.keyboard.press('Control+Home');
    await eventually(async () => assert.match(await activeText(page), /"password": "•••"/));
    await page.keyboard.type('x');
    await expectQuickInput(page, { title: 'Send this to Shop · Production?' });
    assert.ok(!(await activeText(page)).startsWith('x'));
    assert.equal(sent(), before);
    await pick(page, 'Cancel');
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(sent(), before);
  });

  it('are not asked about a file behind a link that leads out of the workspace, because it is not read', async () => {
    const { page } = workbench();
    const before = sent();
    await sendFirst(page, 'linked');
    const said = 'private is a link that leads out of the workspace folder. ./private/settings.json was not read.';
    await notification(page, said).waitFor();
    assert.equal(sent(), before);
    await clearNotifications(page);
    await sendFirst(page, 'inside');
    await eventually(() => assert.equal(sent(), before + 1));
  });

  it('are asked once when another document uses a stored secret', async () => {
    const { page } = workbench();
    const before = sent();
    await sendFirst(page, 'login');
    await answer(page, 'customer-password', 'Secret “password” of Shop');
    await eventually(() => assert.equal(sent(), before + 1));
    await sendFirst(page, 'again');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Use the secret “password” of Shop in this document?');
    assert.ok(detail.startsWith('This is the first time again.hydrogen.http uses it.'), detail);
    assert.ok(!detail.includes('customer-password'), detail);
    await workbench().screenshot('requests secret question');
    await statusBarItem(page, 'Cancelled. Nothing was sent.').waitFor({ state: 'hidden' }); // the same message follows
    await pressInModal(page, 'Cancel');
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(sent(), before + 1);
    await codeLens(page, sendLens).click();
    await pressInModal(page, 'Use Secret');
    await page.locator('.tab.active', { hasText: /^Again · / }).waitFor();
    assert.equal(sent(), before + 2);
    for (const name of ['again', 'login']) await sendFirst(page, name);
    await eventually(() => assert.equal(sent(), before + 4));
  });

  it('ask for a secret again when the server domain has changed', async () => {
    const { page, profile } = workbench();
    const [shop] = await storedApplications(profile);
    const before = arrived();
    await editApplications(page, profile, [{ ...shop, serverDomain: other().origin }]);
    await sendFirst(page, 'login');
    await readQuickInput(page, 'Secret “password” of Shop');
    await statusBarItem(page, 'Cancelled. Nothing was sent.').waitFor({ state: 'hidden' }); // the same message follows
    await cancelQuickInput(page);
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(arrived(), before);
  });
});
