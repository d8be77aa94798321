import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { run, useAuthorizedShop, useSandbox, writeSetting } from './fixture';
import { target, withPage, type Page, type Rows } from './gridPage';
import { withPerson } from './person';

describe('the grid', () => {
  const service = useSandbox();
  const shop = useAuthorizedShop(service);

  const openTable = async (table: string, query: object = {}) => {
    await run('table.open', { ...shop(), table, ...query });
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputCustom && input.viewType === 'hydrogen.grid');
    return vscode.workspace.openTextDocument(input.uri);
  };

  it('is the editor of a table, while a single record opens as text', async () => {
    const document = await openTable('note');
    const [{ id }] = JSON.parse(document.getText()) as [{ id: string }];
    await run('record.open', { ...shop(), table: 'note', id });
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText);
  });

  it('changes a cell by one edit of its characters, which one undo reverts', async () => {
    const document = await openTable('note');
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      const { columns, rows } = page;
      assert.deepEqual(
        columns.slice(0, 3).map(({ name, input }) => [name, input]),
        [
          ['id', 'none'],
          ['text', 'text'],
          ['stars', 'number'],
        ],
      );
      assert.equal(rows[1]?.[1], 's私人便笺 Private note 5');
      const changes: (readonly vscode.TextDocumentContentChangeEvent[])[] = [];
      const listening = vscode.workspace.onDidChangeTextDocument(event => {
        if (event.document === document && event.contentChanges.length > 0) changes.push(event.contentChanges);
      });
      send({ type: 'write', ...target(page, [1], ['text']), text: '<b>"5"</b>' });
      const changed = await next('rows');
      listening.dispose();
      assert.deepEqual(changed.type === 'rows' && changed.rows.map(([row, cells]) => [row, cells[1]]), [
        [1, 's<b>"5"</b>'],
      ]);
      assert.deepEqual(
        changes.map(each => each.map(({ rangeLength, text }) => [rangeLength, text])),
        [[['"私人便笺 Private note 5"'.length, '"<b>\\"5\\"</b>"']]],
      );
      await vscode.commands.executeCommand('undo');
      await next('rows');
      assert.deepEqual([document.getText(), document.isDirty], [before, false]);
    });
  });

  it('pastes 10,000 cells in one edit, adds missing records, and skips read-only columns', async () => {
    const document = await openTable('note', { limit: 50 });
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      const lines = Array.from({ length: 5000 }, (_, at) => `Pasted ${at}\t${at}`);
      const text = ['text\tstars', ...lines].join('\r\n');
      const onward = target(page, [...page.keys.keys()], ['text', 'stars', 'created_at']);
      send({ type: 'paste', ...onward, text, onward: ['stars'], selected: { rows: 1, columns: 1 } });
      const { rows } = (await next('page')) as Page;
      assert.deepEqual([rows.length, rows[4999]?.slice(0, 3)], [5000, ['', 'sPasted 4999', 'd4999']]);
      const read = JSON.parse(document.getText()) as Record<string, unknown>[];
      assert.deepEqual(Object.keys(read[4999] ?? {}), ['text', 'stars']);
      assert.equal(read[0]?.['id'], (JSON.parse(before) as Record<string, unknown>[])[0]?.['id']);
      await vscode.commands.executeCommand('undo');
      await next('page');
      assert.equal(document.getText(), before);
    });
  });

  it('restores a missing value, null, an empty text, zero, false and an empty list after copy and paste', async () => {
    const document = await openTable('note', { limit: 4 });
    const values = ['null', '""', '0', 'false', '[]', '"0"', '"null"', '5.0', undefined];
    const pairs = values.flatMap(text => values.map(stars => ({ text, stars })));
    const edit = new vscode.WorkspaceEdit();
    const written = pairs.map(
      pair =>
        `{${Object.entries(pair)
          .flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`]))
          .join()}}`,
    );
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), `[${written.join()}]`);
    await vscode.workspace.applyEdit(edit);
    const before = document.getText();
    await withPage(document, async ({ page, send, next }) => {
      assert.equal(page.rows.length, pairs.length);
      const cells = target(page, [...page.keys.keys()], ['text', 'stars']);
      await vscode.env.clipboard.writeText('');
      send({ type: 'copy', ...cells, cut: true, isExact: false });
      const cut = (await next('rows')) as Rows;
      assert.deepEqual(
        (JSON.parse(document.getText()) as object[]).filter(record => Object.keys(record).length > 0),
        [],
      );
      const text = await vscode.env.clipboard.readText();
      const emptied = { ...page, version: cut.version, rows: page.rows.map(() => []) };
      const onward = target(emptied, [...page.keys.keys()], ['text', 'stars']);
      send({
        type: 'paste',
        ...onward,
        text,
        onward: ['text', 'stars'],
        selected: { rows: page.rows.length, columns: 2 },
      });
      await next('rows');
      assert.equal(document.getText().replace(/\s/g, ''), before);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('asks the guard before every write to production, for each kind of change and save', async () => {
    const document = await openTable('note');
    const before = document.getText();
    const writes = () =>
      service().sandbox.requests.filter(({ method, path }) => path.includes('/record/') && method !== 'GET').length;
    const from = writes();
    await withPage(document, async ({ page: first, send, next }) => {
      let page = first;
      /** Waits for the changed rows, and puts them into `page` as the real page does. */
      const drawn = async () => {
        const { version, rows } = (await next('rows')) as Rows;
        page = { ...page, version, rows: page.rows.map((cells, at) => new Map(rows).get(at) ?? cells) };
      };
      const cells = () => target(page, [0, 1], ['text']);
      const command = (name: string) => vscode.commands.executeCommand(name);
      /** Confirms the plan, but cancels the guard. */
      const isRefused = async (what: string, save: () => PromiseLike<unknown>) => {
        const asked = await withPerson(
          ({ choices }) => (choices.includes('Unlock for 10 Minutes') ? undefined : 'Save'),
          async all => {
            await Promise.resolve(save()).catch(() => undefined);
            // The page does not wait for its save.
            await eventually(() => assert.ok(all.length === 2 || writes() > from));
          },
        );
        assert.match(asked[1]?.detail ?? '', /\bPUT http/, what);
        assert.deepEqual([writes(), document.isDirty], [from, true], what);
      };
      send({ type: 'write', ...target(page, [0], ['text']), text: 'By a cell' });
      await drawn();
      await isRefused('a cell', async () => send({ type: 'save' }));
      send({ type: 'paste', ...cells(), text: 'one\ntwo\n', onward: ['text'], selected: { rows: 2, columns: 1 } });
      await drawn();
      await isRefused('a paste', () => document.save());
      send({ type: 'fillDown', ...cells() });
      await drawn();
      await isRefused('fill down', () => command('workbench.action.files.save'));
      send({ type: 'set', ...cells(), value: 'empty' });
      await drawn();
      await isRefused('an empty text', () => command('workbench.action.files.saveAll'));
      await command('undo');
      await drawn();
      await isRefused('undo', () => vscode.workspace.save(document.uri));
      await command('redo');
      await drawn();
      await isRefused('redo', () => vscode.workspace.saveAll());
      await command('workbench.action.files.revert');
      await drawn();
      assert.deepEqual([document.getText(), document.isDirty, writes()], [before, false, from]);
    });
    const other = document.uri.with({ path: document.uri.path.replace('note', 'copy') });
    for (const attempt of [
      () => vscode.workspace.fs.writeFile(document.uri, Buffer.from('[]')),
      () => vscode.workspace.fs.copy(document.uri, other, { overwrite: true }),
      () => vscode.workspace.fs.rename(document.uri, other, { overwrite: true }),
      () => vscode.workspace.fs.delete(document.uri),
    ]) {
      await assert.rejects(Promise.resolve(attempt()));
    }
    assert.equal(writes(), from);
  });

  it('saves when the user saves during an auto save, although VS Code refuses both', async () => {
    const document = await openTable('note');
    await withPage(document, async ({ page, send }) => {
      const saving = vscode.workspace.onWillSaveTextDocument(({ reason }) => {
        if (reason === vscode.TextDocumentSaveReason.AfterDelay) send({ type: 'save' });
      });
      await writeSetting('files.autoSaveDelay', 50);
      await writeSetting('files.autoSave', 'afterDelay');
      const asked = await withPerson(
        () => undefined,
        async all => {
          send({ type: 'write', ...target(page, [0], ['text']), text: 'Saved by hand' });
          await eventually(() => assert.equal(all.length, 1));
        },
      );
      saving.dispose();
      assert.match(asked[0]?.title ?? '', /^Save to /);
      // Without this setting, VS Code in a browser saves automatically, and later tests would meet its saves.
      await writeSetting('files.autoSave', 'off');
      await writeSetting('files.autoSaveDelay', undefined);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('shows where an invalid text breaks, and the records again when it is fixed', async () => {
    const document = await openTable('note');
    await withPage(document, async ({ page, send, next }) => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(1, 2), '?');
      await vscode.workspace.applyEdit(edit);
      const broken = await next('broken');
      assert.equal(broken.type === 'broken' && broken.text, 'Line 2, column 3: This is not JSON.');
      const text = document.getText();
      send({ type: 'delete', ...target(page, [0]) });
      await next('status');
      await vscode.commands.executeCommand('undo');
      await next('page');
      assert.equal(document.getText(), text.replace('?', ''));
      // A record with other values than the user saw, and one that no longer exists: nothing is changed, everything is
      // redrawn.
      for (const wrong of [{ rows: page.rows.map(() => ['sother']) }, { keys: page.keys.map(() => '=other') }]) {
        send({ type: 'delete', ...target({ ...page, ...wrong }, [0]) });
        await next('page');
        await next('status');
        assert.equal(document.isDirty, false);
      }
      const again = page;
      send({ type: 'delete', ...target(again, [0]) });
      assert.equal(((await next('page')) as Page).rows.length, again.rows.length - 1);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('keeps a typed text that it cannot write, and writes it at the next attempt', async () => {
    const document = await openTable('note');
    await withPage(document, async ({ page, send, next }) => {
      const texts = () => (JSON.parse(document.getText()) as { text: string }[]).map(({ text }) => text);
      const change = async (from: string, to: string) => {
        const edit = new vscode.WorkspaceEdit();
        const [start, end] = [document.getText().indexOf(from), document.getText().indexOf(from) + from.length];
        edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), to);
        await vscode.workspace.applyEdit(edit);
      };
      const refused = async () => {
        const value = await next('value');
        if (value.type !== 'value') return assert.fail();
        assert.equal(value.reason, 'The rows have changed in the meantime. Try again.');
        return value;
      };
      await change(JSON.stringify(texts()[1]), '"Theirs"');
      await next('rows');
      send({ type: 'write', ...target(page, [1], ['text']), text: 'Mine' });
      const { form, text, target: current } = await refused();
      assert.deepEqual([form, text, texts()[1]], ['text', 'Mine', 'Theirs']);
      send({ type: 'write', target: current, text: 'Mine' });
      await next('rows');
      assert.equal(texts()[1], 'Mine');
      await change('[', '[?');
      await next('broken');
      send({ type: 'writeJson', ...target(page, [0], ['stars']), text: '[1]' });
      const kept = await refused();
      assert.deepEqual([kept.form, kept.text, kept.target.rows], ['json', '[1]', page.keys.slice(0, 1)]);
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('ignores malformed messages, and changes nothing in a read-only document', async () => {
    const document = await openTable('note');
    await withPage(
      document,
      async ({ page: first, send, next }) => {
        let page = first;
        if (page.readOnly === undefined) page = (await next('page')) as Page;
        assert.equal(page.readOnly, 'These records are read-only.');
        send({ type: 'write', ...target(page, [0], ['text']), text: 5 });
        send({ type: 'open', uri: 'file:///etc/passwd' });
        send({ type: 'write', ...target(page, [0], ['text']), text: 'x' });
        const value = await next('value');
        assert.deepEqual([value.type === 'value' && value.reason, document.isDirty], [page.readOnly, false]);
      },
      vscode.FilePermission.Readonly,
    );
  });
});
