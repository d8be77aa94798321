import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readTable, type Table } from '../../../src/records/table/schema';
import { readTypesHead } from '../../../src/records/table/types';
import { applicationNode } from '../../../src/ui/nodes/application';
import { dataColumnNode } from '../../../src/ui/nodes/dataColumn';
import { dataIndexNode } from '../../../src/ui/nodes/dataIndex';
import { dataPermissionsNode } from '../../../src/ui/nodes/dataPermissions';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { moreNode } from '../../../src/ui/nodes/placeholders';
import { callerOf, openPermissions } from '../../unit/sandbox/fixture';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentNode } from '../../../src/ui/nodes/environment';
import { kindOf, type TreeNode } from '../../../src/ui/nodes/node';
import type { RowState } from '../../../src/ui/nodes/nodeKind';
import { eventually } from '../../ui/driver/eventually';
import {
  argumentOf,
  rejection,
  run,
  shownDocument,
  storedApplications,
  useSandbox,
  writeApplications,
} from './fixture';
import { titlesOf, withUser } from './person';
import { rowState } from './rowState';

const application = applicationNode({
  name: 'Shop',
  clientId: 'c',
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [],
  contentGroups: [],
});
const tables = dataTablesNode(environmentNode(application, undefined));

function table(more: Record<string, unknown> = {}): Table {
  const fields = [
    { name: 'id', type: 'id', description: 'id' },
    { name: 'sku', type: 'string', description: 'Stock number', constraints: { required: true }, default: 'none' },
    { name: 'maker', type: 'reference', schema_id: 42, collection_name: '7_42_company' },
    { name: 'tags', type: 'array', items: { type: 'string' }, acl: { clientVisible: false, clientReadOnly: true } },
    { name: 'spot', type: 'geojson', coordinate_type: 'wgs84', acl: { creatorVisible: true } },
    { name: 'odd', type: 'vector' },
  ];
  const permissions = { write_perm: ['user:*'], default_row_perm: { _read_perm: ['user:anonymous'], _write_perm: [] } };
  return readTable({ id: 5, name: 'product', schema: { fields }, ...permissions, ...more }) ?? assert.fail();
}

const rowOf = async (node: TreeNode, known?: Partial<RowState>) => kindOf(node).row(node, rowState(known));

describe('rows of data tables', () => {
  it('show one line that offers authorization for an application without it', async () => {
    const { children, description, command, contextValue } = await rowOf(tables, { isAuthorized: async () => false });
    assert.deepEqual([children, contextValue], ['none', 'dataTables.unauthorized']);
    assert.deepEqual([description, command?.command], ['authorize to see them', 'hydrogen.application.authorize']);
  });

  it('report that an environment has no tables', async () => {
    const none = { filter: undefined, count: 0, readAt: 0, failed: false };
    assert.equal((await rowOf(tables, { list: () => none })).description, 'no tables');
  });

  it('show a summary of a table', async () => {
    const builtIn = table({ protected_fields: ['sku'], options: { description: 'What we sell' } });
    const { description, tooltip } = await rowOf(dataTableNode(tables, builtIn, builtIn));
    assert.equal(description, '5 · built-in');
    assert.deepEqual(tooltip?.split('\n'), [
      'product',
      'What we sell',
      'Table ID: 5',
      'Built-in: the service’s own table',
      '6 columns',
      'Records are added by: users',
      'New records are read by: everyone',
      'New records are changed by: nobody',
    ]);
    assert.equal((await rowOf(dataTableNode(tables, { id: '5', name: undefined }))).tooltip, 'Table ID: 5');
  });

  it('show the type, constraints and visibility of a column', async () => {
    const rows = await Promise.all(table().columns.map(column => rowOf(dataColumnNode(tables, column))));
    assert.deepEqual(
      rows.map(({ icon, description }) => `${icon} ${description}`),
      [
        'key id',
        'symbol-string string · required · Stock number',
        'references reference → company',
        'symbol-array array <string>',
        'compass geojson',
        'symbol-field vector',
      ],
    );
    assert.deepEqual(
      rows.map(({ tooltip }) => tooltip),
      [
        'id: id\nWritten by the service',
        'sku: string\nStock number\nRequired\nDefault: "none"',
        'maker: reference → company',
        'tags: array <string>\nHidden from users\nUsers cannot change it',
        'spot: geojson\nCoordinates: wgs84\nOnly its creator sees it',
        'odd: vector',
      ],
    );
    assert.equal(rows[1]?.spoken, 'Column sku, string · required · Stock number');
  });

  it('show no pointer in the ID of a user', async () => {
    const ids = table({ name: '_userprofile' }).columns.slice(0, 1);
    const rows = await Promise.all(ids.map(column => rowOf(dataColumnNode(tables, column))));
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['id'],
    );
  });

  it('show the columns of an index, and who has permissions', async () => {
    const { description } = await rowOf(dataIndexNode(tables, { name: 'a_1_b_1', columns: ['a', 'b'] }));
    assert.equal(description, 'unique: a, b');
    const write = ['user:{created_by}', 'user:7', 'gid:8', 'unheard-of'];
    const permissions = { create: [], read: ['user:anonymous'], write };
    const row = await rowOf(dataPermissionsNode(tables, { ...table(), permissions }));
    assert.equal(row.description, 'add: nobody · read: everyone · change: creator, user 7, user group 8, unheard-of');
  });
});

describe('tables of an application, listed by a script', () => {
  const service = useSandbox();
  after(() => writeApplications(undefined));

  it('reject with the reason when there are no credentials', async () => {
    const { clientSecret: _, ...blog } = argumentOf(service().blog);
    await writeApplications([blog]);
    const { clientId, authUrl, environments } = blog;
    assert.equal(storedApplications().length, 1);
    for (const envId of [undefined, environments[0]?.envId]) {
      assert.equal(
        await rejection(run('table.list', { clientId, authUrl, ...(envId === undefined ? {} : { envId }) })),
        'No ClientSecret is stored for this application. Enter it to authorize.',
      );
    }
    assert.equal(
      await rejection(run('table.list', { clientId, authUrl, envId: 'unknown' })),
      'There is no application or environment with these IDs.',
    );
  });

  it('show a list to a person, and return nothing to the script', async () => {
    await run('application.add', argumentOf(service().shop));
    const { clientId, authUrl } = service().shop;
    await run('application.authorize', { clientId, authUrl });
    let isPicked = false;
    const listing = run('table.list', { clientId, authUrl }).then(result => {
      isPicked = true;
      return result;
    });
    await eventually(async () => {
      // Nothing is picked before the list has a row.
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      assert.ok(isPicked);
    });
    assert.equal(await listing, undefined);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.match(input.uri.path, / · Production\.json$/);
  });
});

describe('TypeScript types of the tables', () => {
  const service = useSandbox();
  const folder = path.join(tmpdir(), `hydrogen-types-${process.pid}`);
  const file = vscode.Uri.file(path.join(folder, 'hydrogen.d.ts'));
  const argument = (more: object = {}) => {
    const { clientId, authUrl } = service().shop;
    return { clientId, authUrl, uri: file.toString(), ...more };
  };
  before(() => run('application.add', argumentOf(service().shop)));
  after(() => rm(folder, { recursive: true, force: true }));

  it('contain the tables of the named environment, and are generated again without a question', async () => {
    assert.equal(await run('table.generateTypes', argument()), undefined);
    const production = await readFile(file.fsPath, 'utf8');
    assert.match(production, /product: \{/);
    assert.deepEqual(readTypesHead(production)?.clientId, service().shop.clientId);
    const envId = service().shop.environments[0]?.envId ?? assert.fail();
    await run('table.generateTypes', argument({ envId }));
    assert.equal(readTypesHead(await readFile(file.fsPath, 'utf8'))?.envId, envId);
    await run('table.generateTypes', argument({ uri: file }));
    assert.equal(await readFile(file.fsPath, 'utf8'), production);
  });

  it('are written to the file that a user chooses at the row, which then opens', async () => {
    const node = environmentNode(applicationNode({ ...service().shop, contentGroups: [] }), undefined);
    const asked = await withUser([], () => run('table.generateTypes', dataTablesNode(node)), file.fsPath);
    assert.match(titlesOf(asked).join(), /^Tables written as types: \d+$/);
    assert.match(await readFile(file.fsPath, 'utf8'), /product: \{\s+Row: \{\s+id: string;/);
    assert.equal(shownDocument().uri.fsPath, file.fsPath);
  });

  it('replace an unrelated file only when the script confirms it', async () => {
    await writeFile(file.fsPath, 'export type Mine = 1;');
    assert.match(await rejection(run('table.generateTypes', argument())), /^This cannot be undone\./);
    assert.equal(await readFile(file.fsPath, 'utf8'), 'export type Mine = 1;');
    await run('table.generateTypes', argument({ confirmed: true }));
    assert.match(await readFile(file.fsPath, 'utf8'), /product: \{/);
  });

  it('are not written when the tables cannot be read or the path is missing', async () => {
    const before = await readFile(file.fsPath, 'utf8');
    service().sandbox.fail({ kind: 'status', status: 403, path: '/oserve/v1.8/table/' });
    await rejection(run('table.generateTypes', argument()));
    assert.equal(await readFile(file.fsPath, 'utf8'), before);
    assert.match(await rejection(run('table.generateTypes', argument({ uri: undefined }))), /uri is not valid/);
  });

  it('show a warning with a fix in an opened file that is out of date', async () => {
    const others = (await readFile(file.fsPath, 'utf8')).replace(/"schema":"\w+"/, '"schema":"0000"');
    await writeFile(file.fsPath, others);
    await vscode.workspace.openTextDocument(file);
    const [warning] = await eventually(() => {
      const found = vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Hydrogen');
      assert.equal(found.length, 1);
      return found;
    });
    assert.match(warning?.message ?? '', /The data tables of .* · Production no longer match these types\./);
    const range = warning?.range ?? assert.fail();
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      file,
      range,
    );
    const { command } = actions.find(({ title }) => title === 'Generate TypeScript Types') ?? assert.fail();
    await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
    assert.notEqual(await readFile(file.fsPath, 'utf8'), others);
    assert.deepEqual(
      vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Hydrogen'),
      [],
    );
  });

  it('show the warning in an open file as soon as the tree or opened records read changed tables', async () => {
    const { sandbox, shop } = service();
    const call = await callerOf(shop);
    const fields: Record<string, unknown>[] = [{ name: 'first', type: 'string' }];
    const make = { body: { name: 'drifting', schema: { fields }, ...openPermissions } };
    const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', make, 201);
    const grow = async () => {
      fields.push({ name: `more_${fields.length}`, type: 'integer' });
      await call.json(`PUT /oserve/v1.8/table/${id}/`, { body: { schema: { fields } } });
    };
    const lists = () => sandbox.requests.filter(request => /\/table\/(\?|$)/.test(request.path)).length;
    const node = dataTablesNode(environmentNode(applicationNode({ ...shop, contentGroups: [] }), undefined));
    const more = moreNode(node, { read: 0, total: 0, searching: false });
    const warnings = (uri: vscode.Uri) =>
      vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Hydrogen').length;
    /** Writes a types file that matches the tables, opens it, and waits until the tables were read for it. */
    const openTypes = async (name: string) => {
      const uri = vscode.Uri.file(path.join(path.dirname(file.fsPath), name, 'hydrogen.d.ts'));
      await run('table.generateTypes', argument({ uri: uri.toString() }));
      const before = lists();
      await vscode.workspace.openTextDocument(uri);
      await eventually(() => assert.equal(lists(), before + 1));
      return uri;
    };
    try {
      const one = await openTypes('types-listed');
      await run('list.loadAll', more);
      assert.equal(warnings(one), 0);
      await grow();
      const before = lists();
      await run('item.refresh', node);
      await run('list.loadAll', more);
      await eventually(() => assert.equal(warnings(one), 1));
      assert.equal(lists(), before + 1);
      const other = await openTypes('types-opened');
      assert.equal(warnings(other), 0);
      await grow();
      await run('table.open', { clientId: shop.clientId, authUrl: shop.authUrl, table: String(id) });
      await eventually(() => assert.equal(warnings(other), 1));
    } finally {
      for (const name of ['types-listed', 'types-opened'])
        await rm(path.join(path.dirname(file.fsPath), name), { recursive: true, force: true });
    }
  });
});
