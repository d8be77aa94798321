import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import { before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { unusedOrigin } from '../../ui/servers/useSandbox';
import { run, storedApplications, writeApplications } from './fixture';
import { titlesOf, withUser } from './person';
import {
  lensesOf,
  openRequestFile,
  sendAll,
  sendRequest,
  shownResponse,
  useDocuments,
  useFolder,
  useSelectedShop,
  useServerDomain,
} from './requestDocuments';

type Respond = (response: http.ServerResponse) => void;

const responds =
  (type: string, body: string | Buffer): Respond =>
  response =>
    void response.writeHead(200, { 'content-type': type }).end(body);
const json = responds('application/json', '{"value":true}');

const bytes = Buffer.from([0, 1, 2, 250, 251, ...Buffer.from('Hydrogen')]);
const sealed = Buffer.from('\0{"token":"0123456789abcdef0123456789abcdef"}');
const items = Array.from({ length: 60_000 }, (_, number) => `{"number":${number},"text":"${'x'.repeat(80)}"}`);
const large = `{"objects":[\n${items.join(',\n')}\n],\n"token":"0123456789abcdef0123456789abcdef","last":"the end"}`;

const routes: Record<string, Respond> = {
  '/page/': responds('text/html; charset=utf-8', '<!doctype html>\n<script>alert(1)</script>\n<p>Grüße</p>'),
  '/bytes/': responds('application/octet-stream', bytes),
  '/sealed/': responds('application/octet-stream', sealed),
  '/large/': responds('application/json', large),
  '/broken/': responds('application/json', '{ "half": [1, 2'),
  '/charset/': responds('text/plain; charset=utf-8', Buffer.from('Gr\xfc\xdfe', 'latin1')),
  '/cut/': response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"half":', () => response.destroy());
  },
};

describe('requests that are sent to a server', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  let next: Respond = json;
  let arrived: string[] = [];
  const held: http.ServerResponse[] = [];
  const origin = useHttpServer(({ url = '' }, response) => {
    arrived.push(url);
    if (url.startsWith('/held/')) held.push(response);
    else if (url.startsWith('/next/')) next(response);
    else (routes[url] ?? json)(response);
  });
  const open = useDocuments(folder);
  const isWaiting = () => eventually(() => assert.equal(held.length, 1));
  const release = () => held.splice(0).forEach(json);
  before(() => useServerDomain(origin()));
  beforeEach(async () => {
    arrived = [];
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('end at the cursor, at the first failure, and where the user cancels', async () => {
    const paths = ['/one/', '/next/', '/three/'];
    const document = await open(
      ['First', 'Second', 'Third'].flatMap((label, at) => [`### ${label}`, `GET ${paths[at]}`]),
    );
    assert.deepEqual(titlesOf(await withUser([], () => run('request.sendToHere', document.uri, 1))), [
      'All 2 requests got a response.',
    ]);
    assert.deepEqual(arrived, ['/one/', '/next/']);
    next = response => void response.writeHead(500).end();
    const [stopped] = await withUser([], () => sendAll(document));
    assert.match(stopped?.title ?? '', /^Stopped at “Second” in line 4, after 1 of 3 requests\./);
    next = response => void held.push(response);
    const [cancelled] = await withUser([], async () => {
      const sending = sendAll(document);
      await isWaiting();
      await run('request.cancel');
      await sending;
    });
    assert.equal(cancelled?.title, 'Stopped at “Second” in line 4, after 1 of 3 requests. Cancelled.');
    assert.deepEqual(arrived, Array(3).fill(['/one/', '/next/']).flat());
    held.length = 0;
    next = json;
  });

  it('are reported if no response arrives in the time of the document, or if it ends early', async () => {
    const late = await open(['### Too late', '# @timeout 1s', 'GET /held/late/']);
    assert.match(titlesOf(await withUser([], () => sendRequest(late)))[0] ?? '', /did not respond in time/);
    shownResponse('# GET /held/late/');
    held.length = 0;
    const [cut] = await withUser([], async () => sendRequest(await open(['GET /cut/'])));
    assert.match(cut?.title ?? '', /^The connection to http:\/\/127\.0\.0\.1:\d+ was lost/);
    assert.ok(cut?.choices.includes('Try Again'));
  });

  it('offer no change of the application when another host does not respond', async () => {
    const document = await open([`GET ${await unusedOrigin()}/nobody`]);
    const asked = await withUser([[/^Send this/, 'Send']], () => sendRequest(document));
    const said = asked.find(({ title }) => title.includes('refused the connection'));
    assert.deepEqual([...(said?.choices ?? [])].sort(), ['Show Log', 'Try Again']);
  });

  it('keep their response when the document is closed or the application removed meanwhile', async () => {
    const sending = sendRequest(await openRequestFile(folder(), 'closed', ['### Closed', 'GET /held/closed/']));
    await isWaiting();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    release();
    await sending;
    shownResponse('# GET /held/closed/');
    const document = await openRequestFile(folder(), 'removed', ['### Removed', 'GET /held/removed/']);
    const removing = sendRequest(document);
    await isWaiting();
    const stored = storedApplications();
    await writeApplications([]);
    release();
    await removing;
    shownResponse(`# GET /held/removed/\n# ${service().shop.name} · Production`);
    assert.ok((await lensesOf(document)).some(title => title.endsWith('Add Application…')));
    assert.deepEqual(titlesOf(await withUser([], () => sendRequest(document))), [
      'There is no application yet. Add one, or try the local sandbox.',
    ]);
    await writeApplications(stored);
    await run('application.select', { clientId: service().shop.clientId });
  });

  it('can be typed into a document with more requests than code lenses', async () => {
    const many = Array.from(
      { length: 6000 },
      (_, at) => `### Request ${at}\nGET /many/?limit=${at}\n${'#'.padEnd(60)}`,
    );
    const document = await open(many);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '@most = 7\nGET /many/?limit={{most}}\n');
    await vscode.workspace.applyEdit(edit);
    await sendRequest(document);
    shownResponse('# GET /many/?limit=7');
  });

  describe('and their responses', () => {
    const receive = async (address: string) => {
      await sendRequest(await open([`GET ${address}`]));
      return eventually(() => {
        const document = shownResponse(`# GET ${address}`);
        assert.doesNotMatch(document.getText(), /arrived so far/);
        return document;
      });
    };

    it('are text as received if they are a page, invalid JSON, or not in their character set', async () => {
      assert.match(
        (await receive('/page/')).getText(),
        /content-type: text\/html; charset=utf-8\n(.*\n)*<!doctype html>\n<script>alert\(1\)<\/script>\n<p>Grüße<\/p>/,
      );
      assert.ok((await receive('/broken/')).getText().includes('\n{ "half": [1, 2'));
      assert.match((await receive('/charset/')).getText(), /^# The text is not in the character set it declares\.$/m);
    });

    it('are shown in hex and saved unchanged if they are binary; credentials are saved only on request', async () => {
      const file = path.join(folder(), 'saved.bin');
      const save = async (button?: string) => {
        const asked = await withUser(
          button === undefined ? [] : [[/credentials/, button]],
          () => run('response.save'),
          file,
        );
        const saved = await readFile(file);
        await rm(file);
        return { asked: titlesOf(asked), saved };
      };
      const focus = (document: vscode.TextDocument) =>
        vscode.window.showTextDocument(
          document,
          vscode.window.visibleTextEditors.find(one => one.document === document)?.viewColumn,
        );
      const plain = await receive('/bytes/');
      assert.ok(plain.getText().includes('00000000  00 01 02 fa fb 48 79 64 72 6f 67 65 6e           .....Hydrogen'));
      await focus(plain);
      assert.deepEqual(await save(), { asked: [], saved: bytes });
      const hiding = await receive('/sealed/');
      assert.ok(
        hiding.getText().includes('00000000  00 7b 22 74 6f 6b 65 6e 22 3a 22 •• •• •• •• ••  .{"token":"•••••'),
      );
      await focus(hiding);
      const asked = ['The body holds credentials. Save them too?'];
      const masked = Buffer.from(`\0{"token":"${'*'.repeat(32)}"}`);
      assert.deepEqual(await save('Save without Credentials'), { asked, saved: masked });
      assert.deepEqual(await save('Save as Received'), { asked, saved: sealed });
    });

    it('begin with their first part if they have megabytes, and open completely, at first masked', async () => {
      const start = await receive('/large/');
      assert.match(start.getText(), /^# This is only the beginning\. “Open Complete Response” shows everything\.$/m);
      await run('response.openComplete', start.uri);
      const complete = await eventually(() => {
        const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
        assert.match(document.uri.path, /\.txt$/);
        return document;
      });
      assert.match(complete.getText(), /"number":0,[^]*"token":"•••","last":"the end"/);
      await withUser([[/^Show the credentials/, 'Show']], () => run('response.reveal', complete.uri));
      await eventually(() => assert.match(complete.getText(), /"token":"0123456789abcdef/));
    });

    it('are compared with the previous one of the same request', async () => {
      const document = await open(['GET /next/compared/']);
      for (const value of ['1', '2']) {
        next = responds('application/json', `{"value":${value}}`);
        await sendRequest(document);
      }
      next = json;
      await run('response.comparePrevious', shownResponse('"value": 2').uri);
      const diff = await eventually(() => {
        const { label, input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail('no tab');
        assert.ok(input instanceof vscode.TabInputTextDiff);
        assert.equal(label, 'Previous ↔ This response');
        return input;
      });
      const sides = await Promise.all(
        [diff.original, diff.modified].map(async uri => (await vscode.workspace.openTextDocument(uri)).getText()),
      );
      for (const [at, text] of sides.entries()) {
        assert.ok(text.includes(`"value": ${at + 1}`) && text.includes('# GET /next/compared/'), text);
        // Parts that differ each time would hide the other differences.
        assert.doesNotMatch(text, /^date:|\d ms\b/m);
      }
    });
  });
});

describe('the session in a response', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const open = useDocuments(folder);
  const user = '/hserve/v2.2/user/info/';
  const login = [
    ...['### Login', 'POST /hserve/v2.1/login/email/', ''],
    '{ "email": "customer@example.com", "password": "customer-password" }',
  ];
  const signedIn = () => `Signed in to ${service().shop.name} · Production`;

  it('is masked until the user confirms', async () => {
    await sendRequest(await openRequestFile(folder(), 'masked', login));
    const { uri } = shownResponse('"token": "•••"');
    const question = 'Show the credentials of this response?';
    assert.deepEqual(titlesOf(await withUser([], () => run('response.reveal', uri))), [question]);
    // Long enough for VS Code to show a changed text.
    for (let time = 0; time < 3; time += 1) await lensesOf(shownResponse('# POST'));
    shownResponse('"token": "•••"');
    await withUser([[/^Show the credentials/, 'Show']], () => run('response.reveal', uri));
    await eventually(() => assert.match(shownResponse('# POST').getText(), /"token": "\w{32,}"/));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('signs its user in, and out when the service has ended the session', async () => {
    const asUser = await open(['# @as user', `GET ${user}{{$prompt Who?}}/`]);
    const asked = await withUser([[/^A value/, '1']], () => sendRequest(asUser));
    assert.match(asked.at(-1)?.title ?? '', /^Nobody is signed in here\./);
    const first = await openRequestFile(folder(), 'login', login);
    await withUser([[/holds a user session/, 'Sign In as This User']], async () => {
      const { length } = service().sandbox.requests;
      await sendRequest(first);
      assert.equal(service().sandbox.requests.length, length + 1);
    });
    const id = await eventually(() => /"user_id": (\d+)/.exec(shownResponse('# POST').getText())?.[1] ?? assert.fail());
    await eventually(async () => {
      await withUser([[/^A value/, id]], () => sendRequest(asUser));
      shownResponse(`# GET ${user}${id}/`);
    });
    const { requests } = service().sandbox;
    service().sandbox.fail({ path: '/hserve/v2.0/session/destroy/', kind: 'status', status: 500 });
    const refused = await withUser([[/^Sign out/, 'Sign Out']], () => run('user.signOut'));
    assert.equal(refused.at(-1)?.title, 'The service did not end the session.');
    const ended = await withUser([[/^Sign out/, 'Sign Out']], () => run('user.signOut'));
    assert.equal(ended.at(-1)?.title, 'Signed out');
    assert.equal(requests.filter(({ path }) => path.includes('/session/destroy/')).length, 2);
    const again = await openRequestFile(folder(), 'again', login);
    await sendRequest(again);
    const said = await withUser([], () => run('response.signIn', shownResponse('# POST').uri));
    assert.deepEqual(titlesOf(said), [signedIn()]);
    await withUser([[/^Sign out/, 'Sign Out']], () => run('user.signOut'));
  });

  it('stores its user in the session memory if the secrets have been moved there since', async () => {
    await sendRequest(await openRequestFile(folder(), 'moved', login));
    const { uri } = shownResponse('# POST');
    await run('application.keepForSession', { clientId: service().shop.clientId, confirmed: true });
    await withUser([], () => run('response.signIn', uri));
    assert.deepEqual(titlesOf(await withUser([], () => run('user.show'))), []);
  });
});
