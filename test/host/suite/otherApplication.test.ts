import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentGroupNode } from '../../../src/ui/nodes/contentGroup';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { kindOf } from '../../../src/ui/nodes/node';
import { userNode } from '../../../src/ui/nodes/user';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, historyFile, run, storedApplications, useSandbox, writeApplications } from './fixture';
import { authorizePath, tokenPath } from '../../unit/auth/fixture';
import { titlesOf, withUser, type Answers } from './person';
import { lensesOf, openRequest, sendRequest } from './requestDocuments';
import { useHints } from './withoutLenses';

const secret = '0123456789abcdef0123456789abcdef01234567';

/** Sends the first request of a document. Returns the text of its response. */
async function send(document: vscode.TextDocument): Promise<string> {
  await sendRequest(document);
  const shown = vscode.window.visibleTextEditors.map(editor => editor.document);
  return shown.find(({ uri }) => uri.scheme === 'hydrogen-response')?.getText() ?? '';
}

async function labels(document: vscode.TextDocument, line: number): Promise<unknown[]> {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    document.lineAt(line).range.end,
  );
  return items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text).map(({ label }) => label);
}

describe('a request of an application that is not selected', () => {
  const service = useSandbox();
  useHints();
  const last = (path: string) => service().sandbox.requests.findLast(request => request.path.startsWith(path));
  const blog = () => applicationNode({ ...service().blog, contentGroups: [] });
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.add', argumentOf(service().blog));
    await run('application.select', { clientId: service().shop.clientId });
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('goes to the application it names, as the lens, the hint and the response show', async () => {
    const { name, clientId } = service().blog;
    for (const wanted of [name, name.toUpperCase(), clientId]) {
      const document = await openRequest([`# @application ${wanted}`, 'GET /hserve/v1/content/group/']);
      assert.equal((await lensesOf(document))[0], `$(play) Send · ${name} · Production`);
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        new vscode.Range(0, 0, 9, 0),
      );
      assert.equal(hints[0]?.label, `→ ${name} · Production`);
      assert.match(await send(document), new RegExp(`^HTTP 200 OK\\n.*\\n# ${name} · Production\\n`));
      assert.equal(last('/hserve/v1/content/group/')?.headers['x-hydrogen-client-id'], clientId);
    }
  });

  it('is not sent to production when its environment no longer exists', async () => {
    const { shop } = service();
    const [staging = assert.fail()] = shop.environments;
    const target = { clientId: shop.clientId, envId: staging.envId };
    const row = environmentNode(applicationNode({ ...shop, contentGroups: [] }), staging);
    await run('environment.select', target);
    await send(await openRequest(['GET /hserve/v1/content/group/?limit=3']));
    assert.equal(last('/hserve/v1/content/group/?limit=3')?.environment, staging.envId);
    const before = service().sandbox.requests.length;
    const stored = storedApplications();
    await run('environment.remove', { ...target, confirmed: true });
    try {
      const asked = await withUser([], async () => {
        await run('request.sendLast');
        await run('application.verifyToken', row);
      });
      const message = `${shop.name} · ${staging.name} no longer exists.`;
      assert.deepEqual(titlesOf(asked), [message, message]);
      assert.equal(service().sandbox.requests.length, before);
    } finally {
      await writeApplications(stored);
      await run('application.select', { clientId: shop.clientId });
    }
  });

  it('is not sent again from another document that has the name of its closed document', async () => {
    const closed = await openRequest(['### Groups', 'GET /hserve/v1/content/group/?limit=4']);
    await send(closed);
    await vscode.window.showTextDocument(closed);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => assert.ok(closed.isClosed));
    const other = await openRequest(['### Groups', 'GET /hserve/v1/content/group/?limit=5']);
    assert.equal(other.uri.toString(), closed.uri.toString());
    const before = service().sandbox.requests.length;
    const asked = await withUser([], () => run('request.sendLast'));
    assert.deepEqual(titlesOf(asked), ['The document of the last request is closed.']);
    assert.equal(service().sandbox.requests.length, before);
  });

  it('offers to authorize the application that it names, not the selected one', async () => {
    const { sandbox, shop, blog } = service();
    await vscode.window.showTextDocument(
      await openRequest([`# @application ${blog.name}`, 'GET /oserve/v2.2/server/time/']),
    );
    sandbox.revokeTokens(blog.clientId);
    for (const path of [tokenPath, authorizePath]) sandbox.fail({ path, kind: 'status', status: 401 });
    const named = (name: string) => new RegExp(`^${name} is authorized`);
    const authorized = new Promise<string>((resolve, reject) => {
      const answers: Answers = [
        [/refused these credentials/, 'Authorize'],
        ...[shop, blog].map(({ name }) => [named(name), async () => void resolve(name)] as const),
      ];
      withUser(answers, async () => {
        await run('request.send');
        await authorized;
      }).catch(reject);
    });
    assert.equal(await authorized, blog.name);
  });

  it('is completed with applications, their environments and their secrets', async () => {
    const { shop, blog } = service();
    assert.deepEqual(await labels(await openRequest(['# @application ', 'GET /x/']), 0), [shop.name, blog.name]);
    const [own] = blog.environments;
    const document = await openRequest([`# @application ${blog.name}`, '# @environment ', 'GET /x/']);
    const environments = ['Production', ...(own === undefined ? [] : [own.name])];
    assert.deepEqual(await labels(document, 1), environments);
    // The request line is not written yet.
    const unfinished = await openRequest([`# @application ${blog.name}`, '# @environment ']);
    assert.deepEqual(await labels(unfinished, 1), environments);
    assert.ok((await labels(await openRequest(['# @']), 0)).includes('@application'));
  });

  it('stores a pasted secret for that application', async () => {
    const { blog } = service();
    const document = await openRequest([
      `# @application ${blog.name}`,
      'POST /x/',
      '',
      `{ "client_secret": "${secret}" }`,
    ]);
    const start = document.getText().indexOf(secret);
    await run('request.moveSecret', document.uri, { start, name: 'ofBlog' });
    assert.match(document.getText(), /\{\{\$secret ofBlog\}\}/);
    const names = await labels(await openRequest([`# @application ${blog.name}`, 'GET /x/', 'X-A: {{']), 2);
    assert.ok(names.includes('$secret ofBlog'));
    assert.ok(!(await labels(await openRequest(['GET /x/', 'X-A: {{']), 1)).includes('$secret ofBlog'));
  });

  it('is not sent when the name matches no application or several', async () => {
    const before = service().sandbox.requests.length;
    await writeApplications([
      ...storedApplications(),
      { ...argumentOf(service().shop), clientId: 'another', name: service().blog.name, clientSecret: undefined },
    ]);
    for (const wanted of ['Moon', service().blog.name]) {
      const document = await openRequest([`# @application ${wanted}`, 'GET /hserve/v1/content/group/']);
      const [problem] = vscode.languages.getDiagnostics(document.uri);
      assert.match(problem?.message ?? '', wanted === 'Moon' ? /^No application is called Moon\./ : /more than one/);
      await send(document);
    }
    assert.equal(service().sandbox.requests.length, before);
    await run('application.remove', { clientId: 'another', confirmed: true });
  });

  it('uses the guard of that application', async () => {
    const { shop, blog } = service();
    const stored = storedApplications();
    await writeApplications(stored.map(one => (one.clientId === blog.clientId ? { ...one, guard: 'readOnly' } : one)));
    // A test environment asks nothing.
    await run('environment.select', { clientId: shop.clientId, envId: shop.environments[0]?.envId });
    const before = service().sandbox.requests.length;
    const register = ['POST /hserve/v2.1/register/email/', '', '{ "email": "new@example.com", "password": "secret" }'];
    await send(await openRequest([`# @application ${blog.name}`, ...register]));
    assert.equal(service().sandbox.requests.length, before);
    await send(await openRequest(register));
    assert.equal(last('/hserve/v2.1/register/email/')?.environment, shop.environments[0]?.envId);
    await run('application.select', { clientId: shop.clientId });
    await writeApplications(stored);
  });

  it('appears in the history under that application, and opens as a request to it', async () => {
    const { name } = service().blog;
    await send(await openRequest([`# @application ${name}`, 'GET /hserve/v1/content/group/?limit=9']));
    const entry = await eventually(async () => {
      const lines = (await readFile(historyFile, 'utf8')).trim().split('\n');
      const entries = lines.map(line => JSON.parse(line) as { application: { name: string }; request: string });
      const isOwn = (one: (typeof entries)[number]) => one.application.name === name && one.request.includes('limit=9');
      return entries.findLast(isOwn) ?? assert.fail('not in the history');
    });
    await run('history.open', { entry });
    const texts = vscode.window.visibleTextEditors.map(({ document }) => document.getText());
    assert.ok(texts.some(text => text.includes(`\n# @application ${name}\n# @environment Production\nGET `)));
  });

  it('is the content of a document created from a row of its tree', async () => {
    const { name } = service().blog;
    const group = contentGroupNode(contentLibraryNode(environmentNode(blog(), undefined)), { id: '7' });
    await run('request.newFromItem', group);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.equal(text.split(`# @application ${name}\n# @environment Production\nGET `).length, 4, text);
    await run('request.newFromItem', blog());
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', new RegExp(`# @application ${name}\\nGET `));
  });

  it('only reads if it is created from the row of a user, and has the ID of the signed-in user', async () => {
    const node = userNode(environmentNode(blog(), undefined));
    await run('request.newFromItem', node);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /\nGET \/hserve\/v2\.2\/user\/info\//);
    assert.doesNotMatch(text, /^(PUT|POST|DELETE) /m);
    assert.deepEqual(kindOf(node).operations?.(node, '42'), [{ id: 'user.get', values: { user_id: '42' } }]);
  });
});
