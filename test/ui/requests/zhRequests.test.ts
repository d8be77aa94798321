import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeText, codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { press } from '../driver/press';
import {
  answer,
  cancelQuickInput,
  pick,
  readPicks,
  readQuickInput,
  runCommand,
  typeInQuickInput,
} from '../driver/quickInput';
import { openDocument, responseShows, sendFirst, useOtherServer, writeDocuments } from './requestsFixture';
import { readTree } from '../driver/sidebar';
import { statusBarItem } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('request documents and their responses in Simplified Chinese', () => {
  const service = useSandbox();
  const server = useOtherServer({
    '/first/': response => void response.writeHead(302, { location: '/second/' }).end(),
    '/second/': response => void response.writeHead(302, { location: '/third/' }).end(),
    '/lost/': response => void response.destroy(),
  });
  const workbench = useWorkbench({
    theme: 'Light Modern',
    locale: 'zh-cn',
    arrange: async profile => {
      await arrangeShop(profile, { ...service().shop, serverDomain: server().origin });
      await writeDocuments(profile, {
        slash: ['GET /hserve/v1/content/group'],
        fields: ['GET '],
        followed: ['GET /first/'],
        lost: ['GET /lost/'],
      });
    },
  });
  const open = (name: string) => openDocument(workbench().page, name);
  const line = (text: string) => workbench().page.locator('.part.editor .view-line', { hasText: text }).first();
  const fix = async (title: string): Promise<void> => {
    const { page } = workbench();
    const entry = page.locator('.action-widget .monaco-list-row', { hasText: title });
    await eventually(async () => {
      await page.keyboard.press('Control+.');
      await entry.waitFor({ timeout: 10_000 });
      await press(entry);
    });
  };

  it('show the environment above the line, and get a missing slash', async () => {
    const { page } = workbench();
    await open('slash');
    await line('/hserve').click();
    await codeLens(page, '发送 · Shop · 生产环境').waitFor();
    await workbench().screenshot('requests writing');
    await fix('改为');
    await eventually(async () => assert.match(await activeText(page), /GET \/hserve\/v1\/content\/group\//));
  });

  it('have paths that are completed', async () => {
    const { page } = workbench();
    await open('fields');
    await line('GET').click();
    await page.keyboard.press('End');
    await page.keyboard.type('/hserve/v1/content/cat');
    const accepted = page.locator('.suggest-widget.visible .monaco-list-row.focused');
    await accepted.filter({ hasText: 'content/category' }).waitFor();
    await workbench().screenshot('requests completion');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await activeText(page), /content\/category\/.*content_group_id=/));
  });

  it('are created from the catalogue, by category, also with the part of a file', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: 新建请求…');
    // Wait until the rows of the Command Palette have been replaced.
    await readQuickInput(page, '新建请求');
    await eventually(async () => assert.match((await readPicks(page))[0] ?? '', /带示例的入门文档/));
    await typeInQuickInput(page, '更新 数据项');
    await eventually(async () => assert.deepEqual(new Set(await readPicks(page)), new Set(['PUT'])));
    await typeInQuickInput(page, 'record');
    // Operations that read come before operations that write.
    await eventually(async () => assert.match((await readPicks(page)).join(), /^(GET,)+/));
    await workbench().screenshot('requests catalogue');
    await typeInQuickInput(page, '');
    await pick(page, /带示例的入门文档/);
    // VS Code proposes the first line as the name of the file.
    await eventually(async () => assert.match(await groupText(page, 0), /^### 登录\n[^]*\{\{\$secret password\}\}/));
    await runCommand(page, 'Hydrogen: 新建请求…');
    await readQuickInput(page, '新建请求');
    await typeInQuickInput(page, 'table/:table_id/import');
    await pick(page, /^POST/);
    await readQuickInput(page, '将请求放在哪里？');
    await pick(page, '在新文档中');
    await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /@table_id = ?\nPOST \/oserve\/v1\/table\/\{\{table_id\}\}\/import\//);
      assert.match(text, /Content-Type: multipart\/form-data; boundary=(\w+)\n\s*\n--\1\n/);
      assert.match(text, /name="file"; filename="file"\n\s*\n< \.\/file\n/);
    });
  });

  it('are converted from a pasted cURL command', async () => {
    const { page } = workbench();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await runCommand(page, 'Hydrogen: 粘贴 cURL 命令');
    await answer(page, `curl '${server().origin}/hserve/v2.2/content/detail/5/' -H 'Accept: */*'`, {
      message: /cURL/,
    });
    await readQuickInput(page, '将请求放在哪里？');
    await pick(page, '在新文档中');
    await eventually(async () => assert.match(await groupText(page, 0), /\nGET \/hserve\/v2\.2\/content\/detail\/5\//));
  });

  it('show the times and the redirects of a response', async () => {
    const { page } = workbench();
    await sendFirst(page, 'followed', /发送 · /);
    await responseShows(page, '# 已跟随 2 次重定向');
    await responseShows(page, /#   首字节：.*\n#   下载：/);
    await responseShows(page, '#   302 /second/ → /third/ · ');
    await workbench().screenshot('zh-cn response with redirects');
  });

  it('show a failed request with its cause and the next step', async () => {
    const { page } = workbench();
    await sendFirst(page, 'lost', /发送 · /);
    await responseShows(page, /^没有响应：与 .* 的连接中断/);
    await responseShows(page, '命令“诊断连接”');
    await workbench().screenshot('zh-cn failed request');
  });

  it('show the filter above a filtered history', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: 筛选历史…');
    await answer(page, '/lost', '筛选历史…');
    await eventually(async () => {
      const rows = (await readTree(page)).map(({ label, description }) => [label, description].join());
      assert.ok(rows.includes('筛选：/lost,1，共 2'), rows.join('\n'));
      assert.ok(!rows.some(row => row.includes('/first/')), rows.join('\n'));
    });
    await workbench().screenshot('zh-cn history filtered');
  });

  it('offer the actions of the application in the status bar', async () => {
    const { page } = workbench();
    await statusBarItem(page, 'Shop · 生产环境').click();
    await readQuickInput(page, 'Shop · 生产环境');
    const picks = (await readPicks(page)).join('\n');
    for (const action of ['授权', '选择应用', '选择环境'])
      assert.ok(picks.includes(action), `${action} is not in\n${picks}`);
    await workbench().screenshot('zh-cn status bar actions');
    await cancelQuickInput(page);
  });
});
