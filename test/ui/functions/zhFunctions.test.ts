import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf } from '../../unit/sandbox/fixture';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { answer, cancelQuickInput, openFile, pick, quickInput, readQuickInput, runCommand } from '../driver/quickInput';
import { chooseFromMenu, clickRow, expand, openHydrogen, readMenu } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { arrangeFunction, functionsPath } from './functionFixture';

const functions = ['Shop', '生产环境', '云函数'];
const row = [...functions, 'counts'];
const code = `exports.main = async () => {\n  return await new BaaS.TableObject('product').count();\n};\n`;

describe('cloud functions in Simplified Chinese', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    locale: 'zh-cn',
    with: ['javascript'],
    viewport: { width: 1400, height: 900 },
    settings: { 'files.autoSave': 'off' },
    arrange: profile => arrangeFunction(profile, service().shop, code),
  });
  const picture = (name: string) => workbench().screenshot(`zh functions ${name}`);

  it('have their menu, their lenses and the result of a run', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, functions);
    await answer(page, service().shop.clientSecret, '为 Shop 授权');
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

  it('have a comparison with the deployed code, and versions', async () => {
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
