import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { contentPath } from '../explorer/contentTree';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { runCommand } from '../driver/quickInput';
import { clickRow, expand, openHydrogen } from '../driver/sidebar';
import { signIn } from '../users/signIn';
import { useRelay } from '../servers/useRelay';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const orders = ['Shop', 'Production', 'Orders'];
const newest = [...orders, '充电器 Charger'];
const oneOrder = /\/pay\/order\/.+\/$/;
const books = contentPath('Shop', 'Production', '商品 Products', '图书 Books');

describe('a JSON document of the tree', () => {
  const service = useSandbox();
  // Adds an undocumented field to each order, as the service sometimes does.
  const relay = useRelay(
    () => service().shop.serverDomain,
    (path, body) => (oneOrder.test(path) ? { ...body, phone: '13800138000' } : body),
  );
  const workbench = useWorkbench({
    arrange: profile => arrangeShop(profile, { ...service().shop, serverDomain: relay() }),
  });
  const orderReads = () => service().sandbox.requests.filter(({ path }) => oneOrder.test(path)).length;
  const shown = async () => JSON.parse(await activeText(workbench().page)) as Record<string, unknown>;
  const orderTab = () => workbench().page.locator('.part.editor .tab', { hasText: /^Order \S+ · Production\.json/ });

  it('shows differences from the documented format of an order, and no personal data', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await signIn(page, orders, service().shop.users[0]);
    await expand(page, ...orders);
    await clickRow(page, newest);
    await orderTab().waitFor();
    await runCommand(page, 'View: Keep Editor');
    await runCommand(page, 'Problems: Focus on Problems View');
    const problems = page.locator('.markers-panel');
    await problems.getByText('Not documented: phone (string)').waitFor();
    const said = (await problems.textContent()) ?? '';
    for (const personal of ['13800138000', '127.0.0.1']) assert.ok(!said.includes(personal), said);
    const places = await problems.getByText(/\[Ln \d+, Col \d+\]/).allTextContents();
    assert.ok(places.length === 1 && !places.some(place => place.startsWith('[Ln 1,')), places.join());
    await workbench().screenshot('order with hints');
    await runCommand(page, 'View: Close Editor');
    await problems.getByText('No problems have been detected in the workspace.').waitFor();
    await runCommand(page, 'View: Hide Panel');
    await clickRow(page, newest);
    await orderTab().waitFor();
    await runCommand(page, 'View: Keep Editor');
  });

  it('is restored after a reload, and read again when it is opened', async () => {
    const { page, reload } = workbench();
    await clickRow(page, books);
    await eventually(async () => assert.equal(await activeTab(page), '图书 Books · Production.json'));
    const before = orderReads();
    await reload();
    await eventually(async () => assert.equal((await shown())['name'], '图书 Books'));
    assert.equal(orderReads(), before);
    await eventually(async () => {
      await orderTab().click();
      assert.match(await activeTab(page), /^Order/);
    });
    await eventually(async () => assert.match(await activeText(page), /"ip_address": "•••"/));
    assert.equal(orderReads(), before + 1);
    await workbench().screenshot('order after a reload');
  });
});
