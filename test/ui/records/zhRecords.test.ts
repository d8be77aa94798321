import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { callerOf } from '../../unit/sandbox/fixture';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText, goToLine } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid, gridCell, isOnCell } from '../driver/grid';
import { expectFocus, pressUntil } from '../driver/keyboard';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import {
  answer,
  answerFileDialog,
  expectPicks,
  pick,
  quickInput,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { chooseFromMenu, clickRow, expand, openHydrogen, readMenu, readTree } from '../driver/sidebar';
import { useTheme } from '../driver/themes';
import { webviewDocument } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { hostileTitle, makeEveryTable } from './everyTable';

const tables = ['Shop', '生产环境', '数据表'];
/**
 * English words that may appear: names of applications, tables, columns, types, files and values, and VS Code's own
 * button.
 */
const names =
  /^(Shop|note|text|stars|type|integer|product|hats|csv|sku|name|string|price|number|Hat|T\d+|cheap|created_at|Cancel)$/;

/** Fails if a text contains an English word that is not in `names`. */
function expectChinese(...texts: string[]): void {
  const words = texts.flatMap(text => text.match(/[A-Za-z]\w+/g) ?? []);
  assert.deepEqual(
    words.filter(word => !names.test(word)),
    [],
  );
}

describe('data in Simplified Chinese', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    locale: 'zh-cn',
    viewport: { width: 1700, height: 700 },
    settings: {
      'files.autoSave': 'off',
      'editor.autoClosingBrackets': 'never',
      'editor.autoClosingQuotes': 'never',
      'editor.suggestOnTriggerCharacters': false,
    },
    arrange: async profile => {
      const rows = Array.from({ length: 300 }, (_, at) => `T${at},Hat ${at},${at === 7 ? 'cheap' : at}`);
      await writeFile(path.join(profile.workspace, 'hats.csv'), ['sku,name,price', ...rows, ''].join('\n'));
      await makeEveryTable(service().shop);
      await arrangeShop(profile, service().shop);
    },
  });
  const keyboard = () => workbench().page.keyboard;
  /** Saves a screenshot for manual review. */
  const picture = (name: string) => workbench().screenshot(`zh ${name}`);

  it('shows the menus of a table and their editors', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, '为 Shop 授权');
    await expand(page, ...tables, 'every');
    await picture('table');
    const entries = [
      ...(await readMenu(page, ['Shop'])),
      ...(await readMenu(page, [...tables, 'every'])),
      ...(await readMenu(page, [...tables, 'every'], '复制')),
    ];
    assert.deepEqual(
      entries.filter(entry => !/\p{Script=Han}/u.test(entry)),
      [],
    );
    await clickRow(page, [...tables, 'every']);
    await cellShows(page, 0, 'title', hostileTitle);
    await runCommand(page, 'View: Keep Editor');
    await runCommand(page, 'Hydrogen: Focus on 应用 View');
    await expectFocus(page, 'every');
    await keyboard().press('Shift+F10');
    await page.locator('.monaco-menu').waitFor();
    await pressUntil(page, 'ArrowDown', '复制');
    await keyboard().press('ArrowRight');
    await expectFocus(page, '复制 ID');
    await picture('submenu');
    await keyboard().press('Escape');
    await keyboard().press('Escape');
    await page.locator('.monaco-menu').waitFor({ state: 'detached' });
  });

  it('shows the grid with every type, and an error in a cell', async () => {
    const { page } = workbench();
    await goToCell(page, 1, 'pieces');
    await keyboard().type('5x');
    await keyboard().press('Enter');
    await cellShows(page, 1, 'pieces', '5x');
    const wrong = gridCell(page, 1, 'pieces');
    await eventually(async () =>
      assert.equal(await wrong.getAttribute('aria-description'), 'pieces 的类型应为 integer。 已更改，未保存'),
    );
    await cellShows(page, 2, 'amount', '缺失');
    await useTheme(page, 'Light Modern');
    await goToCell(page, 1, 'size');
    await picture('grid');
    await keyboard().press('Shift+F10');
    const menu = webviewDocument(page).getByRole('menuitem');
    for (const entry of await menu.allTextContents()) assert.match(entry, /\p{Script=Han}/u);
    await picture('grid menu');
    await keyboard().press('Escape');
    await isOnCell(page, 1, 'size');
    await keyboard().press('Control+Z');
    await cellShows(page, 1, 'pieces', 'null');
  });

  it('shows the filter line, marks, Find and the editor of a value', async () => {
    const { page } = workbench();
    const inPage = webviewDocument(page);
    await useTheme(page, 'Dark Modern');
    await inPage.getByRole('combobox', { name: '筛选' }).focus();
    await keyboard().type('amount contains 5');
    await eventually(async () =>
      assert.match((await inPage.locator('.filterProblem').textContent()) ?? '', /\p{Script=Han}/u),
    );
    await picture('filter problem');
    await keyboard().press('Control+A');
    await keyboard().press('Delete');
    await keyboard().press('Escape');
    await goToCell(page, 1, 'pieces');
    await keyboard().type('5');
    await keyboard().press('Enter');
    await goToCell(page, 0, 'title');
    await chooseInGrid(page, '删除记录');
    await eventually(async () => assert.equal(await inPage.locator('.count').textContent(), '2 处更改'));
    await picture('marks');
    await keyboard().press('Control+F');
    await inPage.getByRole('textbox', { name: '查找' }).waitFor();
    await keyboard().type('title');
    await eventually(async () => assert.match((await inPage.locator('.matches').textContent()) ?? '', /^1，共 /));
    await picture('find');
    await keyboard().press('Escape');
    await goToCell(page, 1, 'tags');
    await keyboard().press('Enter');
    const dialog = inPage.getByRole('dialog', { name: 'tags 的值' });
    await dialog.getByRole('textbox').fill('[');
    await eventually(async () =>
      assert.match((await dialog.getByRole('status').textContent()) ?? '', /\p{Script=Han}/u),
    );
    await picture('value');
    await keyboard().press('Escape');
    await keyboard().press('Escape');
    await runCommand(page, 'File: Revert File');
    await eventually(async () => assert.equal(await page.locator('.tab.active.dirty').count(), 0));
  });

  it('shows a conflict, and the plan of a save with its changes', async () => {
    const { page } = workbench();
    const call = await callerOf(service().shop);
    const id = plain(
      await grid(page)
        .getByRole('gridcell')
        .nth(2 * (await columns()))
        .textContent(),
    );
    const tableId = Number(
      /\d+/.exec((await readTree(page)).find(({ label }) => label === 'every')?.description ?? ''),
    );
    await call.json(`PUT /oserve/v2.6/table/${tableId}/record/${id}/`, { body: { title: '别处的标题' } });
    await goToCell(page, 2, 'title');
    await keyboard().press('Enter');
    await gridCell(page, 2, 'title').locator('textarea').fill('这里的标题');
    await keyboard().press('Enter');
    await cellShows(page, 2, 'title', '这里的标题');
    await goToCell(page, 2, 'title');
    await keyboard().press('Control+S');
    // VS Code's own button stays English, because no language pack is installed.
    assert.deepEqual([...(await readModal(page)).buttons].sort(), ['比较', '我的', '对方的', '原值', 'Cancel'].sort());
    await picture('conflict');
    await pressInModal(page, '我的');
    const { message } = await readModal(page);
    assert.equal(message, '保存到 Shop · 生产环境：修改 1 条（1 个字段）？');
    await picture('plan');
    await pressInModal(page, '显示更改');
    await readQuickInput(page, message);
    const sides = page.locator('.part.editor .monaco-diff-editor .view-line', { hasText: '"title"' });
    await eventually(async () => assert.equal(await sides.count(), 2));
    await picture('changes');
    await pick(page, '取消');
    await expectNotification(page, '没有写入任何内容。');
    await clearNotifications(page);
  });

  it('shows the question before a column is dropped, and the plan', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, [...tables, 'note'], '编辑表结构');
    const lines = await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /"fields": \[/);
      return text.split('\n');
    });
    const [from, to] = [/^ {6}\{$/, /^ {6}\}$/].map(line => 1 + lines.findIndex(text => line.test(text)));
    await goToLine(page, from ?? 0, to);
    // Delete the selection first: a typed bracket would surround it.
    await keyboard().press('Delete');
    await keyboard().type('{ "name": "stars", "type": "integer" }');
    await keyboard().press('Control+S');
    const drop = await readModal(page);
    assert.equal(drop.message, '删除 Shop · 生产环境 中表 note 的列 text？');
    expectChinese(drop.message, drop.detail, ...drop.buttons);
    await picture('drop');
    await pressInModal(page, '输入名称…');
    const box = await readQuickInput(page, 'Shop · 生产环境');
    // VS Code appends a hint about keys. It stays English, because no language pack is installed.
    expectChinese(box.title, box.placeholder, box.message.replace(/ \(Press 'Enter'.*\)$/, ''));
    await answer(page, 'text', 'Shop · 生产环境');
    const plan = await eventually(async () => {
      const read = await readModal(page);
      assert.equal(read.message, '将 note 的表结构保存到 Shop · 生产环境？');
      return read;
    });
    expectChinese(plan.detail, ...plan.buttons);
    await picture('schema plan');
    await pressInModal(page, 'Cancel');
    await expectNotification(page, '没有写入任何内容。');
    await clearNotifications(page);
    await runCommand(page, 'File: Revert File');
  });

  it('shows the columns, the preview and the question of an import', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, [...tables, 'product'], '导入与导出', '导入…');
    await answerFileDialog(page, path.join(workbench().profile.workspace, 'hats.csv'));
    const title = '将 hats.csv 导入到 product · Shop · 生产环境';
    await expectPicks(page, ['继续', 'sku', 'name', 'price']);
    const list = quickInput(page).locator('.quick-input-list');
    const { placeholder } = await readQuickInput(page, title);
    expectChinese(title, placeholder, await list.innerText());
    await picture('import columns');
    await pick(page, '继续');
    await pick(page, '显示预览');
    const wrong = webviewDocument(page).locator('td.wrong');
    assert.equal(await wrong.innerText(), 'cheap\n✗ price 的类型必须是 number。');
    await expectPicks(page, ['导入 299 行', '显示预览', '更改列…']);
    expectChinese(await list.innerText(), await webviewDocument(page).locator('main').innerText());
    await picture('import preview');
    await pick(page, '导入 299 行');
    const { message, detail, buttons } = await readModal(page);
    expectChinese(message, detail.replace(/POST [^]*/, ''), ...buttons);
    await picture('import question');
    await pressInModal(page, 'Cancel');
  });

  it('shows the report of a diagnosis, and a narrow side bar', async () => {
    const { page } = workbench();
    const { y = 0 } = (await page.locator('.part.sidebar').boundingBox()) ?? {};
    const width = async () => (await page.locator('.part.sidebar').boundingBox())?.width ?? 0;
    const edge = await page.locator('.part.sidebar').boundingBox();
    await page.mouse.move((edge?.x ?? 0) + (edge?.width ?? 0) + 2, y + 300);
    await page.mouse.down();
    await page.mouse.move(230, y + 300, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => assert.ok((await width()) < 200));
    await runCommand(page, 'Hydrogen: 诊断连接');
    await eventually(async () => {
      assert.equal(await activeTab(page), '诊断.md');
      assert.match(await activeText(page), /^# Shop · 生产环境 的连接\n[^]*\n✓ 响应[^]*\n✓ 锁文件夹/);
    });
    await expectNotification(page, '通往服务的每一步都正常。');
    await picture('diagnosis');
  });

  async function columns(): Promise<number> {
    return grid(workbench().page).locator('tr[data-row="0"] [role=gridcell]').count();
  }
});
