import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import { answer, pick, readQuickInput } from '../driver/quickInput';
import {
  answered,
  groupText,
  openDocument,
  sendFirst,
  sendLens,
  writeApplication,
  writeDocuments,
} from './requestsFixture';
import {
  chooseFromMenu,
  clickRow,
  openHydrogen,
  openView,
  pressRowAction,
  pressViewAction,
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

  it('has an entry for what was answered and for what was not, by day', async () => {
    const { page } = workbench();
    await sendFirst(page, 'groups');
    await answered(page, '?limit=1');
    await sendFirst(page, 'staging');
    await answered(page, '?limit=2');
    service().sandbox.fail({ kind: 'never', path: groups });
    await sendFirst(page, 'late');
    await notification(page, 'did not answer in time').waitFor();
    await sendFirst(page, 'login');
    await answer(page, password, 'Secret “password” of Shop');
    await notification(page, 'The answer holds a user session.').waitFor();
    await openView(page, 'Request History');
    await eventually(async () => assert.deepEqual(await entries(), ['login', 'Too late', 'Groups there', 'Groups']));
    const now = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(Date.now());
    assert.equal(await today(), now);
    const rows = (await readTree(page)).filter(({ level }) => level === 2);
    const shown = rows.map(({ description }) => description.split(' · ').slice(0, 2).join(' · '));
    const staging = service().shop.environments[0]?.name;
    assert.deepEqual(shown, [
      '201 · Production',
      'No answer in time · Production',
      `200 · ${staging}`,
      '200 · Production',
    ]);
    await workbench().screenshot('requests history list');
  });

  it('opens a request with its answer', async () => {
    const { page } = workbench();
    await clickRow(page, [await today(), 'Groups there']);
    const staging = service().shop.environments[0]?.name;
    await eventually(async () =>
      assert.match(
        await activeText(page),
        new RegExp(`### Groups there\\n# @environment ${staging}\\n.*GET ${groups}`),
      ),
    );
    await answered(page, '"total_count": 4');
  });

  it('compares two answers', async () => {
    const { page } = workbench();
    const day = await today();
    await clickRow(page, [day, 'Groups']);
    await clickRow(page, [day, 'Groups there'], { modifiers: ['Control'] });
    await chooseFromMenu(page, [day, 'Groups there'], 'Compare Answers');
    await eventually(async () => assert.match(await activeTab(page), /Groups.* ↔ .*Groups/));
    const diff = page.locator('.monaco-diff-editor');
    for (const side of ['original', 'modified']) await diff.locator(`.editor.${side} .view-line`).first().waitFor();
    await workbench().screenshot('requests history diff');
  });

  it('holds no secret, and says so before such a request is sent again', async () => {
    const { page, profile } = workbench();
    const sent = service().sandbox.requests.length;
    await pressRowAction(page, [await today(), 'login'], /Send Again/);
    await readQuickInput(page, 'Send again in which environment of Shop?');
    await pick(page, 'Production');
    await notification(page, 'The history keeps no secrets and no long texts.').waitFor();
    await eventually(async () => assert.match(await activeText(page), /"password": ?"(<SECRET>|•••)"/));
    assert.equal(service().sandbox.requests.length, sent);
    const all = await readdir(profile.userData, { recursive: true, withFileTypes: true });
    const files = all.filter(entry => entry.isFile() && entry.parentPath.includes('globalStorage'));
    const texts = await Promise.all(files.map(entry => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
    assert.ok(texts.some(text => text.includes('/hserve/v2.1/login/email/')));
    assert.deepEqual(
      texts.filter(text => text.includes(password) || /"token\\*":\s*\\*"\w/.test(text)),
      [],
    );
  });

  it('is one for all windows', async () => {
    const second = await workbench().openWindow();
    await openView(second, 'Request History');
    await eventually(async () =>
      assert.deepEqual(await entries(second), ['login', 'Too late', 'Groups there', 'Groups']),
    );
    await sendFirst(second, 'groups');
    await answered(second, '?limit=1');
    await eventually(async () => assert.equal((await entries(second)).length, 5));
    await second.close();
    const { page } = workbench();
    // What another window added is read when the view is shown.
    await page.keyboard.press('Control+Shift+E');
    await openHydrogen(page);
    await eventually(async () => assert.equal((await entries()).length, 5));
  });

  it('takes up nothing while it is switched off', async () => {
    const { page, profile } = workbench();
    await editSettings(page, profile, { 'hydrogen.history.enabled': false });
    await openDocument(page, 'staging');
    const before = service().sandbox.requests.length;
    await codeLens(page, sendLens).click();
    await eventually(() => assert.equal(service().sandbox.requests.length, before + 1));
    await eventually(async () => assert.match(await groupText(page, 1), /\?limit=2/));
    assert.equal((await entries()).length, 5);
  });

  it('is cleared when somebody confirms', async () => {
    const { page } = workbench();
    await pressViewAction(page, 'Clear Request History');
    assert.equal((await readModal(page)).message, 'Clear the history of requests?');
    await pressInModal(page, 'Cancel');
    assert.equal((await entries()).length, 5);
    await pressViewAction(page, 'Clear Request History');
    await readModal(page);
    await pressInModal(page, 'Clear');
    await welcome(page).waitFor();
    await workbench().screenshot('requests history empty');
  });
});
