import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { ApiError } from '../../../src/api/errors';
import type { Application } from '../../../src/applications/application';
import { readAddressQuery, type DataQuery } from '../../../src/records/table/query';
import { withRemoveAction } from '../../../src/ui/records/document/favouriteRecords';
import type { JsonDocuments } from '../../../src/ui/documents/documents';
import { FavouriteStore } from '../../../src/ui/explorer/favouriteStore';
import type { Lists } from '../../../src/ui/explorer/lists';
import { reveal } from '../../../src/ui/explorer/reveal';
import { dataQueryNode } from '../../../src/ui/nodes/dataQuery';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentOf } from '../../../src/ui/nodes/environment';
import { kindOf, type TreeNode } from '../../../src/ui/nodes/node';
import { nodeLabel, nodePath } from '../../../src/ui/nodes/nodeLabel';
import { UiError } from '../../../src/ui/messages/uiError';
import { rejection, run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';

const application: Application = {
  name: 'Shop',
  clientId: 'c',
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [{ name: 'Staging', envId: 'e' }],
  contentGroups: [],
};
const tablesOf = (of = application, envId?: string) =>
  dataTablesNode(environmentOf({ application: of, environment: of.environments.find(each => each.envId === envId) }));
const staging = tablesOf(application, 'e');
const cheap: DataQuery = {
  ...{ kind: 'page', table: '5', where: '{"price":{"$lt":10},"name":{"$eq":"$(x)"}}' },
  ...{ orderBy: ['-price'], keys: ['price', 'name'], limit: 20, offset: 40 },
};
const record: DataQuery = { kind: 'record', table: '5', id: '5a2f' };

/** Stores values as JSON like VS Code: a restored value is a copy of the written one. */
function memento(value?: unknown): vscode.Memento {
  let kept = JSON.stringify(value);
  return {
    keys: () => ['favourites'],
    get: () => (kept === undefined ? undefined : (JSON.parse(kept) as unknown)) as never,
    update: async (_, next) => void (kept = JSON.stringify(next)),
  };
}

describe('queries as favourites', () => {
  it('are restored after a reload, each once and with its environment', async () => {
    const state = memento();
    const first = new FavouriteStore(state);
    await first.add([dataQueryNode(staging, cheap, 'product'), dataTableNode(staging, { id: '5', name: 'product' })]);
    await first.add([dataQueryNode(staging, record, 'product'), dataQueryNode(staging, { ...cheap }, 'product')]);
    const again = new FavouriteStore(state);
    const shown = again.of(application).map(node => [node.kind, ...nodePath(node).slice(1)]);
    assert.deepEqual(shown, [
      ['dataTable', 'Staging', 'Data Tables', 'product'],
      ['dataQuery', 'Staging', 'Data Tables', 'product 5a2f'],
      [
        ...['dataQuery', 'Staging', 'Data Tables'],
        'product · price < 10 and name = "$(x)" · ordered by -price · from 41 on · 2 columns',
      ],
    ]);
    assert.ok(again.has(dataQueryNode(staging, cheap, 'renamed')));
    assert.ok(!again.has(dataQueryNode(tablesOf(), cheap, 'product')));
    assert.ok(!again.has(dataQueryNode(staging, { ...cheap, limit: 21 }, 'product')));
    await again.remove([dataQueryNode(staging, cheap, undefined)]);
    assert.equal(new FavouriteStore(state).of(application).length, 2);
  });

  it('show their whole query as plain text, and are hidden without their environment', async () => {
    const favourites = new FavouriteStore(memento());
    await favourites.add([dataQueryNode(staging, cheap, 'product')]);
    const [node = assert.fail()] = favourites.of(application);
    assert.deepEqual(kindOf(node).favourite?.tooltip?.(node).split('\n'), [
      'Staging',
      'product',
      'Table ID: 5',
      'where {"price":{"$lt":10},"name":{"$eq":"$(x)"}}',
      'ordered by -price',
      'from 41 on',
      'columns: price, name',
      'at most 20 records',
    ]);
    assert.deepEqual(favourites.of({ ...application, environments: [] }), []);
    assert.deepEqual(favourites.of({ ...application, clientId: 'other' }), []);
  });

  it('are kept when another one cannot be read', () => {
    const of = (id: string) => ({
      application: 'https://example.com|c',
      path: [{ kind: 'dataQuery', id, name: 'product' }],
    });
    const place = { clientId: 'c', authUrl: 'https://example.com', kind: 'page', table: '5' };
    const odd = ['', 'null', '[]', '{"__proto__":1}', JSON.stringify({ ...place, where: '[' })];
    const favourites = new FavouriteStore(memento([...odd, JSON.stringify(place)].map(of)));
    assert.deepEqual(favourites.of(application).map(nodeLabel), ['product']);
  });

  it('can be removed when the service no longer has their table', async () => {
    const favourites = new FavouriteStore(memento());
    const node = dataQueryNode(staging, cheap, 'product');
    const error = new ApiError('status', { method: 'GET', url: 'https://example.com/', status: 404 });
    assert.equal(withRemoveAction(favourites, node, error), error);
    await favourites.add([node]);
    const said = withRemoveAction(favourites, node, error);
    assert.ok(said instanceof UiError);
    assert.match(said.message, /^This favourite can no longer be opened\. /);
    assert.deepEqual(said.actions, ['removeFavourite', 'tryAgain']);
    const late = new ApiError('timeout', { method: 'GET', url: 'https://example.com/' });
    assert.equal(withRemoveAction(favourites, node, late), late);
  });
});

describe('a favourite of the sandbox', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  useTextEditors();
  const service = useSandbox();
  const shop = useAuthorizedShop(service);
  const open = async (query: DataQuery) => {
    const { environments } = service().shop;
    const tables = tablesOf({ ...service().shop, environments, contentGroups: [] });
    const target = dataQueryNode(tables, query, 'product');
    const { application } = target;
    await run('favourite.open', { kind: 'favourite', id: 'f', parent: undefined, application, favourite: { target } });
  };
  it('opens the records of its query, and one record', async () => {
    const query: DataQuery = { kind: 'page', table: '5001', orderBy: ['price'], keys: ['price'], limit: 3, offset: 2 };
    await open({ ...query, where: '{"price":{"$gt":1}}' });
    const records = JSON.parse(shownDocument().getText()) as Record<string, unknown>[];
    assert.equal(records.length, 3);
    assert.deepEqual(Object.keys(records[0] ?? {}), ['id', 'price', 'updated_at']);
    assert.deepEqual(readAddressQuery(shownDocument().uri.query), {
      ...{ ...shop(), ...query, where: '{"price":{"$gt":1}}' },
    });
    const id = String(records[0]?.['id']);
    await open({ kind: 'record', table: '5001', id });
    assert.equal((JSON.parse(shownDocument().getText()) as { id: string }).id, id);
  });

  it('leaves the screen as it is when its table no longer exists', async () => {
    const before = shownDocument();
    await open({ kind: 'page', table: '999999', limit: 5 });
    assert.equal(shownDocument(), before);
  });

  it('is revealed in the tree if it is a table that exists', async () => {
    const tables = tablesOf({ ...service().shop, contentGroups: [] });
    const shown: string[] = [];
    const view = { reveal: async (node: TreeNode) => void shown.push(nodeLabel(node)) };
    const lists = { insert: () => undefined } as unknown as Lists;
    const documents = {} as JsonDocuments;
    const openEditor = async (node: TreeNode) => run('table.open', node);
    const services = { lists, view, documents, openEditor };
    const open = (id: string, name: string) => reveal(services, dataTableNode(tables, { id, name }));
    await open('999999', 'gone');
    await open('5001', 'product');
    assert.deepEqual(shown, ['product']);
  });

  it('is not added or removed in a document without records', async () => {
    const uri = vscode.Uri.parse('untitled:other.json');
    for (const command of ['records.addToFavourites', 'records.removeFromFavourites']) {
      assert.equal(await rejection(run(command, { uri })), 'Open the records of a table first.');
    }
  });
});
