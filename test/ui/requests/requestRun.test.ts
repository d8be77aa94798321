import assert from 'node:assert/strict';
import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import { codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, pressInNotification, readModal } from '../driver/messages';
import {
  acceptQuickInput,
  answer,
  cancelQuickInput,
  expectPicks,
  expectQuickInput,
  pick,
  quickInput,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { responseShows, openDocument, sendFirst, sendLens, writeApplication, writeDocuments } from './requestsFixture';
import { readStatusBar, saidInStatusBar, statusBarItem } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const login = [
  'POST /hserve/v2.1/login/email/',
  '',
  '{ "email": "customer@example.com", "password": "customer-password" }',
];
const groups = '/hserve/v1/content/group/';
const nickname = 'a-nickname-nobody-may-see';

describe('running requests', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      await writeDocuments(profile, {
        groups: [`GET ${groups}`],
        impatient: ['# @timeout 1s', `GET ${groups}`],
        asking: [`GET ${groups}?limit={{$prompt How many?}}&offset={{$prompt How many?}}`],
        login,
        again: [`GET ${groups}?limit=5`],
        register: ['POST /hserve/v2.1/register/email/', '', '{ "email": "new@example.com", "password": "{{$guid}}" }'],
        profile: [
          '# @name me',
          ...login,
          '',
          '### Name',
          'PUT /hserve/v2.1/user/info/',
          'Authorization: Hydrogen-r1 {{me.response.body.token}}',
          '',
          '{ "nickname": "{{$secret nickname}}" }',
        ],
        signedIn: ['# @as user', 'GET /hserve/v2.2/user/info/{{$prompt Who?}}/'],
        steps: [
          '### First',
          `GET ${groups}?limit=1`,
          '### Second',
          `GET ${groups}?limit=2`,
          '### Third',
          `GET ${groups}?limit=3`,
        ],
      });
      for (const name of ['file.hydrogen.http', 'hello.txt']) {
        await cp(path.join(root, 'docs', 'examples', name), path.join(profile.workspace, name));
      }
    },
  });
  const open = (name: string) => openDocument(workbench().page, name);
  const sent = () => service().sandbox.requests;

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
    await codeLens(page, 'Cancel').waitFor(); // so that the lens which sends is not the previous one
    await runCommand(page, 'Hydrogen: Cancel Request');
    await progress.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.editor-group-container').count(), 1);
    // The click moves the focus out of the editor, and VS Code would then not request the changed lenses.
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
    await statusBarItem(page, 'POST /hserve/v2.1/register/email/').click();
    const said = statusBarItem(page, 'Cancelled. The service may have received it.');
    await said.waitFor();
    // In an item of the extension: a message of VS Code disappears by itself.
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
    // It is not sent again while it is running.
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

  it('report when there is no response within the timeout of the document', async () => {
    const { page } = workbench();
    service().sandbox.fail({ kind: 'never', path: groups });
    await sendFirst(page, 'impatient');
    await notification(page, 'did not respond in time').waitFor();
    await clearNotifications(page);
  });

  it('ask once for a value, and send nothing when the question is cancelled', async () => {
    const { page } = workbench();
    const before = sent().length;
    await sendFirst(page, 'asking');
    await expectQuickInput(page, { message: /^How many\?/ });
    await cancelQuickInput(page);
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(sent().length, before);
    await codeLens(page, sendLens).click();
    await answer(page, '3', { message: /^How many\?/ });
    await responseShows(page, `# GET ${groups}?limit=3&offset=3`);
    assert.equal(sent().length, before + 1);
  });

  it('ask for a secret once, store it, and mask it in the question and the response', async () => {
    const { page } = workbench();
    await open('profile');
    await codeLens(page, 'Send All').click();
    const { message } = await readQuickInput(page, 'Secret “nickname” of Shop');
    assert.match(message, /It is kept in the secret storage/);
    assert.equal(await quickInput(page).locator('input[type=password]').count(), 1);
    await answer(page, nickname, 'Secret “nickname” of Shop');
    assert.match((await readModal(page)).detail, /"nickname": "•••"/);
    await pressInModal(page, 'Unlock for 10 Minutes');
    await responseShows(page, '"nickname": "•••"');
    const said = 'All 2 requests got a response.';
    await saidInStatusBar(page, said);
    await statusBarItem(page, said).waitFor({ state: 'hidden' }); // the same message follows
    await codeLens(page, 'Send to Here').click();
    await saidInStatusBar(page, said);
    const logs = await workbench().logs();
    assert.ok(!logs.some(({ text }) => text.includes(nickname)));
  });

  it('list the secrets by name, replace and forget them', async () => {
    const { page } = workbench();
    const choose = async (what: string) => {
      await runCommand(page, 'Hydrogen: Secrets of Request Documents…');
      await readQuickInput(page, 'Secrets of request documents of Shop');
      await expectPicks(page, ['nickname']);
      await acceptQuickInput(page);
      await readQuickInput(page, 'nickname');
      await pick(page, what);
    };
    await choose('Replace…');
    await answer(page, `${nickname}-2`, 'Secret “nickname” of Shop');
    await choose('Forget');
    await eventually(async () => {
      await runCommand(page, 'Hydrogen: Secrets of Request Documents…');
      await notification(page, 'No secrets are kept for request documents.').first().waitFor({ timeout: 5000 });
    });
    await clearNotifications(page);
  });

  it('upload a file beside the document', async () => {
    const { page, profile } = workbench();
    await open('file');
    await codeLens(page, 'Send All').click();
    await saidInStatusBar(page, 'All 6 requests got a response.');
    const upload = sent().find(({ headers }) => (headers['content-type'] ?? '').startsWith('multipart/form-data'));
    const { size } = await stat(path.join(profile.workspace, 'hello.txt'));
    const receipt = JSON.stringify(service().sandbox.exchange(upload?.id ?? 0)?.response);
    assert.ok(receipt.includes(`\\"file_size\\":${size}`), receipt);
  });

  it('send the requests up to the cursor, and stop at the first failure', async () => {
    const { page } = workbench();
    await open('steps');
    const before = sent().length;
    await codeLens(page, 'Send to Here').first().click();
    await responseShows(page, `${groups}?limit=2`);
    assert.equal(sent().length, before + 2);
    service().sandbox.fail({ kind: 'status', status: 500, path: `${groups}?limit=2` });
    await codeLens(page, 'Send All').click();
    await notification(page, 'Stopped at “Second” in line 4, after 1 of 3 requests.').waitFor();
    assert.equal(sent().length, before + 4);
    await clearNotifications(page);
    service().sandbox.fail({ kind: 'never', path: `${groups}?limit=2` });
    await codeLens(page, 'Send All').click();
    await statusBarItem(page, '2 of 3: Second').click();
    await notification(page, 'Stopped at “Second” in line 4, after 1 of 3 requests. Cancelled.').waitFor();
    await clearNotifications(page);
  });

  it('sign in the user of a login, from the message or from the response', async () => {
    const { page } = workbench();
    await sendFirst(page, 'signedIn');
    await answer(page, '1', { message: /^Who\?/ });
    await notification(page, 'Nobody is signed in here.').waitFor();
    await sendFirst(page, 'login');
    await pressInNotification(page, 'The response holds a user session.', 'Sign In as This User');
    await saidInStatusBar(page, 'Signed in to Shop · Production');
    const id = /"user_id": (\d+)/;
    await responseShows(page, id);
    const shown = id.exec(await groupText(page, 1))?.[1] ?? '';
    await sendFirst(page, 'signedIn');
    await answer(page, shown, { message: /^Who\?/ });
    await responseShows(page, `# GET /hserve/v2.2/user/info/${shown}/`);
    await responseShows(page, 'HTTP 200 OK');
    await runCommand(page, 'Hydrogen: Sign Out the User');
    await pressInModal(page, 'Sign Out');
    await saidInStatusBar(page, 'Signed out');
    await clearNotifications(page);
    await sendFirst(page, 'login');
    await notification(page, 'The response holds a user session.').waitFor();
    await clearNotifications(page);
    await page.locator('.editor-group-container').nth(1).locator('.view-line').first().click();
    await codeLens(page, 'Sign In as This User').click();
    await saidInStatusBar(page, 'Signed in to Shop · Production');
  });
});
