import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { eventually, plain } from '../driver/eventually';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { clearNotifications } from '../driver/messages';
import {
  answer,
  cancelQuickInput,
  expectComplaint,
  openFile,
  pick,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { press } from '../driver/press';
import { openDocument, responseShows, runChecks, showTestResults, writeDocuments } from '../requests/requestsFixture';
import {
  chooseFromMenu,
  clickRow,
  collapse,
  expand,
  openContainer,
  openHydrogen,
  pressViewAction,
  readTree,
  welcome,
} from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';

describe('in Simplified Chinese', () => {
  const workbench = useWorkbench({
    locale: 'zh-cn',
    arrange: profile =>
      writeDocuments(profile, {
        contents: ['GET /hserve/v2.2/content/detail/?category_id=1'],
        passing: ['### 列出', 'GET /hserve/v1/content/group/', '', '?? status == 200'],
        checks: ['### 建立', '# @setup', 'GET /hserve/v1/content/group/', '', '?? status == 201'],
      }),
  });
  const test = (name: RegExp) => workbench().page.locator('.part.sidebar').getByRole('treeitem', { name });

  it('the welcome text is Chinese', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).waitFor();
    assert.match((await welcome(page).textContent()) ?? '', /你的应用、环境和内容会显示在这里/);
    await workbench().screenshot('zh welcome');
  });

  it('the steps of adding an application are Chinese', async () => {
    const { page } = workbench();
    await welcome(page).getByRole('button', { name: '添加应用…' }).click();
    const { title, message } = await readQuickInput(page, /^添加应用/);
    assert.match(title, /^添加应用 \(1\/5\)$/);
    assert.match(message, /^应用的名称，将显示在树中/);
    await expectComplaint(page, ' ', '请输入名称。');
    await workbench().screenshot('zh add');
    await cancelQuickInput(page);
  });

  it('tree and status bar are Chinese', async () => {
    const { page } = workbench();
    await welcome(page).getByRole('button', { name: '试用本地沙盒' }).click();
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows[0]?.description, '本地沙盒');
      assert.deepEqual([rows[1]?.label, rows[1]?.description], ['生产环境', '已选择']);
    });
    await eventually(async () =>
      assert.match((await readStatusBar(page))[0]?.text ?? '', /^Sandbox Shop · 生产环境 · 36\d 天$/),
    );
    await expand(page, 'Sandbox Shop', '生产环境', '数据表', 'product');
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(
        rows.find(({ label }) => label === '权限')?.description,
        '新增：登录用户 · 读取：所有人 · 修改：登录用户',
      );
      assert.equal(rows.find(({ label }) => label === '_userprofile')?.description, '4998 · 内置');
    });
    await workbench().screenshot('zh tree');
    await collapse(page, 'Sandbox Shop', '生产环境', '数据表');
  });

  it('a category opens as JSON', async () => {
    const { page } = workbench();
    const menswear = ['内容库', '商品 Products', '服装 Clothing', '男装 Menswear', '衬衫 Shirts'];
    await clickRow(page, ['Sandbox Shop', '生产环境', ...menswear]);
    await eventually(async () => {
      assert.equal(await activeTab(page), '衬衫 Shirts · 生产环境.json');
      assert.equal((JSON.parse(await activeText(page)) as { name: string }).name, '衬衫 Shirts');
    });
    await workbench().screenshot('zh overview');
    await collapse(page, 'Sandbox Shop', '生产环境', '内容库');
    await runCommand(page, 'View: Close Editor');
  });

  it('the first request asks for its password', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: 新建请求…');
    await pick(page, '带示例的入门文档');
    await codeLens(page, '发送 · Sandbox Shop · 生产环境').first().click();
    const { message } = await readQuickInput(page, 'Sandbox Shop 的机密“password”');
    const [, password = assert.fail(message)] = /(customer-password)/.exec(message) ?? [];
    await workbench().screenshot('zh secret');
    await answer(page, password, 'Sandbox Shop 的机密“password”');
    await responseShows(page, 'HTTP 201');
    await clearNotifications(page);
  });

  it('checks run in the Testing view', async () => {
    const { page } = workbench();
    await openDocument(page, 'checks');
    await runChecks(page);
    await page.locator('.part.editor .codicon-testing-failed-icon').first().waitFor();
    await showTestResults(page);
    const failure = page
      .locator('.part.panel')
      .getByRole('treeitem')
      .filter({ hasText: /建立（准备）.*预期为 201，实际为 200/ });
    await eventually(() => press(failure));
    await page.locator('.part.panel .monaco-diff-editor').waitFor();
    await workbench().screenshot('zh test failed');
    // Open the document last: VS Code cancels the lenses of an editor that loses the focus.
    await openContainer(page, 'Testing');
    await openDocument(page, 'passing');
    await runChecks(page);
    await test(/^passing\.hydrogen\.http.*Passed/).waitFor();
    await workbench().screenshot('zh test passed');
  });

  it('a cancelled run shows that it was cancelled', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: 在沙盒中模拟故障…');
    await pick(page, '永不响应');
    await openDocument(page, 'passing');
    await runChecks(page);
    await test(/^passing\.hydrogen\.http.*Running/).waitFor();
    await runCommand(page, 'Test: Cancel Test Run');
    await test(/^passing\.hydrogen\.http.*Skipped/).waitFor();
    await workbench().screenshot('zh test cancelled');
    await runCommand(page, 'View: Hide Panel');
  });

  it('a document created from a row of another application names it', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await eventually(async () => {
      await pressViewAction(page, 'Collapse All');
      assert.equal((await readTree(page)).length, 2);
    });
    await chooseFromMenu(page, ['Sandbox Blog', '生产环境'], '从此处新建请求文档');
    await codeLens(page, '发送 · Sandbox Blog · 生产环境').first().waitFor();
    await workbench().screenshot('zh from here');
  });

  it('the walkthrough has five steps', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: 入门');
    const steps = page.locator('.gettingStartedDetailsContent .getting-started-step');
    const titles = () => steps.getByRole('heading').allTextContents();
    const expectedTitles = ['试用本地沙盒', '浏览内容', '发送请求', '关注访问令牌', '添加自己的应用'];
    await eventually(async () => assert.deepEqual((await titles()).map(plain), expectedTitles));
    await workbench().screenshot('zh walkthrough');
  });

  it('a hover describes an operation, with the braces of its examples', async () => {
    const { page } = workbench();
    await openFile(page, 'contents.hydrogen.http');
    const path = page
      .locator('.editor-group-container.active .view-line span', { hasText: /^[^?]*hserve[^?]*$/ })
      .last();
    const hover = page.locator('.monaco-hover:visible', { hasText: '分类或内容组中的内容列表，不含正文。' });
    await eventually(async () => {
      await path.hover();
      await hover.waitFor({ timeout: 10_000 });
    });
    // The line can break at the space before the JSON example.
    assert.match((await hover.textContent()) ?? '', /JSON 形式的查询条件，例如 \{"price":\{"\$gt":10\}\}。/);
    await workbench().screenshot('zh hover');
  });
});
