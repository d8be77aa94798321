import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { run, useAuthorizedShop, useSandbox } from './fixture';
import { target, withPage, type Page, type Rows } from './gridPage';
import { withPerson } from './person';

describe('the grid, its clipboard, marks and values', () => {
  const service = useSandbox();
  const shop = useAuthorizedShop(service);

  const openTable = async (table: string, query: object) => {
    await run('table.open', { ...shop(), table, ...query });
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputCustom);
    return vscode.workspace.openTextDocument(input.uri);
  };

  it('pastes by the names in the first line, and asks about unknown names', async () => {
    const document = await openTable('note', { limit: 3 });
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      const paste = (text: string, { version, rows } = page) => {
        const all = target({ ...page, version, rows }, [...page.keys.keys()]);
        send({ type: 'paste', ...all, text, onward: ['stars'], selected: { rows: 1, columns: 1 } });
      };
      const read = () =>
        (JSON.parse(document.getText()) as Record<string, unknown>[]).map(({ text, stars }) => [text, stars]);
      paste('stars\ttext\n5\tnamed');
      await next('rows');
      assert.deepEqual(read()[0], ['named', 5]);
      await vscode.commands.executeCommand('undo');
      const undone = (await next('rows')) as Rows;
      const now = { ...page, version: undone.version };
      const answers = ['Leave Them Out', 'Paste by Position', undefined];
      const asked = await withPerson(
        () => answers.shift(),
        async all => {
          paste('text\tcolour\nnamed\tred', now);
          await next('rows');
          assert.equal(read()[0]?.[0], 'named');
          await vscode.commands.executeCommand('undo');
          const again = { ...page, version: ((await next('rows')) as Rows).version };
          paste('text\tcolour\nnamed\tred', again);
          await next('rows');
          assert.deepEqual(
            read()
              .map(([, stars]) => stars)
              .slice(0, 2),
            ['text', 'named'],
          );
          await vscode.commands.executeCommand('undo');
          const last = { ...page, version: ((await next('rows')) as Rows).version };
          paste('text\tcolour\nnamed\tred', last);
          await eventually(() => assert.equal(all.length, 3));
        },
      );
      assert.match(asked[0]?.detail ?? '', /^colour\n/);
      assert.equal(document.getText(), before);
    });
  });

  it('marks what differs from the records that were read, reverts cells and restores deleted records', async () => {
    const document = await openTable('note', { limit: 3 });
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      assert.deepEqual([page.marks.count, page.marks.deleted], [0, []]);
      send({ type: 'write', ...target(page, [1], ['text']), text: 'changed' });
      const { version, rows } = (await next('rows')) as Rows;
      const marked = await next('marks');
      assert.deepEqual(marked.type === 'marks' && [marked.marks.count, marked.marks.changed], [1, [[1, ['text']]]]);
      const edited = { ...page, version, rows: page.rows.map((row, at) => (at === 1 ? (rows[0]?.[1] ?? row) : row)) };
      send({ type: 'delete', ...target(edited, [0]) });
      const shorter = (await next('page')) as Page;
      const [deleted] = shorter.marks.deleted;
      assert.deepEqual(
        [shorter.marks.count, shorter.rows.length, deleted?.before, deleted?.cells],
        [2, 2, 0, page.rows[0]],
      );
      send({ type: 'revert', ...target(shorter, [0], ['text']) });
      await next('rows');
      send({ type: 'restore', ids: [deleted?.id] });
      assert.deepEqual(((await next('page')) as Page).marks.count, 0);
      assert.deepEqual(JSON.parse(document.getText()), JSON.parse(before));
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('has the names of pointers requested again when the records were read again', async () => {
    const document = await openTable('note', { limit: 2 });
    await withPage(document, async ({ next, reread }) => {
      reread();
      await next('namesOutdated');
    });
  });

  it('has the names of pointers requested again when records of their table were read again', async () => {
    const other = await openTable('product', { limit: 2 });
    const document = await openTable('note', { limit: 2 });
    const pointers = [{ name: 'product', type: 'reference', schema_id: 5001 }];
    await withPage(
      document,
      async ({ next, reread }) => {
        reread(other);
        await next('namesOutdated');
      },
      undefined,
      pointers,
    );
  });

  it('discards changes only after a question', async () => {
    const document = await openTable('note', { limit: 2 });
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      send({ type: 'write', ...target(page, [1], ['text']), text: 'changed' });
      await next('rows');
      const answers = [undefined, 'Discard'];
      const asked = await withPerson(
        () => answers.shift(),
        async all => {
          send({ type: 'discard' });
          await eventually(() => assert.equal(all.length, 1));
          send({ type: 'discard' });
          await eventually(() => assert.equal(document.isDirty, false));
        },
      );
      assert.equal(asked.length, 2);
      assert.match(asked[0]?.title ?? '', /^Discard the unsaved changes/);
      assert.equal(document.getText(), before);
    });
  });

  it('discards the changes of its own document while another document is active', async () => {
    const own = await openTable('note', { limit: 2 });
    await withPage(own, async ({ page, send, next }) => {
      send({ type: 'write', ...target(page, [1], ['text']), text: 'changed' });
      await next('rows');
      const other = await openTable('note', { limit: 3 });
      const edit = new vscode.WorkspaceEdit();
      edit.insert(other.uri, new vscode.Position(0, 0), ' ');
      await vscode.workspace.applyEdit(edit);
      await withPerson(
        () => 'Discard',
        async () => {
          send({ type: 'discard' });
          await eventually(() => assert.notEqual(own.isDirty && other.isDirty, true));
        },
      );
      assert.deepEqual([own.isDirty, other.isDirty], [false, true]);
      await vscode.commands.executeCommand('vscode.openWith', other.uri, 'hydrogen.grid');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('opens an editor for a JSON value and writes only that value', async () => {
    const document = await openTable('note', { limit: 2 });
    await withPage(document, async ({ page, send, next }) => {
      const long = 'x'.repeat(400);
      send({ type: 'write', ...target(page, [1], ['text']), text: long });
      const { version, rows } = (await next('rows')) as Rows;
      const edited = { ...page, version, rows: page.rows.map((row, at) => (at === 1 ? (rows[0]?.[1] ?? row) : row)) };
      send({ type: 'editElsewhere', ...target(edited, [1], ['text']) });
      const value = await next('value');
      assert.deepEqual(value.type === 'value' && [value.form, value.text], ['text', long]);
      // The cell shows only the beginning of the text, so it looks the same after this change of its end.
      const change = new vscode.WorkspaceEdit();
      const end = document.positionAt(document.getText().indexOf(long) + long.length);
      change.insert(document.uri, end, ' theirs');
      await vscode.workspace.applyEdit(change);
      const cell = target(edited, [1], ['text']);
      send({ type: 'write', ...cell, text: 'mine', before: long });
      const refused = await next('value');
      assert.deepEqual(refused.type === 'value' && [refused.text, refused.before], ['mine', `${long} theirs`]);
      assert.ok(document.getText().includes(`${long} theirs"`));
      await next('page');
      send({ type: 'write', ...cell, text: 'mine', before: `${long} theirs` });
      await next('rows');
      assert.ok(document.getText().includes('"mine"'));
      await vscode.commands.executeCommand('undo');
      await next('rows');
      const before = JSON.parse(document.getText()) as Record<string, unknown>[];
      send({ type: 'writeJson', ...target(edited, [1], ['text']), text: '{"a":[1.50]}' });
      await next('rows');
      assert.ok(document.getText().includes('1.50'));
      const after = JSON.parse(document.getText()) as Record<string, unknown>[];
      assert.deepEqual(after, [before[0], { ...before[1], text: { a: [1.5] } }]);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });
});
