import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { activeTab, activeText, codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import { answer, pick, readQuickInput } from '../driver/quickInput';
import {
  responseShows,
  openDocument,
  readCompared,
  sendFirst,
  sendLens,
  writeApplication,
  writeDocuments,
} from './requestsFixture';
import {
  chooseFromMenu,
  chooseFromViewMenu,
  clickRow,
  openContainer,
  openHydrogen,
  openView,
  pressRowAction,
  readTree,
  welcome,
} from '../driver/sidebar';
import { useSandbox } from '../servers/useSandbox';
import { editSettings } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';
const password = 'customer-password';

describe('the history of requests', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      const staging = service().shop.environments[0]?.name;
      await writeDocuments(profile, {
        groups: ['### Groups', `GET ${groups}?limit=1`],
        staging: ['### Groups there', `# @environment ${staging}`, `GET ${groups}?limit=2`],
        late: ['### Too late', '# @timeout 1s', `GET ${groups}?limit=3`],
        header: ['### Header', `GET ${groups}?limit=4`, 'X-Own: written-here'],
        login: [
          '# @name login',
          'POST /hserve/v2.1/login/email/',
          '',
          '{ "email": "customer@example.com", "password": "{{$secret password}}" }',
        ],
      });
    },
  });
  const today = async (page = workbench().page): Promise<string> =>
    eventually(async () => {
      const [day] = (await readTree(page)).filter(({ level }) => level === 1);
      return day?.label ?? assert.fail('the history is empty');
    });
  const entries = async (page = workbench().page): Promise<string[]> =>
    (await readTree(page)).filter(({ level }) => level === 2).map(({ label }) => label);

  it('has an entry for each request with and without a response, by day', async () => {
    const { page } = workbench();
    await sendFirst(page, 'groups');
    await responseShows(page, '?limit=1');
    await sendFirst(page, 'staging');
    await responseShows(page, '?limit=2');
    service().sandbox.fail({ kind: 'never', path: groups });
    await sendFirst(page, 'late');
    await notification(page, 'did not respond in time').waitFor();
    await sendFirst(page, 'login');
    await answer(page, password, 'Secret “password” of Shop');
    await notification(page, 'The response holds a user session.').waitFor();
    await openView(page, 'Request History');
    await eventually(async () => assert.deepEqual(await entries(), ['login', 'Too late', 'Groups there', 'Groups']));
    const now = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(Date.now());
    assert.equal(await today(), now);
    const rows = (await readTree(page)).filter(({ level }) => level === 2);
    const shown = rows.map(({ description }) => description.split(' · ').slice(0, 2).join(' · '));
    const staging = service().shop.environments[0]?.name;
    assert.deepEqual(shown, [
      '201 · Production',
      'No response in time · Production',
      `200 · ${staging}`,
      '200 · Production',
    ]);
    await workbench().screenshot('requests history list');
  });

  it('opens a request with its response, both read-only', async () => {
    const { page } = workbench();
    await clickRow(page, [await today(), 'Groups there']);
    const staging = service().shop.environments[0]?.name;
    await eventually(async () =>
      assert.match(
        await activeText(page),
        new RegExp(`### Groups there\\n# @environment ${staging}\\n.*GET ${groups}`),
      ),
    );
    await responseShows(page, '"total_count": 4');
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.type('x');
    await eventually(async () => assert.match(await activeText(page), /^### Groups there\n/));
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await codeLens(page, 'Edit Request').click();
    await eventually(async () => assert.match(await activeTab(page), /Untitled/));
    await eventually(async () => assert.match(await activeText(page), /### Groups there/));
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await eventually(async () => assert.equal(await activeText(page), ''));
    await page.keyboard.press('Control+W');
  });

  it('compares two responses', async () => {
    const { page } = workbench();
    const day = await today();
    await clickRow(page, [day, 'Groups']);
    await clickRow(page, [day, 'Groups there'], { modifiers: ['Control'] });
    await chooseFromMenu(page, [day, 'Groups there'], 'Compare Responses');
    await eventually(async () => assert.match(await activeTab(page), /Groups.* ↔ .*Groups/));
    await readCompared(page);
    await workbench().screenshot('requests history diff');
  });

  it('takes secrets from the secret storage and asks for others, because it contains none', async () => {
    const { page, profile } = workbench();
    const sendAgain = async (label: string) => {
      await pressRowAction(page, [await today(), label], /Send Again/);
      await readQuickInput(page, 'Send again in which environment of Shop?');
      await pick(page, 'Production');
    };
    const { length } = service().sandbox.requests;
    await sendAgain('login');
    assert.match((await readModal(page)).detail, /^This is the first time the request history uses it\./);
    await pressInModal(page, 'Use Secret');
    await eventually(() => assert.equal(service().sandbox.requests[length]?.status, 201));
    await sendFirst(page, 'header');
    await responseShows(page, '?limit=4');
    await sendAgain('Header');
    await answer(page, 'typed-again', 'Secret “X-Own” of Shop');
    await eventually(() => assert.equal(service().sandbox.requests.at(-1)?.headers['x-own'], 'typed-again'));
    assert.equal(service().sandbox.requests.length, length + 3);
    await eventually(async () => assert.equal((await entries()).filter(label => label === 'Header').length, 2));
    const all = await readdir(profile.userData, { recursive: true, withFileTypes: true });
    const files = all.filter(entry => entry.isFile() && entry.parentPath.includes('globalStorage'));
    const texts = await Promise.all(files.map(entry => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
    assert.ok(texts.some(text => text.includes('/hserve/v2.1/login/email/')));
    assert.deepEqual(
      texts.filter(
        text => /customer-password|written-here|typed-again/.test(text) || /"token\\*":\s*\\*"\w/.test(text),
      ),
      [],
    );
  });

  it('is shared by all windows', async () => {
    const second = await workbench().openWindow();
    await openView(second, 'Request History');
    const before = ['Header', 'Header', 'login', 'login', 'Too late', 'Groups there', 'Groups'];
    await eventually(async () => assert.deepEqual(await entries(second), before));
    await sendFirst(second, 'groups');
    await responseShows(second, '?limit=1');
    await eventually(async () => assert.equal((await entries(second)).length, 8));
    await second.close();
    const { page } = workbench();
    // Entries of another window are read when the view is shown.
    await openContainer(page, /^Explorer/);
    await openHydrogen(page);
    await eventually(async () => assert.equal((await entries()).length, 8));
  });

  it('records nothing while it is switched off', async () => {
    const { page, profile } = workbench();
    await editSettings(page, profile, { 'hydrogen.history.enabled': false });
    await openDocument(page, 'staging');
    const before = service().sandbox.requests.length;
    await codeLens(page, sendLens).click();
    await eventually(() => assert.equal(service().sandbox.requests.length, before + 1));
    await eventually(async () => assert.match(await groupText(page, 1), /\?limit=2/));
    assert.equal((await entries()).length, 8);
  });

  it('is cleared when the person confirms', async () => {
    const { page } = workbench();
    await chooseFromViewMenu(page, 'Clear Request History');
    assert.equal((await readModal(page)).message, 'Clear the request history?');
    await pressInModal(page, 'Cancel');
    assert.equal((await entries()).length, 8);
    await chooseFromViewMenu(page, 'Clear Request History');
    await readModal(page);
    await pressInModal(page, 'Clear');
    await welcome(page).waitFor();
    await workbench().screenshot('requests history empty');
  });
});
