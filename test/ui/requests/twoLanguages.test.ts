import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { answer, cancelQuickInput, readPicks, readQuickInput, runCommand } from '../driver/quickInput';
import { readTree } from '../driver/sidebar';
import { statusBarItem } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';
import { responseShows, sendFirst, useOtherServer, writeDocuments } from './requestsFixture';

const languages = [
  {
    name: 'English',
    locale: 'en',
    send: /Send · /,
    production: 'Production',
    redirects: '# 2 redirects were followed',
    times: /#   First byte: .*\n#   Download: /,
    failed: /^No response: The connection to .* was lost/,
    advice: 'The command “Diagnose Connection” finds',
    filterCommand: 'Hydrogen: Filter History…',
    filter: 'Filter History…',
    filtered: ['Filter: /lost', '1 of 2'],
    actions: ['Authorize', 'Select Application', 'Select Environment'],
  },
  {
    name: 'Simplified Chinese',
    locale: 'zh-cn',
    send: /发送 · /,
    production: '生产环境',
    redirects: '# 已跟随 2 次重定向',
    times: /#   首字节：.*\n#   下载：/,
    failed: /^没有响应：与 .* 的连接中断/,
    advice: '命令“诊断连接”',
    filterCommand: 'Hydrogen: 筛选历史…',
    filter: '筛选历史…',
    filtered: ['筛选：/lost', '1，共 2'],
    actions: ['授权', '选择应用', '选择环境'],
  },
] as const;

for (const words of languages) {
  describe(`requests and their responses in ${words.name}`, () => {
    const service = useSandbox();
    const server = useOtherServer({
      '/first/': response => void response.writeHead(302, { location: '/second/' }).end(),
      '/second/': response => void response.writeHead(302, { location: '/third/' }).end(),
      '/lost/': response => void response.destroy(),
    });
    const workbench = useWorkbench({
      ...(words.locale === 'en' ? {} : { locale: words.locale }),
      arrange: async profile => {
        await arrangeShop(profile, { ...service().shop, serverDomain: server().origin });
        await writeDocuments(profile, { followed: ['GET /first/'], lost: ['GET /lost/'] });
      },
    });
    const picture = (name: string) => workbench().screenshot(`${words.locale} ${name}`);

    it('show the times and the redirects of a response', async () => {
      const { page } = workbench();
      await sendFirst(page, 'followed', words.send);
      await responseShows(page, words.redirects);
      await responseShows(page, words.times);
      await responseShows(page, '#   302 /second/ → /third/ · ');
      await picture('response with redirects');
    });

    it('show a failed request with its cause and the next step', async () => {
      const { page } = workbench();
      await sendFirst(page, 'lost', words.send);
      await responseShows(page, words.failed);
      await responseShows(page, words.advice);
      await picture('failed request');
    });

    it('show the filter above a filtered history', async () => {
      const { page } = workbench();
      await runCommand(page, words.filterCommand);
      await answer(page, '/lost', words.filter);
      await eventually(async () => {
        const rows = await readTree(page);
        const shown = rows.map(({ label, description }) => [label, description]);
        assert.ok(
          shown.some(row => row.join() === words.filtered.join()),
          shown.join('\n'),
        );
        assert.ok(!rows.some(({ label }) => label.includes('/first/')), shown.join('\n'));
      });
      await picture('history filtered');
    });

    it('offer the actions of the application in the status bar', async () => {
      const { page } = workbench();
      await statusBarItem(page, `Shop · ${words.production}`).click();
      await readQuickInput(page, `Shop · ${words.production}`);
      const picks = (await readPicks(page)).join('\n');
      for (const action of words.actions) assert.ok(picks.includes(action), `${action} is not in\n${picks}`);
      await picture('status bar actions');
      await cancelQuickInput(page);
    });
  });
}
