import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import {
  clearNotifications,
  expectNotification,
  pressInModal,
  pressInNotification,
  readModal,
} from '../driver/messages';
import { press } from '../driver/press';
import {
  acceptQuickInput,
  answer,
  answerSaveDialog,
  cancelQuickInput,
  expectComplaint,
  expectQuickInput,
  pick,
  pickRow,
  readPicks,
  readQuickInput,
  runCommand,
  typeInQuickInput,
} from '../driver/quickInput';
import {
  chooseFromMenu,
  clickRow,
  collapse,
  expand,
  expandEmpty,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const production = ['Shop', 'Production'];
const orders = [...production, 'Orders'];
const newest = [...orders, '充电器 Charger'];
const tables = [...production, 'Data Tables'];
const product = [...tables, 'product'];
const masked = '•••';
const title = 'Sign In as a User of Shop · Production';
/** Violations of VS Code itself; accessibility.test.ts gives the reasons. */
const except = { rules: ['label-content-name-mismatch'], elements: ['.label-description'] };

describe('the rows of an environment', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 1000 },
    arrange: profile => arrangeShop(profile, service().shop),
  });

  describe('signing in', () => {
    it('is offered when nobody is signed in', async () => {
      const { page } = workbench();
      await openHydrogen(page);
      await runCommand(page, 'Hydrogen: Show User');
      await pressInNotification(page, 'Nobody is signed in here.', 'Sign In');
      await readQuickInput(page, title);
      await cancelQuickInput(page);
      await clickRow(page, ['Shop', 'Production', 'User']);
      await readQuickInput(page, title);
      await cancelQuickInput(page);
      await clickRow(page, ['Shop', 'Production', 'Orders']);
      await readQuickInput(page, title);
      await cancelQuickInput(page);
    });

    it('tests a pasted token before it stores it', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Sign In as a User…');
      await readQuickInput(page, title);
      await pick(page, 'Paste a user access token');
      await answer(page, 'not-a-token-of-this-service', { message: /^User access token/ });
      await expectNotification(page, 'The service does not accept this token here.');
      await clearNotifications(page);
      await treeRow(page, 'Shop', 'Production', 'User');
    });

    it('reports a wrong password, and keeps the typed text', async () => {
      const { page } = workbench();
      const [user] = service().shop.users;
      await clickRow(page, ['Shop', 'Production', 'Orders']);
      await readQuickInput(page, title);
      await pick(page, 'E-mail address and password');
      await expectComplaint(page, 'ada', 'This is not an e-mail address.');
      const email = user?.email ?? '';
      await answer(page, email, `${title} (1/2)`);
      await answer(page, 'wrong', `${title} (2/2)`);
      await pressInNotification(page, 'The service knows no user with this name and password.', 'Try Again');
      await expectQuickInput(page, { title: `${title} (1/2)`, value: email });
      await acceptQuickInput(page);
      await answer(page, user?.password ?? '', `${title} (2/2)`);
      await statusMessage(page, 'Signed in to Shop · Production');
    });
  });

  describe('the orders', () => {
    const listed = async () => (await readTree(workbench().page)).find(({ label }) => label === 'Orders')?.description;
    /**
     * Returns the IP address in the active order document. The address is visible, although the document is longer than
     * the screen.
     */
    const shownAddress = async () => /"ip_address": "(.*)"/.exec(await activeText(workbench().page))?.[1];

    it('appear after a user has signed in', async () => {
      const { page } = workbench();
      await expand(page, ...orders);
      await treeRow(page, ...newest);
      await eventually(async () => assert.equal(await listed(), '47'));
    });

    it('hide personal data until it is asked for', async () => {
      const { page } = workbench();
      await clickRow(page, newest);
      await eventually(async () => assert.equal(await shownAddress(), masked));
      const tab = await activeTab(page);
      assert.match(tab, /^Order \S+ · Production\.json$/);
      await chooseFromMenu(page, newest, 'Show Personal Data');
      const { message, detail } = await readModal(page);
      assert.equal(message, 'Show the personal and payment data of this order?');
      assert.equal(detail, 'They stay visible in the document until it is closed.');
      await pressInModal(page, 'Cancel');
      await chooseFromMenu(page, newest, 'Show Personal Data');
      await readModal(page);
      assert.equal(await shownAddress(), masked);
      await pressInModal(page, 'Show');
      await eventually(async () => assert.equal(await shownAddress(), '127.0.0.1'));
      assert.ok(!(await activeText(page)).includes(masked));
      await workbench().screenshot('order revealed');
    });

    it('are filtered by their description', async () => {
      const { page } = workbench();
      await pressRowAction(page, orders, 'Filter…');
      await answer(page, 'gift', 'Filter Orders');
      await eventually(async () => assert.equal(await listed(), 'filter “gift” · 9'));
      await eventually(async () => {
        const labels = (await readTree(page)).filter(({ level }) => level === 4).map(({ label }) => label);
        assert.deepEqual(new Set(labels), new Set(['礼品卡 Gift card']));
      });
      await workbench().screenshot('orders filtered');
      await chooseFromMenu(page, orders, 'Clear Filter');
      await eventually(async () => assert.equal(await listed(), '47'));
    });

    it('are exported as masked JSON', async () => {
      const { page } = workbench();
      await chooseFromMenu(page, orders, 'Export as JSON or CSV…');
      await answerSaveDialog(page, /Orders\.json$/);
      await expectNotification(page, 'Items exported: 47. Personal and payment data are masked.');
      const text = await readFile(path.join(workbench().profile.workspace, 'Orders.json'), 'utf8');
      const rows = JSON.parse(text) as Record<string, unknown>[];
      assert.equal(rows.length, 47);
      assert.deepEqual(new Set(rows.map(row => row['ip_address'])), new Set([masked]));
      assert.ok(!text.includes('sandbox-openid'));
    });

    it('belong to a user that “Show User” opens without the token', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Show User');
      await eventually(async () => assert.equal(await activeTab(page), 'User · Production.json'));
      await eventually(async () => {
        const { user } = JSON.parse(await activeText(page)) as { user: Record<string, unknown> };
        assert.deepEqual([user['_username'], user['token']], ['customer', masked]);
      });
      await workbench().screenshot('user shown');
    });
  });

  describe('data tables', () => {
    const rowOf = async (label: string) => (await readTree(workbench().page)).find(row => row.label === label);
    const reads = () => service().sandbox.requests.filter(({ path }) => path.startsWith('/oserve/'));
    const focused = (label: string) =>
      workbench().page.locator('.part.sidebar .monaco-list-row.focused', { hasText: label }).waitFor();

    it('appear after authorization, which one line offers', async () => {
      const { page } = workbench();
      await collapse(page, ...orders);
      await treeRow(page, ...tables);
      await eventually(async () => assert.equal((await rowOf('Data Tables'))?.description, 'authorize to see them'));
      assert.equal((await rowOf('Data Tables'))?.expanded, undefined);
      await workbench().screenshot('tables unauthorized');
      await clickRow(page, tables);
      await answer(page, service().shop.clientSecret, 'Authorize Shop');
      await statusMessage(page, /^Shop is authorized for \d+ days$/);
      assert.deepEqual(reads(), []);
      await expand(page, ...tables);
      await eventually(async () => assert.equal((await rowOf('Data Tables'))?.description, '6'));
      const rows = (await readTree(page)).filter(({ level }) => level === 4);
      assert.deepEqual(
        rows.map(({ label, description }) => `${label} ${description}`),
        [
          ...['_userprofile 4998 · built-in', '_richtextcontent 4999 · built-in'],
          ...['product 5001', 'store 5002', 'review 5003', 'note 5004'],
        ],
      );
      // Only one page of the table list was requested, and no single table.
      assert.equal(reads().length, 1);
    });

    it('open before and after a slower list answers, which does not delay the next request', async () => {
      const { page } = workbench();
      await expandEmpty(page, ...production, 'Cloud Functions');
      await expand(page, ...orders);
      await collapse(page, ...production);
      await pressViewAction(page, 'Refresh');
      const before = service().sandbox.requests.length;
      service().sandbox.fail({ kind: 'slow', delayMs: 20_000, path: '/oserve/v1.3/cloud-function/' });
      await expand(page, ...production);
      await clickRow(page, [...tables, 'store']);
      await eventually(async () => assert.equal(await activeTab(page), 'store · Production.json'));
      const sent = () => service().sandbox.requests.slice(before);
      const answered = (part: string) => sent().find(({ path }) => path.includes(part));
      const next = await eventually(() => answered('order') ?? assert.fail('no answer'));
      const slow = answered('cloud-function');
      assert.ok(!slow || next.at < slow.at + slow.milliseconds, 'the next request waited for the slow response');
      await clickRow(page, [...tables, 'note']);
      await eventually(async () => assert.equal(await activeTab(page), 'note · Production.json'));
      await collapse(page, ...orders);
    });

    it('show permissions, columns and indexes', async () => {
      const { page } = workbench();
      await expand(page, ...product);
      const rows = (await readTree(page)).filter(({ level }) => level === 5);
      const words = new Map(rows.map(({ label, description }) => [label, description]));
      assert.equal(words.get('Permissions'), 'add: users · read: everyone · change: users');
      assert.equal(words.get('sku'), 'string · required');
      assert.equal(words.get('tags'), 'array <string>');
      assert.equal(words.get('sku_1'), 'unique: sku');
      assert.equal(rows.length, 16);
      assert.deepEqual(await violations(page, '.part.sidebar .monaco-list-row', except), []);
      for (const { label, description, spoken } of rows) {
        assert.ok(spoken.includes(label) && spoken.includes(description), `${label}, ${description}: ${spoken}`);
      }
      await workbench().screenshot('table opened');
      const hover = page.locator('.monaco-hover:visible', { hasText: 'stock: integer' });
      await eventually(async () => {
        await (await treeRow(page, ...product, 'stock')).hover();
        await hover.waitFor({ timeout: 10_000 });
      });
      assert.match((await hover.textContent()) ?? '', /Default: 0/);
      await workbench().screenshot('column hovered');
      await expand(page, ...tables, 'review');
      await eventually(async () => {
        const review = (await readTree(page)).find(({ description }) => description.includes('→'));
        assert.deepEqual([review?.label, review?.description], ['product', 'reference → product']);
      });
    });

    it('open with their indexes as JSON in the documented format', async () => {
      const { page } = workbench();
      await chooseFromMenu(page, product, 'Show Schema');
      await eventually(async () => assert.equal(await activeTab(page), 'Schema of product · Production.json'));
      await eventually(async () => assert.match(await activeText(page), /"id": 5001,\s+"name": "product",/));
      await eventually(async () => {
        await page.keyboard.press('Control+End');
        assert.match(await activeText(page), /"index": "sku_1",\s+"fields": \[\s+"sku"\s+\]/);
      });
      assert.equal(await page.locator('.part.editor .squiggly-info').count(), 0);
      await workbench().screenshot('table as JSON');
    });

    it('are filtered, and so are their columns', async () => {
      const { page } = workbench();
      await pressRowAction(page, product, 'Filter…');
      await answer(page, 'string', 'Filter product');
      await eventually(async () => assert.equal((await rowOf('product'))?.description, 'filter “string” · 5001'));
      await eventually(async () => assert.ok((await rowOf('tags')) && !(await rowOf('price'))));
      await pressRowAction(page, product, 'Clear Filter');
      await eventually(async () => assert.ok(await rowOf('price')));
    });

    it('appear in “Go to…” with their columns as soon as something is typed', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Go to…');
      await expectQuickInput(page, { title: 'Go to…' });
      await pickRow(page, 'store').first().waitFor();
      assert.equal(await pickRow(page, 'released_at').count(), 0);
      await typeInQuickInput(page, 'manager');
      await eventually(async () => assert.equal((await readPicks(page))[0], 'manager'));
      await workbench().screenshot('go to column');
      await eventually(() => press(pickRow(page, 'manager').filter({ hasText: 'Production' })));
      await focused('manager');
      assert.equal((await rowOf('manager'))?.description, 'reference → _userprofile');
    });
  });
});
