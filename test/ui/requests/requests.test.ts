import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectNotification, pressInModal, readModal } from '../driver/messages';
import { pick, readQuickInput, runCommand } from '../driver/quickInput';
import { responseShows, openDocument, readCompared, writeDocuments } from './requestsFixture';
import { openView, pressRowAction, readTree } from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const login = [
  '### Log in',
  '# @name login',
  'POST /hserve/v2.1/login/email/',
  '',
  '{ "email": "customer@example.com", "password": "customer-password" }',
];

describe('a request document', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      await writeDocuments(profile, {
        groups: ['GET /hserve/v1/content/group/?limit=2'],
        login,
        register: [
          'POST /hserve/v2.1/register/email/',
          '',
          '{ "email": "new@example.com", "password": "new-password" }',
        ],
      });
    },
  });
  const open = (name: string) => openDocument(workbench().page, name);
  const last = () => service().sandbox.requests.findLast(({ path }) => path.startsWith('/hserve/v1/content/group/'));

  it('is sent from its lens, which names application and environment', async () => {
    const { page } = workbench();
    await open('groups');
    await codeLens(page, 'Send · Shop · Production').click();
    await responseShows(page, /^HTTP 200 OK\n# GET \/hserve\/v1\/content\/group\/\?limit=2\n# Shop · Production\n/);
    assert.equal(last()?.environment, undefined);
    await workbench().screenshot('requests response');
  });

  it('asks in production with the exact request before a write, and is not sent when declined', async () => {
    const { page } = workbench();
    await open('register');
    const before = service().sandbox.requests.length;
    await page.locator('.part.editor .view-line', { hasText: 'POST /hserve' }).click();
    await page.keyboard.press('Control+Alt+Enter');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Send this to Shop · Production?');
    assert.ok(detail.includes(`POST ${service().shop.serverDomain}/hserve/v2.1/register/email/`), detail);
    assert.ok(detail.includes('"password": "•••"') && !detail.includes('new-password'), detail);
    await workbench().screenshot('requests guard');
    await pressInModal(page, 'Cancel');
    await statusMessage(page, 'Cancelled. Nothing was sent.');
    assert.equal(service().sandbox.requests.length, before);
  });

  it('asks nothing for a login, and shows its token only on request', async () => {
    const { page } = workbench();
    await open('login');
    await runCommand(page, 'Hydrogen: Send Request');
    await responseShows(page, '"token": "•••"');
    await expectNotification(page, 'The response holds a user session.');
  });

  it('is compared between two environments', async () => {
    const { page } = workbench();
    await open('groups');
    await codeLens(page, 'Compare…').click();
    await readQuickInput(page, 'Compare with which environment?');
    await pick(page, service().shop.environments[0]?.name ?? '');
    const [left = '', right = ''] = await readCompared(page);
    assert.ok(left.split('\n').includes('# Shop · Production'), left);
    assert.ok(right.split('\n').includes(`# Shop · ${service().shop.environments[0]?.name ?? ''}`), right);
    assert.equal(last()?.environment, service().shop.environments[0]?.envId);
    await workbench().screenshot('requests diff');
  });

  it('appears in the history without credentials, and can be sent again in another environment', async () => {
    const { page, profile } = workbench();
    await openView(page, 'Request History');
    await eventually(async () => assert.ok((await readTree(page)).some(({ label }) => label === 'login')));
    await workbench().screenshot('requests history');
    const entries = await readdir(profile.userData, { recursive: true, withFileTypes: true });
    const files = entries.filter(entry => entry.isFile() && entry.parentPath.includes('globalStorage'));
    const texts = await Promise.all(files.map(entry => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
    assert.ok(texts.some(text => text.includes('/hserve/v2.1/login/email/')));
    const tokens = service().sandbox.requests.length;
    assert.ok(tokens > 0 && !texts.some(text => text.includes('customer-password') || /"token":"(?!•)\w/.test(text)));
    const staging = service().shop.environments[0];
    const [day] = (await readTree(page)).filter(({ level, label }) => level === 1 && /\d{4}/.test(label));
    await pressRowAction(page, [day?.label ?? '', 'GET /hserve/v1/content/group/'], 'Send Again in…');
    await readQuickInput(page, /^Send again in which environment of Shop/);
    await pick(page, staging?.name ?? '');
    await eventually(() => assert.equal(last()?.environment, staging?.envId));
    await page.locator('.tab.active', { hasText: `group∕ · ${staging?.name}` }).waitFor();
  });
});
