import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Application } from '../../../src/applications/application';
import { documentUri } from '../../../src/ui/documents/documentAddress';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentCategoryNode } from '../../../src/ui/nodes/contentCategory';
import { contentGroupNode } from '../../../src/ui/nodes/contentGroup';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { orderNode } from '../../../src/ui/nodes/order';
import { loadingNode } from '../../../src/ui/nodes/placeholders';
import { eventually } from '../../ui/driver/eventually';
import { bigCategory, bigCount, useContentServer } from '../../ui/servers/contentServer';
import { run, shownDocument, storedApplications, writeApplications } from './fixture';
import { withProgressToken } from './importAnswers';
import { titlesOf, withUser } from './person';
import { useDocuments, sendRequest, shownResponse, useFolder, useSelectedShop } from './requestDocuments';

const runOnRows = (command: string, rows: readonly unknown[]) => run(command, rows[0], rows);
const clipboard = () => vscode.env.clipboard.readText();

function categoryOf(application: Application, { id, name }: { id: number; name: string }) {
  const library = contentLibraryNode(environmentNode(applicationNode(application), undefined));
  const group = contentGroupNode(library, { id: '1', name: 'Big' });
  return contentCategoryNode(group, { id: String(id), name, haveChildren: undefined, raw: {} });
}

describe('values of rows', () => {
  const service = useSelectedShop();
  const application = (): Application => ({ ...service().shop, contentGroups: [] });
  const open = useDocuments(useFolder());
  const production = () => environmentNode(applicationNode(application()), undefined);
  const table = () => dataTableNode(dataTablesNode(production()), { id: '5001', name: 'product' });

  it('are copied from all selected rows: IDs, names, paths and cURL commands with placeholders', async () => {
    const { name, serverDomain, authUrl } = service().shop;
    const rows = [2, 3].map(id => categoryOf(application(), { id, name: `Category ${id}` }));
    const copied = async (command: string, nodes: readonly unknown[]) => {
      await runOnRows(command, nodes);
      return clipboard();
    };
    assert.equal(await copied('item.copyId', rows), '2\n3');
    assert.equal(await copied('item.copyName', [...rows, production()]), 'Category 2\nCategory 3\nProduction');
    assert.equal(
      await copied('item.copyPath', [...rows.slice(1), loadingNode(production())]),
      `${name} / Production / Big / Category 3`,
    );
    assert.equal(await copied('item.copyPath', [table()]), `${name} / Production / Data Tables / product`);
    assert.equal(
      await copied('item.copyCurl', rows.slice(1)),
      `curl --globoff ${serverDomain}/hserve/v1/content/category/3/ \\\n  -H 'X-Hydrogen-Client-ID: <CLIENT_ID>'`,
    );
    assert.equal(
      await copied('item.copyCurl', [table()]),
      `curl --globoff ${authUrl}/oserve/v1.8/table/5001/ \\\n  -H 'Authorization: Bearer <ACCESS_TOKEN>'`,
    );
  });

  it('are copied with credentials only after a question, and never with the access token', async () => {
    await sendRequest(
      await open([
        ...['### Session', 'POST /hserve/v2.1/login/email/', ''],
        '{ "email": "customer@example.com", "password": "customer-password" }',
      ]),
    );
    await run('response.signIn', shownResponse('# POST').uri);
    const order = orderNode(production(), { transaction_no: 'order-1' });
    const command = 'item.copyCurlWithCredentials';
    await vscode.env.clipboard.writeText('mine');
    const [asked] = await withUser([], () => runOnRows(command, [order]));
    assert.equal(asked?.title, 'Copy the request with ClientID and user token?');
    assert.match(asked?.detail ?? '', /Every program on this machine can read the clipboard/);
    assert.match(asked?.detail ?? '', /Whoever has the token can act as the user until it expires\./);
    assert.equal(await clipboard(), 'mine');
    await withUser([[/^Copy the request/, 'Copy with Credentials']], () => runOnRows(command, [order]));
    const [url = ''] = /http:\S+\/hserve\//.exec(await clipboard()) ?? [];
    const headers = [...(await clipboard()).matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]);
    // Runs the copied command, for the list of orders.
    const response = await fetch(`${url}v2.0/idp/pay/order/`, { headers: headers as [string, string][] });
    assert.equal(response.status, 200);
    await vscode.env.clipboard.writeText('mine');
    await withUser([[/^Copy the request/, 'Copy with Credentials']], () => runOnRows(command, [table()]));
    assert.equal(await clipboard(), 'mine');
    await withUser([[/^Sign out/, 'Sign Out']], () => run('user.signOut'));
  });

  it('make a request document that reads the records of a table', async () => {
    await run('request.newFromItem', table());
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /GET \/oserve\/v2\.4\/table\/5001\/record\//);
    assert.match(text, /GET \/hserve\/v2\.2\/table\/product\/record\//);
  });

  it('forget the session of a removed environment, and keep that of the others', async () => {
    const { clientId, environments } = service().shop;
    const [staging = assert.fail()] = environments;
    const login = [
      'POST /hserve/v2.1/login/email/',
      '',
      '{ "email": "customer@example.com", "password": "customer-password" }',
    ];
    for (const name of [staging.name, 'Production']) {
      await sendRequest(await open([`### Session of ${name}`, `# @environment ${name}`, ...login]));
      await run('response.signIn', shownResponse(`· ${name}\n`).uri);
    }
    const isSignedIn = async (envId: string | undefined) => {
      await run('environment.select', { clientId, envId });
      const said = titlesOf(await withUser([], () => run('user.show')));
      return !said.some(title => title.startsWith('Nobody is signed in here.'));
    };
    assert.deepEqual([await isSignedIn(staging.envId), await isSignedIn(undefined)], [true, true]);
    const node = environmentNode(applicationNode(application()), staging);
    const asked = await withUser([[/^Remove the environment/, 'Remove']], () =>
      runOnRows('environment.remove', [node]),
    );
    assert.match(asked[0]?.detail ?? '', /the session of its user is forgotten/);
    await writeApplications(storedApplications().map(one => ({ ...one, environments })));
    assert.deepEqual([await isSignedIn(staging.envId), await isSignedIn(undefined)], [false, true]);
  });
});

describe('a document of a row', () => {
  const service = useSelectedShop();

  it('explains why it cannot be read and what to do, also when its application no longer exists', async () => {
    const shop: Application = { ...service().shop, contentGroups: [] };
    const uriOf = (application: Application, id: number) =>
      documentUri(categoryOf(application, { id, name: `Unread ${id}` }));
    const read = async (uri: vscode.Uri) =>
      JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as { error: string; next?: string };
    service().sandbox.fail({ kind: 'status', status: 403, path: '/hserve/v1/content/category/77/' });
    const refused = await read(uriOf(shop, 77));
    assert.match(refused.error, /403/);
    assert.equal(refused.next, '“Refresh Document” in the title of this editor tries again.');
    const removed = await read(uriOf({ ...shop, clientId: 'removed' }, 78));
    assert.equal(removed.error, 'The application or environment of this document no longer exists.');
  });
});

describe('a list that is exported', () => {
  const server = useContentServer();
  const folder = useFolder();

  it('is a CSV file without formulas, also when the service asks to wait', async () => {
    await writeApplications([server().application]);
    const file = path.join(folder(), 'articles.csv');
    const page3 = `category_id=${bigCategory.id}&limit=500&offset=1000`;
    server().respondOnce(page3, { status: 429, headers: { 'retry-after': '1' }, body: { error_msg: 'slow down' } });
    const node = categoryOf({ ...server().application, environments: [], contentGroups: [] }, bigCategory);
    const said = await withUser([], () => run('list.export', node), file);
    assert.deepEqual(titlesOf(said), [`Items exported: ${bigCount}.`]);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(lines.length, bigCount + 2);
    assert.equal(lines[0], '\ufeffid,title,group_id,categories,created_at,description');
    assert.equal(
      lines[2],
      `900002,Article 000002,1,[70007],1700000000,"'=HYPERLINK(""http://example.com""), ""quoted"""`,
    );
    assert.deepEqual(await readdir(folder()), ['articles.csv']);
    await writeApplications([]);
  });

  it('leaves no file when it is cancelled, and says so', async () => {
    await writeApplications([server().application]);
    const cancelling = new vscode.CancellationTokenSource();
    const page5 = `category_id=${bigCategory.id}&limit=500&offset=2000`;
    server().respondOnce(page5, { body: {}, when: new Promise(() => undefined) });
    const node = categoryOf({ ...server().application, environments: [], contentGroups: [] }, bigCategory);
    const file = path.join(folder(), 'cancelled.json');
    await withProgressToken(/^Exporting/, cancelling.token, async () => {
      const said = withUser([], () => run('list.export', node), file);
      await eventually(() => assert.ok(server().requests.some(request => request.includes(page5))));
      cancelling.cancel();
      assert.deepEqual(titlesOf(await said), ['The export was cancelled. No file was written.']);
    });
    assert.deepEqual(await readdir(folder()), ['articles.csv']);
    await writeApplications([]);
  });

  it('has the content groups of the settings, also when the service refuses the list', async () => {
    const mine = { id: '9', name: 'Mine' };
    const library = { ...server().application, environments: [], contentGroups: [mine] };
    await writeApplications([library]);
    const file = path.join(folder(), 'groups.json');
    const node = contentLibraryNode(environmentNode(applicationNode(library), undefined));
    const exported = async () => {
      const said = titlesOf(await withUser([], () => run('list.export', node), file));
      return [said, JSON.parse(await readFile(file, 'utf8'))] as const;
    };
    const listed = [{ id: 1, name: 'Big' }, { id: 2, name: 'Odd' }, mine];
    assert.deepEqual(await exported(), [['Items exported: 3.'], listed]);
    server().respondOnce('/content/group/', { status: 404, body: {} });
    assert.deepEqual(await exported(), [['Items exported: 1.'], [mine]]);
    await writeApplications([]);
  });

  it('is not written if the service refuses it and the settings add nothing', async () => {
    const library = { ...server().application, environments: [], contentGroups: [] };
    await writeApplications([library]);
    server().respondOnce('/content/group/', { status: 404, body: {} });
    const file = path.join(folder(), 'refused.json');
    const node = contentLibraryNode(environmentNode(applicationNode(library), undefined));
    const said = titlesOf(await withUser([], () => run('list.export', node), file));
    assert.match(said.join(), /404/);
    assert.ok(!(await readdir(folder())).includes('refused.json'));
    await writeApplications([]);
  });
});

describe('an import of applications', () => {
  const shop = { clientId: 'many', serverDomain: 'https://shop.example.com', authUrl: 'https://auth.example.com' };
  /** Shows all changes, adds the text below the question to `shown`, and does not import. */
  const imported = async (text: string, shown: string[] = []) => {
    await vscode.env.clipboard.writeText(text);
    const answer = () => {
      if (vscode.window.activeTextEditor !== undefined) shown.push(shownDocument().getText());
      return Promise.resolve('Show All Changes');
    };
    return withUser(
      [
        [/^Import Applications$/, 'Clipboard'],
        [/^Import applications: 20 new/, answer],
      ],
      () => run('applications.import'),
    );
  };

  it('can show all changes of a long list before it is confirmed', async () => {
    const applications = Array.from({ length: 20 }, (_, at) => ({
      ...shop,
      name: `Many ${at}`,
      clientId: `many-${at}`,
    }));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const shown: string[] = [];
    const asked = await imported(JSON.stringify({ format: 'hydrogen-applications', version: 1, applications }), shown);
    const question = asked.find(({ kind }) => kind === 'modal');
    assert.ok(question !== undefined && !question.detail.includes('Many 19'));
    assert.deepEqual(asked.at(-1)?.choices, ['Cancel', 'Import']);
    assert.match(shown.join(), /New: Many 19 \(many-19, /);
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.deepEqual(storedApplications(), []);
  });

  it('changes the other applications if one is removed during the question', async () => {
    const all = (name: string) => [0, 1, 2].map(at => ({ ...shop, name: `${name} ${at}`, clientId: `many-${at}` }));
    await writeApplications(all('Old'));
    const applications = all('New');
    await vscode.env.clipboard.writeText(JSON.stringify({ format: 'hydrogen-applications', version: 1, applications }));
    const importAfterRemoval = async () => {
      await run('application.remove', { clientId: 'many-1', authUrl: shop.authUrl, confirmed: true });
      return 'Import';
    };
    const asked = await withUser(
      [
        [/^Import Applications$/, 'Clipboard'],
        [/^Import applications: 0 new, 3 changed/, importAfterRemoval],
      ],
      () => run('applications.import'),
    );
    const stored = storedApplications();
    await writeApplications([]);
    assert.deepEqual(
      stored.map(({ name }) => name),
      ['New 0', 'New 2'],
    );
    assert.equal(
      titlesOf(asked).at(-1),
      'Imported: 0 new, 2 changed. Old 1 is no longer in the settings, so it was not saved.',
    );
  });

  it('explains why its text is invalid', async () => {
    const asked = titlesOf(await imported('{"name": "something else"}'));
    assert.match(asked.at(-1) ?? '', /^This JSON is not an export of applications\./);
  });
});
