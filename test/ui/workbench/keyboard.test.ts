import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { readClipboard } from '../driver/clipboard';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectFocus, focusApplications, intoRow, pressUntil } from '../driver/keyboard';
import { useWorkbench } from '../driver/workbench';

describe('using only the keyboard', () => {
  const workbench = useWorkbench({ complete: true });
  const pointed = () => workbench().page.evaluate<number>('globalThis.pointed');

  before(() =>
    workbench().page.evaluate(`{
      globalThis.pointed = 0;
      for (const type of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(type, () => globalThis.pointed++, true);
    }`),
  );

  it('leads a newcomer from the welcome text to the sandbox', async () => {
    const { page } = workbench();
    await focusApplications(page, 'Welcome');
    await pressUntil(page, 'Tab', 'Try the Local Sandbox');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Content Library');
    assert.equal(await pointed(), 0);
  });

  it('opens a category of the tree as JSON', async () => {
    const { page } = workbench();
    await page.keyboard.press('Home');
    await expectFocus(page, 'Sandbox Shop');
    const way = ['Production environment', 'Content Library', '商品 Products', '服装 Clothing', '男装 Menswear'];
    for (const label of way) {
      await intoRow(page);
      await pressUntil(page, 'ArrowDown', label);
    }
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await activeTab(page), '男装 Menswear · Production.json'));
    await eventually(async () => {
      const { name } = JSON.parse(await activeText(page)) as { name: string };
      assert.equal(name, '男装 Menswear');
    });
    await workbench().screenshot('keyboard category');
    assert.equal(await pointed(), 0);
  });

  it('opens the menu of a row', async () => {
    const { page } = workbench();
    await focusApplications(page, '男装 Menswear');
    await page.keyboard.press('Shift+F10');
    await page.locator('.monaco-menu').waitFor();
    await pressUntil(page, 'ArrowDown', 'Copy');
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, 'Copy ID');
    await pressUntil(page, 'ArrowDown', 'Copy Path');
    await workbench().screenshot('keyboard menu');
    await page.keyboard.press('Enter');
    const path = 'Sandbox Shop / Production / 商品 Products / 服装 Clothing / 男装 Menswear';
    await eventually(async () => assert.equal(await readClipboard(page), path));
    assert.equal(await pointed(), 0);
  });
});
