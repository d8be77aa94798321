import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readRecordsText } from '../../../src/data/recordsText';
import { readTable } from '../../../src/data/schema';
import { createGridEditor } from '../../../src/ui/data/grid/gridEditor';
import type { FromPage, ToPage } from '../../../src/ui/data/grid/protocol';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run, useSandbox } from './fixture';
import { withPerson } from './person';

type Page = Extract<ToPage, { type: 'page' }>;

describe('the grid', () => {
  const service = useSandbox();
  const shop = () => ({ clientId: service().shop.clientId, authUrl: service().sandbox.origin });

  const openTable = async (table: string, query: object = {}) => {
    await run('table.open', { ...shop(), table, ...query });
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputCustom && input.viewType === 'hydrogen.grid');
    return vscode.workspace.openTextDocument(input.uri);
  };

  /** The editor of a document with a page of the test's own in the place of the browser's. */
  const withPage = async (
    document: vscode.TextDocument,
    body: (page: {
      send: (wish: FromPage | object) => void;
      next: (type: ToPage['type']) => Promise<ToPage>;
    }) => Promise<void>,
    permissions?: vscode.FilePermission,
  ) => {
    const received = new vscode.EventEmitter<unknown>();
    const closed = new vscode.EventEmitter<void>();
    const told: ToPage[] = [];
    const posted = new vscode.EventEmitter<void>();
    const webview = {
      ...{ options: {}, html: '', cspSource: 'https://webview.example', onDidReceiveMessage: received.event },
      asWebviewUri: (uri: vscode.Uri) => uri,
      async postMessage(message: ToPage) {
        told.push(message);
        posted.fire();
        return true;
      },
    };
    const fields = ['text', 'stars'].map((name, at) => ({ name, type: at === 0 ? 'string' : 'integer' }));
    const table = readTable({ id: 5004, name: 'note', schema: { fields } }) ?? assert.fail();
    // As it was read, unless it was changed before.
    const text = document.getText();
    const { rows } = readRecordsText(text, 'page', new Set());
    const base = document.isDirty ? undefined : { table, text, records: rows.map(({ fields: read }) => read) };
    const kept = new Map<string, unknown>();
    const editor = createGridEditor({
      records: {
        known: () => ({ table, base }),
        table: async () => table,
        onDidRead: new vscode.EventEmitter<vscode.TextDocument>().event,
        serviceOf: () => assert.fail('nothing is asked of the service'),
        refresh: () => assert.fail('nothing is read'),
        files: { stat: () => ({ type: 1, ctime: 0, mtime: 0, size: 0, ...(permissions && { permissions }) }) },
      } as unknown as Parameters<typeof createGridEditor>[0]['records'],
      state: {
        get: (key: string) => kept.get(key),
        keys: () => [...kept.keys()],
        update: async (key: string, value: unknown) => void kept.set(key, value),
      } as vscode.Memento,
      folder: vscode.Uri.file('/dist'),
    });
    const panel = { webview, onDidDispose: closed.event } as unknown as vscode.WebviewPanel;
    await editor.resolveCustomTextEditor(document, panel, new vscode.CancellationTokenSource().token);
    assert.match(webview.html, /default-src 'none'; style-src https:\/\/webview\.example; script-src 'nonce-[\w-]+'/);
    assert.equal(/<script(?! nonce="[\w-]+" src=)| on\w+=/.test(webview.html), false);
    const next = async (type: ToPage['type']) => {
      for (;;) {
        const at = told.findIndex(message => message.type === type);
        if (at >= 0) return told.splice(at, 1)[0] ?? assert.fail();
        await new Promise<void>(resolve => {
          const subscription = posted.event(() => {
            subscription.dispose();
            resolve();
          });
        });
      }
    };
    try {
      // What is posted while the page is being loaded; this one came too late for it, and asks.
      for (const type of ['words', 'page', 'problems'] as const) await next(type);
      assert.deepEqual(told, []);
      await body({ send: wish => received.fire(wish), next });
    } finally {
      closed.fire();
    }
  };

  it('is what a table opens in, and a single record opens as text', async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.authorize', shop());
    const document = await openTable('note');
    const [{ id }] = JSON.parse(document.getText()) as [{ id: string }];
    await run('record.open', { ...shop(), table: 'note', id });
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText);
  });

  it('changes a cell by one edit of its characters, which is undone in one step', async () => {
    const document = await openTable('note');
    const before = document.getText();
    await withPage(document, async ({ send, next }) => {
      send({ type: 'ready' });
      const { arrangement, columns, rows } = (await next('page')) as Page;
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
      send({ type: 'write', arrangement, from: 1, to: 1, columns: ['text'], text: '<b>"5"</b>' });
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

  it('pastes 10,000 cells in one edit, makes the records that are missing, and leaves what the service writes', async () => {
    const document = await openTable('note', { limit: 50 });
    const before = document.getText();
    await withPage(document, async ({ send, next }) => {
      send({ type: 'ready' });
      const { arrangement } = (await next('page')) as Page;
      const lines = Array.from({ length: 5000 }, (_, at) => `Pasted ${at}\t${at}`);
      const text = ['text\tstars', ...lines].join('\r\n');
      const cells = { arrangement, from: 0, to: 0, columns: ['text'] };
      send({ type: 'paste', ...cells, text, onward: ['text', 'stars', 'created_at'] });
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

  it('gives a missing value, null and an empty text, zero, false and an empty list back as they were, copied and pasted', async () => {
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
    await withPage(document, async ({ send, next }) => {
      send({ type: 'ready' });
      const { arrangement, rows } = (await next('page')) as Page;
      assert.equal(rows.length, pairs.length);
      const cells = { arrangement, from: 0, to: rows.length - 1, columns: ['text', 'stars'] };
      await vscode.env.clipboard.writeText('');
      send({ type: 'copy', ...cells, cut: true });
      await next('rows');
      assert.deepEqual(
        (JSON.parse(document.getText()) as object[]).filter(record => Object.keys(record).length > 0),
        [],
      );
      const text = await vscode.env.clipboard.readText();
      send({ type: 'paste', ...cells, text, onward: ['text', 'stars'] });
      await next('rows');
      assert.equal(document.getText().replace(/\s/g, ''), before);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('writes nothing to production without the guard, whatever changed the text and however it is saved', async () => {
    const document = await openTable('note');
    const before = document.getText();
    const writes = () =>
      service().sandbox.requests.filter(({ method, path }) => path.includes('/record/') && method !== 'GET').length;
    const from = writes();
    await withPage(document, async ({ send, next }) => {
      send({ type: 'ready' });
      const { arrangement } = (await next('page')) as Page;
      const cells = { arrangement, from: 0, to: 1, columns: ['text'] };
      const command = (name: string) => vscode.commands.executeCommand(name);
      /** Agrees to the plan, but not to what the guard shows. */
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
      send({ type: 'write', ...cells, to: 0, text: 'By a cell' });
      await next('rows');
      await isRefused('a cell', async () => send({ type: 'save' }));
      send({ type: 'paste', ...cells, text: 'one\ntwo\n', onward: ['text'] });
      await next('rows');
      await isRefused('a paste', () => document.save());
      send({ type: 'fillDown', ...cells });
      await next('rows');
      await isRefused('fill down', () => command('workbench.action.files.save'));
      send({ type: 'set', ...cells, value: 'empty' });
      await next('rows');
      await isRefused('an empty text', () => command('workbench.action.files.saveAll'));
      await command('undo');
      await next('rows');
      await isRefused('undo', () => vscode.workspace.save(document.uri));
      await command('redo');
      await next('rows');
      await isRefused('redo', () => vscode.workspace.saveAll());
      await command('workbench.action.files.revert');
      await next('rows');
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

  it('says of a text that is none where it breaks, and shows it again when it is mended', async () => {
    const document = await openTable('note');
    await withPage(document, async ({ send, next }) => {
      send({ type: 'ready' });
      const { arrangement } = (await next('page')) as Page;
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(1, 2), '?');
      await vscode.workspace.applyEdit(edit);
      const broken = await next('broken');
      assert.equal(broken.type === 'broken' && broken.text, 'Line 2, column 3: This is not JSON.');
      const text = document.getText();
      send({ type: 'delete', arrangement, from: 0, to: 0 });
      await vscode.commands.executeCommand('undo');
      const again = (await next('page')) as Page;
      assert.equal(document.getText(), text.replace('?', ''));
      // Rows of another arrangement are not deleted by it.
      send({ type: 'delete', arrangement, from: 0, to: 0 });
      await next('said');
      assert.equal(document.isDirty, false);
      send({ type: 'delete', arrangement: again.arrangement, from: 0, to: 0 });
      assert.equal(((await next('page')) as Page).rows.length, again.rows.length - 1);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  });

  it('does nothing that no page says, and changes nothing that can only be looked at', async () => {
    const document = await openTable('note');
    await withPage(
      document,
      async ({ send, next }) => {
        send({ type: 'ready' });
        let page = (await next('page')) as Page;
        if (page.readOnly === undefined) page = (await next('page')) as Page;
        assert.equal(page.readOnly, 'These records are read-only.');
        send({ type: 'write', arrangement: page.arrangement, from: 0, to: 0, columns: ['text'], text: 5 });
        send({ type: 'open', uri: 'file:///etc/passwd' });
        send({ type: 'write', arrangement: page.arrangement, from: 0, to: 0, columns: ['text'], text: 'x' });
        const said = await next('said');
        assert.deepEqual([said.type === 'said' && said.text, document.isDirty], [page.readOnly, false]);
      },
      vscode.FilePermission.Readonly,
    );
  });
});
