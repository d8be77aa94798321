import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { readClipboard, writeClipboard } from '../driver/clipboard';
import { activeText, codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import { openFile, pick, quickInput, readQuickInput, runCommand, typeInQuickInput } from '../driver/quickInput';
import { openDocument, writeApplication, writeDocuments } from './requestsFixture';
import { chooseFromMenu, openHydrogen } from '../driver/sidebar';
import { saidInStatusBar, statusBarItem } from '../driver/statusBar';
import { signIn } from '../users/signIn';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('importing and exporting requests', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      await writeDocuments(profile, {
        time: ['GET /oserve/v2.2/server/time/'],
        login: [
          'POST /hserve/v2.1/login/email/',
          '',
          '{ "email": "ada@example.com", "password": "{{$secret password}}" }',
        ],
      });
      const lines = [
        `@host = ${service().shop.serverDomain}`,
        '### Groups',
        'GET {{host}}/hserve/v1/content/group/?id={{$uuid}}',
        `X-Hydrogen-Client-ID: ${service().shop.clientId}`,
        '',
        '> {% client.log("done") %}',
        '',
        '### Elsewhere',
        'GET https://example.com/elsewhere',
      ];
      await writeFile(path.join(profile.workspace, 'old.http'), lines.join('\n'));
    },
  });
  const copied = async (name: string, way: string): Promise<string> => {
    const { page } = workbench();
    const said = 'Copied with placeholders for credentials';
    await statusBarItem(page, said).waitFor({ state: 'hidden' }); // the same message follows
    await writeClipboard(page, 'nothing yet');
    await openDocument(page, name);
    await codeLens(page, 'Copy as…').click();
    await readQuickInput(page, 'Copy Request as…');
    await pick(page, way);
    await saidInStatusBar(page, said);
    return eventually(async () => {
      const text = await readClipboard(page);
      assert.notEqual(text, 'nothing yet');
      return text;
    });
  };

  it('copies with placeholders, asks nothing and sends nothing', async () => {
    const { serverDomain, authUrl } = service().shop;
    assert.deepEqual((await copied('time', 'cURL (POSIX)')).split(' \\\n  '), [
      `curl --globoff ${authUrl}/oserve/v2.2/server/time/`,
      "-H 'Authorization: Bearer <ACCESS_TOKEN>'",
    ]);
    const body = '{ "email": "ada@example.com", "password": "<SECRET>" }';
    const address = `${serverDomain}/hserve/v2.1/login/email/`;
    const curl = await copied('login', 'cURL (POSIX)');
    assert.ok(curl.includes('X-Hydrogen-Client-ID: <CLIENT_ID>') && curl.includes(`--data-raw '${body}'`), curl);
    const powerShell = await copied('login', 'cURL (PowerShell)');
    assert.ok(powerShell.includes(`--data-raw ${JSON.stringify(body)}`), powerShell);
    const cmd = await copied('login', 'cURL (cmd)');
    assert.match(cmd, /^curl --globoff \^"http.* \^\n {2}-H \^"/);
    for (const [way, start] of [
      ['JavaScript fetch', `await fetch("${address}"`],
      ['undici', `await request("${address}"`],
      ['Python requests', `requests.request(\n    "POST",\n    "${address}"`],
    ] as const) {
      const text = await copied('login', way);
      assert.ok(text.includes(start) && text.includes(JSON.stringify(body)), text);
    }
    const sdk = await copied('login', 'JavaScript SDK of the service');
    assert.ok(sdk.includes('await BaaS.auth.login({"email":"ada@example.com","password":"<SECRET>"})'), sdk);
    assert.equal(service().sandbox.requests.length, 0);
  });

  it('pastes from the clipboard without the host of the application', async () => {
    const { page } = workbench();
    const { serverDomain, clientId } = service().shop;
    await openDocument(page, 'time');
    await writeClipboard(
      page,
      `curl '${serverDomain}/hserve/v2.2/content/detail/5/' -H 'X-Hydrogen-Client-ID: ${clientId}' -H 'Accept: */*'`,
    );
    await runCommand(page, 'Hydrogen: Paste cURL Command');
    await readQuickInput(page, 'Where should the request go?');
    await pick(page, 'At the end of time.hydrogen.http');
    await eventually(async () =>
      assert.match(
        await activeText(page),
        /time\/.*\n\n### .+\nGET \/hserve\/v2\.2\/content\/detail\/5\/.*\nAccept: \*\/\*/,
      ),
    );
  });

  it('converts files of another tool, and names the scripts that it leaves out', async () => {
    const { page } = workbench();
    await openFile(page, 'old.http');
    await runCommand(page, 'Hydrogen: Convert .http or .hurl File…');
    await notification(page, 'Unsupported lines were left out: 6.').waitFor();
    await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /### Groups\n.*GET \/hserve\/v1\/content\/group\/\?id=\{\{\$guid\}\}/);
      assert.match(text, /GET https:\/\/example\.com\/elsewhere/);
      assert.doesNotMatch(text, /X-Hydrogen|client\.log/);
    });
    await workbench().screenshot('requests converted');
  });

  it('creates a request from an operation of the catalogue, with a file part if needed', async () => {
    const { page } = workbench();
    await openDocument(page, 'login');
    await runCommand(page, 'Hydrogen: New Request…');
    await readQuickInput(page, 'New Request');
    await typeInQuickInput(page, 'table/:table_id/import');
    await pick(page, /^POST/);
    await readQuickInput(page, 'Where should the request go?');
    await pick(page, 'At the end of login.hydrogen.http');
    await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /@table_id = ?\nPOST \/oserve\/v1\/table\/\{\{table_id\}\}\/import\//);
      assert.match(text, /Content-Type: multipart\/form-data; boundary=(\w+)\n\s*\n--\1\n/);
      assert.match(text, /name="file"; filename="file"\n\s*\n< \.\/file\n/);
    });
    await workbench().screenshot('requests multipart');
    await runCommand(page, 'Hydrogen: New Request…');
    await readQuickInput(page, 'New Request');
    await typeInQuickInput(page, 'login/email');
    await pick(page, /^POST/);
    await readQuickInput(page, 'Where should the request go?');
    await pick(page, 'In a new document');
    await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /^### /);
      assert.ok(text.includes('"password": "{{$secret password}}"') && !text.includes('import'), text);
    });
  });

  it('creates a request from an item of the tree, in its environment; its IDs are completed', async () => {
    const { page } = workbench();
    const [group] = service().shop.contentGroups;
    const [staging] = service().shop.environments;
    assert.ok(group && staging);
    await openHydrogen(page);
    const row = ['Shop', 'Production', 'Content Library', group.name];
    await chooseFromMenu(page, row, 'New Request Document from Here');
    await eventually(async () => {
      const text = await activeText(page);
      assert.match(text, /# @environment Production\n.*GET \/hserve\/v2\.2\/content\/group\//);
      assert.ok(text.includes(`?content_group_id=${group.id}`), text);
    });
    await workbench().screenshot('requests from item');
    const [user] = service().shop.users;
    await signIn(page, ['Shop', 'Production', 'User'], user);
    await chooseFromMenu(page, ['Shop', 'Production', user?.username ?? ''], 'New Request Document from Here');
    await eventually(async () => assert.match(await activeText(page), /GET \/hserve\/v2\.2\/user\/info\/\d+\//));
    await openDocument(page, 'time');
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('GET /hserve/v1/content/category/?content_group_id=\n\n###\n');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    // By its name or its ID, whichever is known.
    await page.keyboard.type(group.name.split(' ').at(-1)?.slice(0, 4) ?? '');
    const rows = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: group.name });
    const suggestion = rows.filter({ hasText: String(group.id) });
    await eventually(async () => {
      await page.keyboard.press('Control+Space');
      await suggestion.first().waitFor({ timeout: 3000 });
    });
    await workbench().screenshot('requests completion of groups');
    await suggestion.first().click();
    await eventually(async () => assert.ok((await groupText(page, 0)).includes(`content_group_id=${group.id}`)));
    await quickInput(page).waitFor({ state: 'hidden' });
  });
});
