import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readAddressQuery } from '../../../src/records/table/query';
import { eventually } from '../../ui/driver/eventually';
import { callerOf, openPermissions } from '../../unit/sandbox/fixture';
import { extensionId, run, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { titlesOf, withPerson, withUser } from './person';
import { edit } from './recordTexts';

type Fields = Record<string, unknown>;

describe('lists of records', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  useTextEditors();
  const service = useSandbox();
  const shop = useAuthorizedShop(service);
  const shown = () => vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
  const open = async (more: object) => {
    await run('table.open', { ...shop(), table: '5001', ...more });
    return shown();
  };
  const records = (document = shown()) => JSON.parse(document.getText()) as Fields[];
  const column = (name: string) => records().map(record => record[name]);
  const queryOf = (document = shown()) => readAddressQuery(document.uri.query) as unknown as Fields;
  /** Puts the cursor on the first value of a column. */
  const goTo = (name: string) => {
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    const at = editor.document.getText().indexOf(`"${name}": `);
    const position = editor.document.positionAt(at + name.length + 5);
    editor.selection = new vscode.Selection(position, position);
  };
  /** Runs a command by its title, like a user. */
  const choose = async (title: string) => {
    const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON as {
      contributes: { commands: { command: string; title: string }[] };
    };
    const found = contributes.commands.find(command => command.title === title) ?? assert.fail(title);
    await vscode.commands.executeCommand(found.command, shown().uri);
  };
  it('show only the columns that a script names', async () => {
    await open({ keys: 'sku,price', limit: 2 });
    assert.deepEqual(
      records().map(record => Object.keys(record)),
      Array(2).fill(['id', 'sku', 'price', 'updated_at']),
    );
    assert.deepEqual(queryOf()['keys'], ['sku', 'price']);
  });

  it('can be filtered by the value at the cursor, and the filter can be removed', async () => {
    await open({ limit: 20, where: { price: { $gt: 1 } } });
    const [{ stock } = assert.fail()] = records();
    goTo('stock');
    await choose('Filter by This Value');
    assert.deepEqual(queryOf()['where'], JSON.stringify({ price: { $gt: 1 }, stock: { $eq: stock } }));
    assert.ok(records().length > 0 && column('stock').every(value => value === stock));
    await choose('Remove Filter');
    assert.equal('where' in queryOf(), false);
    assert.equal(records().length, 20);
  });

  it('can exclude a value, and leave an unsaved document unchanged', async () => {
    const document = await open({ limit: 5 });
    const [{ on_sale: value } = assert.fail()] = records();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), '  {},\n');
    await vscode.workspace.applyEdit(edit);
    const text = document.getText();
    goTo('on_sale');
    await choose('Exclude This Value');
    assert.notEqual(shown(), document);
    assert.ok(column('on_sale').every(other => other !== value));
    assert.deepEqual([document.isClosed, document.isDirty, document.getText()], [false, true, text]);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('can be sorted by the column at the cursor', async () => {
    await open({ limit: 30 });
    goTo('price');
    await choose('Sort Ascending by This Column');
    const ascending = column('price') as number[];
    assert.deepEqual(
      ascending,
      [...ascending].sort((one, other) => one - other),
    );
    goTo('price');
    await choose('Sort Descending by This Column');
    assert.deepEqual(queryOf()['orderBy'], ['-price']);
    assert.ok(Number(column('price')[0]) > Number(ascending[0]));
  });

  it('can be paged', async () => {
    await open({ limit: 30, orderBy: 'created_at' });
    const first = column('id');
    await choose('Next Page');
    assert.equal(queryOf()['offset'], 30);
    assert.equal(new Set([...first, ...column('id')]).size, 60);
    await choose('Previous Page');
    assert.deepEqual(column('id'), first);
  });

  it('have no page before the first and after the last, as the status bar says', async () => {
    const document = await open({ limit: 30, where: { sku: { $eq: 'none' } } });
    const asked = await withUser([], async () => {
      await choose('Previous Page');
      await choose('Next Page');
    });
    assert.deepEqual(
      asked.map(({ kind, title }) => [kind, title]),
      [
        ['status', 'This is the first page.'],
        ['status', 'This is the last page.'],
      ],
    );
    assert.equal(shown(), document);
  });

  it('have a next page after a saved deletion', async () => {
    const document = await open({ limit: 3, orderBy: 'created_at' });
    const before = records();
    await edit(document, ([, ...others]) => others);
    await withPerson(
      () => 'Save',
      async () => assert.ok(await document.save()),
    );
    assert.equal(records().length, 2);
    await choose('Next Page');
    assert.equal(queryOf()['offset'], 2);
    assert.ok(!before.some(({ id }) => column('id').includes(id)));
  });

  it('show the following records after all records of a page were deleted and the page is turned', async () => {
    await open({ limit: 3, orderBy: 'created_at' });
    await choose('Next Page');
    const following = column('id');
    await choose('Previous Page');
    await edit(shown(), () => []);
    await withPerson(
      () => 'Save',
      async () => assert.ok(await shown().save()),
    );
    assert.deepEqual(records(), []);
    await choose('Next Page');
    assert.equal(queryOf()['offset'], undefined);
    await eventually(() => assert.deepEqual(column('id'), following));
  });

  it('say why the next page cannot be shown after all records were deleted and another one is unsaved', async () => {
    const document = await open({ limit: 3, orderBy: 'created_at', offset: 3 });
    await edit(document, () => []);
    await withPerson(
      () => 'Save',
      async () => assert.ok(await document.save()),
    );
    await edit(document, () => [{ sku: 'unsaved' }]);
    let isSaid = false;
    const says = async () => ((isSaid = true), undefined);
    await withUser([[/^This document has unsaved changes\./, says]], async () => {
      await choose('Next Page');
      await eventually(() => assert.ok(isSaid));
    });
    assert.deepEqual(column('sku'), ['unsaved']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('cannot be filtered without a value at the cursor, or by a value that cannot be compared', async () => {
    const document = await open({ limit: 2, where: { details: { $isnull: false } } });
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await choose('Filter by This Value');
    goTo('details');
    await choose('Filter by This Value');
    assert.equal(shown(), document);
  });

  it('cannot be filtered by a list of objects, which the service compares with nothing', async () => {
    const call = await callerOf(service().shop);
    const fields = [
      { name: 'parts', type: 'array', items: { type: 'object' } },
      { name: 'words', type: 'array', items: { type: 'string' } },
    ];
    const make = { body: { name: 'lists', schema: { fields }, ...openPermissions } };
    const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', make, 201);
    const body = { parts: [{ size: 1 }], words: ['a'] };
    await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body }, 201);
    const document = await open({ table: String(id) });
    goTo('parts');
    const asked = await withUser([], () => choose('Filter by This Value'));
    assert.deepEqual(titlesOf(asked), ['The service cannot compare values of the type array <object>.']);
    assert.equal(shown(), document);
    goTo('words');
    await choose('Filter by This Value');
    assert.deepEqual([queryOf()['where'], records().length], ['{"words":{"$eq":["a"]}}', 1]);
  });
});
