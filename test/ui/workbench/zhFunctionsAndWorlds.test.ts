import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { callerOf } from '../../unit/sandbox/fixture';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { expectNotification, pressInModal, pressInNotification, readModal } from '../driver/messages';
import {
  acceptQuickInput,
  answer,
  cancelQuickInput,
  expectQuickInput,
  openFile,
  pick,
  pickRow,
  quickInput,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { chooseFromMenu, clickRow, expand, openHydrogen, readMenu } from '../driver/sidebar';
import { statusBarItem } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { arrangeFunction, functionsPath } from '../functions/functionFixture';
import { addMembers } from '../sandbox/members';

const functions = ['Shop', '生产环境', '云函数'];
const row = [...functions, 'counts'];
const code = `exports.main = async () => {\n  return await new BaaS.TableObject('product').count();\n};\n`;

/** Returns the texts of the rows in the quick pick. */
async function rowTexts(page: Page): Promise<string[]> {
  const rows = await quickInput(page).locator('.monaco-list-row').allTextContents();
  return rows.map(plain);
}

describe('functions and the sandbox in Simplified Chinese', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    locale: 'zh-cn',
    with: ['javascript'],
    viewport: { width: 1400, height: 900 },
    settings: { 'files.autoSave': 'off' },
    arrange: async profile => {
      await addMembers(service().shop);
      await arrangeFunction(profile, service().shop, code);
    },
  });
  const picture = (name: string) => workbench().screenshot(`zh functions ${name}`);

  /** Asserts that a text has no Latin letters, except in names of tables and columns, and in names of formats. */
  const isChinese = (text: string) =>
    assert.match(
      text.replace(/\w+\.\w+|_\w+|Shop|Staging|product|store|review|note|member|JSON|kB/g, ''),
      /^[^A-Za-z]*$/,
    );

  it('an environment that is brought into the sandbox shows no English words', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, functions);
    await answer(page, service().shop.clientSecret, '为 Shop 授权');
    await statusBarItem(page, /Shop · 生产环境 · 36\d 天/).waitFor();
    await chooseFromMenu(page, ['Shop', 'Staging'], '带入沙盒…');
    const title = '将 Shop · Staging 带入沙盒';
    await expectQuickInput(page, { title, placeholder: /勾选要带入的内容/ });
    await workbench().screenshot('zh worlds parts');
    (await rowTexts(page)).forEach(isChinese);
    await acceptQuickInput(page);
    const { placeholder } = await expectQuickInput(page, { title, placeholder: /\d/ });
    isChinese(placeholder);
    await workbench().screenshot('zh worlds cost');
    (await rowTexts(page)).forEach(isChinese);
    await pick(page, '遮盖的列…');
    isChinese((await expectQuickInput(page, { title, placeholder: /手机号/ })).placeholder);
    await pickRow(page, 'member.phone').waitFor();
    await workbench().screenshot('zh worlds masks');
    (await rowTexts(page)).forEach(isChinese);
    await acceptQuickInput(page);
    await expectQuickInput(page, { title, placeholder });
    await pick(page, '带入');
    const done = await expectNotification(page, /Shop \(Sandbox\)/);
    await workbench().screenshot('zh worlds application');
    isChinese(plain(await done.locator('.notification-list-item-message').textContent()).replace('(Sandbox)', ''));
    await pressInNotification(page, /Shop \(Sandbox\)/, '保存世界文件…');
    await expectQuickInput(page, { title: '保存世界文件' });
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, ['Shop (Sandbox)'], '沙盒', '再次带入…');
    await expectQuickInput(page, { title, placeholder: /勾选要带入的内容/ });
    await acceptQuickInput(page);
    await expectQuickInput(page, { title, placeholder });
    await pick(page, '带入');
    const { message, detail } = await readModal(page);
    await workbench().screenshot('zh worlds difference');
    for (const text of [message, detail]) isChinese(text.replace('(Sandbox)', ''));
    await eventually(() => pressInModal(page, '替换'));
  });

  it('functions have their menu, their lenses and the result of a run', async () => {
    const { page } = workbench();
    await expand(page, ...functions);
    const entries = await readMenu(page, row);
    assert.deepEqual(
      entries.filter(entry => !/\p{Script=Han}/u.test(entry)),
      [],
    );
    await chooseFromMenu(page, row, '添加到工作区…');
    await eventually(async () => assert.equal(await activeTab(page), 'index.js'));
    for (const title of ['运行', '调试', '部署…']) await codeLens(page, title).waitFor();
    await picture('lenses');
    await codeLens(page, '运行').click();
    assert.equal((await readModal(page)).message, '在本机运行 counts？');
    await picture('consent');
    await pressInModal(page, '运行');
    await eventually(async () => assert.match(await activeTab(page), /^counts \d+\.jsonc$/));
    const comments = (await activeText(page)).split('\n').filter(line => line.startsWith('//'));
    for (const comment of comments) assert.match(comment, /\p{Script=Han}/u);
    await picture('run');
  });

  it('functions have a comparison with the deployed code, and versions', async () => {
    const { page } = workbench();
    const call = await callerOf(service().shop);
    await openFile(page, 'index.js');
    await page.locator('.part.editor .view-line', { hasText: 'return' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' // mine');
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    const theirs = code.replace('product', 'order');
    await call.json(`PATCH ${functionsPath}counts/`, { body: { function_code: theirs } }, 202);
    await codeLens(page, '部署…').click();
    const { message } = await readModal(page);
    assert.equal(message, 'counts 在 Shop · 生产环境 中的代码与预期不同。');
    await picture('conflict');
    await pressInModal(page, '比较');
    await readQuickInput(page, message);
    await page.locator('.part.editor .monaco-diff-editor').nth(1).waitFor();
    await picture('three way');
    await pick(page, '保留对方的代码');
    await runCommand(page, 'Hydrogen: 云函数版本…');
    await readQuickInput(page, 'counts 的版本，Shop · 生产环境');
    await quickInput(page).getByText('已读取', { exact: true }).first().waitFor();
    await picture('versions');
    await cancelQuickInput(page);
  });
});
