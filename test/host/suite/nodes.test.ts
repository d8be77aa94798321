import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import { documentUri, readAddress } from '../../../src/ui/documents/documentAddress';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentItemNode } from '../../../src/ui/nodes/content';
import { contentCategoryNode } from '../../../src/ui/nodes/contentCategory';
import { contentGroupNode } from '../../../src/ui/nodes/contentGroup';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { environmentNode, environmentNodes } from '../../../src/ui/nodes/environment';
import {
  fixedRows,
  isDocument,
  isList,
  isNode,
  kindOf,
  type RowSource,
  type TreeNode,
} from '../../../src/ui/nodes/node';
import { proposedFile } from '../../../src/ui/platform/dialogs';
import type { NodeBase } from '../../../src/ui/nodes/nodeBase';
import type { RowState } from '../../../src/ui/nodes/nodeKind';
import { listState } from '../../../src/ui/explorer/listRows';
import { knownIds } from '../../../src/ui/explorer/knownIds';
import { tooltip, treeItem } from '../../../src/ui/explorer/treeItem';
import { nodeContains, nodeId, nodeLabel, nodePath } from '../../../src/ui/nodes/nodeLabel';
import { orderNode } from '../../../src/ui/nodes/order';
import { errorNode, loadingNode, moreNode } from '../../../src/ui/nodes/placeholders';
import { userNode } from '../../../src/ui/nodes/user';
import { userName, userText } from '../../../src/ui/users/userSessions';
import { Secret } from '../../../src/api/secret';
import { rowState } from './rowState';

const application = applicationNode({
  name: 'Shop',
  clientId: 'c',
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [{ name: 'Staging', envId: 'e' }],
  contentGroups: [{ id: '2', name: 'Added' }],
});
const production = environmentNode(application, undefined);
const library = contentLibraryNode(production);
const group = contentGroupNode(library, { id: '1', name: 'News' });
const category = (parent: typeof group | ReturnType<typeof contentCategoryNode>, id: string) =>
  contentCategoryNode(parent, { id, name: undefined, haveChildren: undefined, raw: {} });
const content = contentItemNode(category(group, '7'), { id: '9', title: 'Title', raw: {} });

const none: RowSource = { favouritesOf: () => [], sandboxApplication: () => undefined, sandboxRequests: () => [] };

const kinds = (nodes: readonly NodeBase[]) => nodes.map(({ kind }) => kind);

describe('kinds of rows', () => {
  it('list favourites, environments and the request log of the sandbox below an application', () => {
    assert.deepEqual(kinds(fixedRows(application, none)), ['environment', 'environment']);
    const favourite = {
      target: group,
      label: 'News',
      id: '1',
      icon: 'library',
      tooltip: undefined,
      path: ['Production'],
    };
    const source: RowSource = {
      favouritesOf: () => [favourite],
      sandboxApplication: () => application.application,
      sandboxRequests: () => [],
    };
    const rows = fixedRows(application, source);
    assert.deepEqual(kinds(rows), ['favourites', 'environment', 'environment', 'sandboxRequests']);
    const [shown] = fixedRows(rows[0] as TreeNode, source);
    assert.deepEqual([shown?.kind, shown && nodeLabel(shown), shown && nodeId(shown)], ['favourite', 'News', '1']);
  });

  it('name the users of an application in the sandbox, also of a world', async () => {
    const tooltipOf = async (more: object) => {
      const node = applicationNode({ ...application.application, sandbox: 'sandbox', ...more });
      return (await kindOf(node).row(node, rowState())).tooltip ?? '';
    };
    assert.match(await tooltipOf({}), /customer \(customer@example\.com\) has the password customer-password/);
    const ofWorld = await tooltipOf({ world: 'Production' });
    assert.match(ofWorld, /user-ID and has the password sandbox-password/);
    assert.doesNotMatch(ofWorld, /customer/);
  });

  it('list content library, data tables, cloud functions, orders and user below an environment', () => {
    assert.deepEqual(kinds(fixedRows(production, none)), [
      'contentLibrary',
      'dataTables',
      'cloudFunctions',
      'orders',
      'user',
    ]);
  });

  it('show the ID that a filter found, unless the label has the text too', () => {
    const shown = (id: string, title: string, filter?: string) => {
      const node = contentItemNode(category(group, '7'), { id, title, raw: {} });
      const row = kindOf(node).row(node, rowState());
      assert.ok(!(row instanceof Promise));
      const { description, accessibilityInformation } = treeItem(node, row, { filter, isExpanded: undefined });
      return [description, accessibilityInformation?.label];
    };
    assert.deepEqual(shown('A95', 'Title', 'a9'), ['ID A95', 'Title, ID A95']);
    assert.deepEqual(shown('95', 'Title 95', '9'), [undefined, 'Title 95']);
    assert.deepEqual(shown('95', 'Title', 'tit'), [undefined, 'Title']);
    assert.deepEqual(shown('95', 'Title'), [undefined, 'Title']);
  });

  it('have a label, an ID and a path', () => {
    assert.equal(nodeLabel(category(group, '7')), 'Content category 7');
    assert.equal(nodeId(content), '9');
    assert.deepEqual(nodePath(content), ['Shop', 'Production', 'News', 'Content category 7', 'Title']);
    assert.ok(nodeContains(group, 'nEW'));
    assert.ok(nodeContains(content, '9'));
    assert.ok(!nodeContains(content, 'News'));
  });

  it('include an order without any number', () => {
    assert.equal(nodeId(orderNode(production, { transaction_no: '', trade_no: null, id: 7 })), '7');
    assert.equal(nodeId(orderNode(production, {})), '');
    assert.equal(nodeLabel(orderNode(production, {})), 'Order');
  });

  it('report a category that is its own ancestor, at any distance', () => {
    const one = category(group, '1');
    const two = category(one, '2');
    assert.equal(one.repeats, false);
    assert.equal(two.repeats, false);
    assert.equal(category(two, '1').repeats, true);
  });

  it('show no subcategories in a category that is its own ancestor', () => {
    const sections = (node: NodeBase) =>
      kindOf(node)
        .sections?.(node, undefined)
        .map(({ name }) => name);
    const one = category(group, '1');
    assert.deepEqual(sections(one), ['categories', 'contents']);
    assert.deepEqual(sections(category(one, '1')), ['contents']);
  });

  it('are read with the requests that they name', () => {
    const request = (node: NodeBase) => kindOf(node).request?.(node);
    assert.deepEqual(request(group), { path: '/hserve/v1/content/category/', query: { content_group_id: '1' } });
    const odd = orderNode(production, { transaction_no: '1/2' });
    assert.deepEqual(request(odd), { path: '/hserve/v2.0/idp/pay/order/1%2F2/', asUser: true });
    assert.equal(request(production), undefined);
  });

  it('define whether a row is a list, a document or plain', () => {
    assert.deepEqual([library, group, content, production].map(isList), [true, true, false, false]);
    assert.deepEqual([library, category(group, '7'), content, userNode(production)].map(isDocument), [
      false,
      true,
      true,
      true,
    ]);
    assert.ok(isNode(group));
    for (const odd of [undefined, {}, { kind: 'content' }, { ...group, kind: 'toString' }, { ...group, kind: 5 }]) {
      assert.ok(!isNode(odd));
    }
  });

  it('have the IDs that complete request documents, with their names', () => {
    const read = [group, category(group, '7'), content];
    const { application, environment } = production;
    assert.deepEqual(knownIds({ cachedItems: () => read }, { application, environment }), {
      content_group_id: [{ value: '1', label: 'News' }],
      category_id: [{ value: '7', label: '7' }],
    });
  });

  it('tell menus about filters, favourites and added groups', async () => {
    const filtered = { filter: 'x', count: 0, readAt: 0, failed: false };
    const row = await kindOf(group).row(group, rowState({ list: () => filtered, isFavourite: () => true }));
    assert.equal(row.contextValue, 'contentGroup.filtered.favourite');
    assert.equal(row.description, 'filter “x” · nothing found');
    const [section] = kindOf(library).sections?.(library, undefined) ?? [];
    const merged = section?.merge?.([group, contentGroupNode(library, { id: '2' })], application.application) ?? [];
    assert.deepEqual(merged.map(nodeLabel), ['News', 'Added']);
    const added = await kindOf(group).row(merged[1] as NodeBase, rowState());
    assert.equal(added.contextValue, 'contentGroup.remembered');
  });

  it('tell menus which environment is selected, guarded and unlocked, and whose library it is', async () => {
    const [, staging = assert.fail()] = environmentNodes(application);
    const contextOf = async (node: TreeNode, known: Partial<RowState> = {}) =>
      (await kindOf(node).row(node, rowState(known))).contextValue;
    const selection = () => ({ application: application.application, environment: undefined });
    assert.equal(await contextOf(production, { selection }), 'environment.production.selected');
    assert.equal(await contextOf(staging, { selection }), 'environment.test');
    assert.equal(await contextOf(production, { canUnlock: () => true }), 'environment.production.guarded');
    const unlocked = { canUnlock: () => true, isUnlocked: () => true, selection };
    assert.equal(await contextOf(production, unlocked), 'environment.production.selected.unlocked');
    assert.equal(await contextOf(library), 'contentLibrary');
    const ofSandbox = applicationNode({ ...application.application, sandbox: 'sandbox-1' });
    assert.equal(await contextOf(contentLibraryNode(environmentNode(ofSandbox, undefined))), 'contentLibrary.sandbox');
  });

  it('name the environment in the tab of a document with a long title', () => {
    const long = contentItemNode(group, { id: '9', title: 'a long title '.repeat(20), raw: {} });
    assert.match(documentUri(long).path, / · Production\.json$/);
    assert.ok(documentUri(long).path.length < 70);
  });

  it('refuse a document whose path does not match its query', () => {
    const { application: shop } = application;
    const other = { ...shop, name: 'Other', clientId: 'other' };
    const applications = { list: () => ({ applications: [shop, other], problems: [] }) as never };
    const [, staging = assert.fail()] = environmentNodes(application);
    const uri = documentUri(contentItemNode(group, { id: '9', title: 'Title', raw: {} }));
    const at = (path: string) => uri.with({ path });
    assert.equal(readAddress(uri, applications).id, '9');
    assert.equal(readAddress(at(`/${shop.name}/Title · Earlier name.json`), applications).id, '9');
    const stagingName = staging.environment?.name ?? assert.fail();
    for (const path of [`/${shop.name}/Title · ${stagingName}.json`, '/Other/Title · Production.json']) {
      assert.throws(() => readAddress(at(path), applications), /but its address leads to .* · Production/, path);
    }
  });

  it('propose a file in the home folder when no folder is open', () => {
    assert.equal(proposedFile('a.json', []).fsPath, path.join(homedir(), 'a.json'));
  });

  it('find an order by its amount, its status and its day', () => {
    const created = Date.UTC(2024, 4, 6, 12) / 1000;
    const order = orderNode(production, { trade_no: '7', total_cost: '5.49', status: 'pending', created_at: created });
    assert.deepEqual(
      ['5.4', 'PEND', '2024-05-06', '2024-05-07', 'success'].map(text => nodeContains(order, text)),
      [true, true, true, false, false],
    );
  });

  it('show the user and the orders of the signed-in user', async () => {
    const user = userNode(production);
    const [, , , orders] = fixedRows(production, none);
    const both = async (state: RowState) =>
      Promise.all([user, orders as TreeNode].map(async node => (await kindOf(node).row(node, state)).contextValue));
    assert.deepEqual(await both(rowState()), ['user.signedOut', 'orders.signedOut']);
    const session = { token: new Secret('t'), obtainedAt: 0, expiresAt: undefined, userId: '42', user: {} };
    const ada = { ...session, user: { _username: 'ada' } };
    const [named, unnamed] = await Promise.all(
      [ada, session].map(async one => {
        const signedIn = rowState({ user: async () => ({ name: userName(one), text: userText(one) }) });
        assert.deepEqual(await both(signedIn), ['user', 'orders']);
        const { label, spoken } = await kindOf(user).row(user, signedIn);
        return [label, spoken];
      }),
    );
    assert.deepEqual(named, ['ada', 'User ada']);
    assert.deepEqual(unnamed, ['User 42', 'User 42']);
  });

  it('show foreign JSON in the tooltip without characters that reorder it', () => {
    const node = contentItemNode(category(group, '7'), { id: '9', title: 'a', raw: { a: '\u202egpj' } });
    assert.equal(tooltip(node)?.value, '```json\n{\n  "a": " gpj"\n}\n```\n');
  });

  it('count the groups that the settings add', () => {
    const [section] = kindOf(library).sections?.(library, undefined) ?? [];
    const listing = { items: [group as TreeNode], totalCount: 1, readAt: 0 };
    const countOf = (filter?: string, nextOffset?: number) =>
      listState(
        [{ section: section ?? assert.fail(), cached: { listing: { ...listing, nextOffset } } }],
        filter,
        application.application,
      ).count;
    assert.deepEqual([countOf(), countOf('Added'), countOf('News')], [2, 1, 1]);
    // The next page may contain the group.
    assert.equal(countOf(undefined, 1), 1);
  });

  it('show the next page, a failure and the loading of a list as separate rows', async () => {
    const more = moreNode(group, { read: 5, total: 9, searching: true });
    const row = await kindOf(more).row(more, rowState());
    assert.deepEqual([row.label, row.description], ['Search the rest…', '5 of 9 searched']);
    const error = errorNode(group, new Error('x'));
    const { label, tooltip, spoken } = await kindOf(error).row(error, rowState());
    assert.deepEqual([label, tooltip], ['Broken', 'It broke.']);
    assert.equal(spoken, 'Could not be read: It broke. Press Enter to try again.');
    const loading = await kindOf(loadingNode(group)).row(loadingNode(group), rowState());
    assert.deepEqual([loading.label, loading.children, loading.command], ['Loading…', 'none', undefined]);
  });
});
