import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { restoreText } from '../../../src/ui/platform/textEdits';
import { appendOrOpen } from '../../../src/ui/requests/insert';
import { eventually } from '../../ui/driver/eventually';
import { run } from './fixture';
import { titlesOf, withUser } from './person';
import { openRequest, openRequestFile, useFolder, useSelectedShop } from './requestDocuments';

describe('requests for other tools and from them', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const shownText = () => vscode.window.activeTextEditor?.document.getText() ?? '';

  it('have their own text in a new document, not that of a closed one of the same name', async () => {
    const document = await openRequest(['GET /closed/']);
    await restoreText(document, 'GET /pasted/\n');
    assert.equal(document.getText(), 'GET /pasted/\n');
  });

  it('are copied in each format with placeholders; nothing is asked or sent', async () => {
    const { serverDomain, authUrl } = service().shop;
    const time = await openRequest(['GET /oserve/v2.2/server/time/']);
    const login = await openRequest([
      ...['POST /hserve/v2.1/login/email/', ''],
      '{ "email": "ada@example.com", "password": "{{$secret password}}" }',
    ]);
    const copied = async ({ uri }: vscode.TextDocument, format: string) => {
      const asked = await withUser([[/^Copy Request as…$/, format]], () => run('request.copyAs', uri, 0));
      assert.deepEqual(titlesOf(asked), ['Copy Request as…', 'Copied with placeholders for credentials']);
      return vscode.env.clipboard.readText();
    };
    const { length } = service().sandbox.requests;
    assert.deepEqual((await copied(time, 'cURL (POSIX)')).split(' \\\n  '), [
      `curl --globoff ${authUrl}/oserve/v2.2/server/time/`,
      "-H 'Authorization: Bearer <ACCESS_TOKEN>'",
    ]);
    const body = '{ "email": "ada@example.com", "password": "<SECRET>" }';
    const [address, quoted] = [`${serverDomain}/hserve/v2.1/login/email/`, JSON.stringify(body)];
    const formats: [format: string, ...parts: string[]][] = [
      ['cURL (POSIX)', 'X-Hydrogen-Client-ID: <CLIENT_ID>', `--data-raw '${body}'`],
      ['cURL (PowerShell)', `--data-raw ${quoted}`],
      ['cURL (cmd)', 'curl --globoff ^"http', ' ^\n  -H ^"'],
      ['JavaScript fetch', `await fetch("${address}"`, quoted],
      ['undici', `await request("${address}"`, quoted],
      ['Python requests', `requests.request(\n    "POST",\n    "${address}"`, quoted],
      ['JavaScript SDK of the service', 'await BaaS.auth.login({"email":"ada@example.com","password":"<SECRET>"})'],
    ];
    for (const [format, ...parts] of formats) {
      const text = await copied(login, format);
      for (const part of parts) assert.ok(text.includes(part), text);
    }
    assert.equal(service().sandbox.requests.length, length);
  });

  it('are copied with the public values of this machine, and placeholders for the others', async () => {
    await writeFile(path.join(folder(), '.env'), 'GROUP=42\nKEY=hush\n');
    const address = '/hserve/v1/content/category/?content_group_id={{$dotenv GROUP public}}';
    const { uri } = await openRequestFile(folder(), 'machine', [`GET ${address}`, 'X-Key: {{$dotenv KEY}}']);
    await withUser(
      [
        [/^Copy Request as…$/, 'cURL (POSIX)'],
        [/^Let machine\.hydrogen\.http use values/, 'Allow'],
      ],
      () => run('request.copyAs', uri, 0),
    );
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /content_group_id=42'[^]*X-Key: <SECRET>/);
  });

  it('are pasted from the clipboard without the host of the application', async () => {
    const { serverDomain, clientId } = service().shop;
    await openRequestFile(folder(), 'time', ['GET /oserve/v2.2/server/time/']);
    const headers = `-H 'X-Hydrogen-Client-ID: ${clientId}' -H 'Accept: */*'`;
    await vscode.env.clipboard.writeText(`curl '${serverDomain}/hserve/v2.2/content/detail/5/' ${headers}`);
    await withUser([[/^Where should the request go/, 'At the end of time.hydrogen.http']], () =>
      run('request.pasteCurl'),
    );
    assert.match(shownText(), /time\/\n\n### .+\nGET \/hserve\/v2\.2\/content\/detail\/5\/\nAccept: \*\/\*/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('take no value from the variables of the open document', async () => {
    const document = await openRequestFile(folder(), 'values', [
      '@table_id = 5',
      'GET /oserve/v1.8/table/{{table_id}}/',
    ]);
    const added = '### More\n@table_id = \nGET /oserve/v1.8/table/{{table_id}}/\n';
    await withUser([[/^Where should the request go/, 'At the end of values.hydrogen.http']], () => appendOrOpen(added));
    assert.equal(
      document.getText(),
      '@table_id = 5\nGET /oserve/v1.8/table/{{table_id}}/\n\n### More\nGET /oserve/v1.8/table/{{table_id}}/\n',
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are not lost without a message when VS Code refuses to add them to the open document', async () => {
    const document = await openRequestFile(folder(), 'typed', ['GET /oserve/v2.2/server/time/']);
    await vscode.env.clipboard.writeText('curl https://example.com/');
    const type = () => {
      // VS Code refuses the second of two edits of the same version.
      void vscode.window.activeTextEditor?.edit(edit => edit.insert(new vscode.Position(0, 0), '# typed\n'));
      return Promise.resolve('At the end of typed.hydrogen.http');
    };
    const asked = await withUser([[/^Where should the request go/, type]], () => run('request.pasteCurl'));
    assert.deepEqual(titlesOf(asked).slice(1), ['The text has changed in the meantime. Try again.']);
    assert.equal(document.getText(), '# typed\nGET /oserve/v2.2/server/time/');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are pasted with each request of --next, and options that are left out are named', async () => {
    const { serverDomain } = service().shop;
    const address = `${serverDomain}/hserve/v2.2/content/detail`;
    await vscode.env.clipboard.writeText(
      `curl ${address}/5/ -b cookies.txt --next -X DELETE ${address}/6/ -d 'a {{b}}'`,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const said = await withUser([], () => run('request.pasteCurl'));
    assert.deepEqual(titlesOf(said), ['Unsupported options were left out: -b.']);
    const get = /### .+\nGET \/hserve\/v2\.2\/content\/detail\/5\/\n/;
    const sent =
      /### .+\n@braceSign = \{\nDELETE \/hserve\/v2\.2\/content\/detail\/6\/\n.+\n\na \{\{braceSign\}\}\{b\}\}\n/;
    const pasted = new RegExp(`^${get.source}\n${sent.source}$`);
    await eventually(() => assert.match(shownText(), pasted));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are converted from a file of another tool, and unknown lines are reported', async () => {
    const file = path.join(folder(), 'old.http');
    const lines = [
      `@host = ${service().shop.serverDomain}`,
      ...['### Groups', 'GET {{host}}/hserve/v1/content/group/?id={{$uuid}}'],
      ...[`X-Hydrogen-Client-ID: ${service().shop.clientId}`, '', '> {% client.log("done") %}', ''],
      ...['### Elsewhere', 'GET https://example.com/elsewhere'],
    ];
    await writeFile(file, lines.join('\n'));
    const said = await withUser([], () => run('request.convert', vscode.Uri.file(file)));
    assert.deepEqual(titlesOf(said), ['Unsupported lines were left out: 6.']);
    assert.match(shownText(), /### Groups\nGET \/hserve\/v1\/content\/group\/\?id=\{\{\$guid\}\}/);
    assert.match(shownText(), /GET https:\/\/example\.com\/elsewhere/);
    assert.doesNotMatch(shownText(), /X-Hydrogen|client\.log/);
  });
});
