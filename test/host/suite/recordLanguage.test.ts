import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { addressQuery, readAddressQuery, type DataAddress } from '../../../src/records/table/query';
import { obtainTokens } from '../../unit/sandbox/fixture';
import {
  assertHarmless,
  assertPlain,
  waitForProblems,
  run,
  useAuthorizedShop,
  useSandbox,
  useTextEditors,
} from './fixture';

// A link that runs a command, an icon, a character that reverses the text direction, and the end of a code block.
const hostile =
  '[Restart](command:workbench.action.quit) $(trash) \u202egpj.exe\n```\n[Restart](command:workbench.action.quit)';

describe('the language of records', () => {
  // Runs before the application is removed, because a visible document would still request names.
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  useTextEditors();
  const service = useSandbox();
  const shop = useAuthorizedShop(service);
  const requests = (table: string, from = 0) =>
    service()
      .sandbox.requests.slice(from)
      .filter(({ method, path }) => method === 'GET' && path.includes(`/table/${table}/`));
  const open = async (table: string, limit: number): Promise<vscode.TextDocument> => {
    await run('table.open', { ...shop(), table, limit });
    return vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
  };
  const ask = <T>(what: string, document: vscode.TextDocument, ...more: unknown[]) =>
    vscode.commands.executeCommand<T>(`vscode.execute${what}Provider`, document.uri, ...more);
  /** The position after the first occurrence of a text. */
  const behind = (document: vscode.TextDocument, text: string) => {
    const at = document.getText().indexOf(text);
    assert.ok(at >= 0, `${text} in ${document.getText()}`);
    return document.positionAt(at + text.length);
  };
  const hover = async (document: vscode.TextDocument, position: vscode.Position): Promise<string> => {
    const hovers = await ask<vscode.Hover[]>('Hover', document, position);
    const contents = hovers.flatMap(each => each.contents as vscode.MarkdownString[]);
    for (const content of contents) assertHarmless(content, 'hover');
    return contents.map(({ value }) => value).join('\n');
  };
  const labels = (items: readonly vscode.CompletionItem[]) =>
    items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  const completions = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    kind: vscode.CompletionItemKind,
  ) => {
    const { items } = await ask<vscode.CompletionList>('CompletionItem', document, position);
    return items.filter(item => item.kind === kind);
  };
  const hints = async (document: vscode.TextDocument) => {
    const found = await ask<vscode.InlayHint[]>('InlayHint', document, new vscode.Range(0, 0, document.lineCount, 0));
    return found.map(({ label, position }) => [position.line, typeof label === 'string' ? label : ''] as const);
  };
  const replace = async (document: vscode.TextDocument, text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  };
  const revert = () => vscode.commands.executeCommand('workbench.action.files.revert');

  it('shows the names of pointers and local times of dates, with one request for all of them', async () => {
    // A separate document for each test: a reloaded one requests its names again.
    const document = await open('5003', 2);
    const lines = document.getText().split('\n');
    const found = await hints(document);
    const names = found.filter(([, text]) => /^SKU-\d+$/.test(text));
    assert.equal(names.length, 2);
    for (const [line] of names) assert.match(lines[line] ?? '', /^ {4}\}/, 'behind the pointer');
    const dated = found.filter(([line]) => /"(created|updated)_at"/.test(lines[line] ?? ''));
    assert.equal(dated.length, 4);
    for (const [, text] of dated) assert.match(text, /20\d\d/);
    const ids = [...document.getText().matchAll(/"product": \{\s+"id": "(\w+)"/g)].map(([, id]) => id);
    const paths = requests('5001/record').map(({ path }) => decodeURIComponent(path));
    const wanted = `where={"id":{"$in":${JSON.stringify(ids)}}}&keys=id,sku,name,note,updated_at&limit=2`;
    assert.ok(
      paths.some(path => path.endsWith(wanted)),
      paths.join('\n'),
    );
    assert.deepEqual(await hints(document), found);
    assert.equal(requests('5001/record').length, paths.length);
  });

  it('explains columns, pointers and dates in hovers, and reads nothing twice', async () => {
    const document = await open('5003', 3);
    await hints(document);
    assert.match(await hover(document, behind(document, '"sta')), /stars: integer/);
    const pointer = await hover(document, behind(document, '"product": {\n      "id": "'));
    assert.match(pointer, /^```text\n→ product \w{24}\nSKU-\d+\n.*\d+\n/);
    assert.match(pointer, /product: reference → product/);
    const time = await hover(document, behind(document, '"created_at": 1'));
    assert.match(time, /Local time: .*20\d\d[^]*created_at: integer[^]*Written by the service/);
    const seen = requests('5001').length;
    assert.equal(await hover(document, behind(document, '"product": {\n      "id": "')), pointer);
    assert.equal(requests('5001').length, seen);
  });

  it('suggests records for a pointer only on request', async () => {
    const document = await open('5003', 4);
    const at = behind(document, '"product": {\n      "id": "');
    const from = service().sandbox.requests.length;
    // The names of pointers are read with a `where`.
    const searches = () => requests('5001/record', from).filter(({ path }) => !path.includes('where='));
    // VS Code requests this after the quote was typed.
    const { items: typed } = await ask<vscode.CompletionList>('CompletionItem', document, at, '"');
    assert.deepEqual(
      typed.filter(({ kind }) => kind === vscode.CompletionItemKind.Reference),
      [],
    );
    assert.equal(searches().length, 0);
    const items = await completions(document, at, vscode.CompletionItemKind.Reference);
    assert.equal(items.length, 20);
    assert.match(labels(items)[0] ?? '', /^SKU-\d+ · /);
    assert.match(items[0]?.insertText as string, /^\w{24}$/);
    assert.equal(searches().length, 1);
  });

  it('suggests missing columns and the values of a column', async () => {
    const document = await open('5001', 2);
    await replace(document, '[\n  {  },\n  { "sku": "x", "on_sale": , }\n]');
    const columns = await completions(document, new vscode.Position(1, 4), vscode.CompletionItemKind.Field);
    assert.deepEqual(labels(columns).slice(0, 3), ['sku', 'name', 'price']);
    assert.equal(columns[0]?.detail, 'string');
    assert.equal((columns[0]?.insertText as vscode.SnippetString).value, '"sku": "$1"');
    const left = await completions(document, behind(document, '"on_sale": , '), vscode.CompletionItemKind.Field);
    assert.equal(left.length, columns.length - 2);
    const values = await completions(document, behind(document, '"on_sale": '), vscode.CompletionItemKind.Value);
    assert.deepEqual(labels(values), ['true', 'false', 'null']);
    await revert();
  });

  it('validates an unsaved document without a base as soon as it is opened', async () => {
    const { uri } = await open('5004', 2);
    const address = readAddressQuery(uri.query) as DataAddress;
    const unread = uri.with({ query: addressQuery({ ...address, limit: 3 } as DataAddress) });
    service().sandbox.fail({ kind: 'status', status: 500, path: '/oserve/v1.8/table/5004/', times: 1 });
    const document = await vscode.workspace.openTextDocument(unread);
    assert.match(document.getText(), /"error"/);
    await vscode.window.showTextDocument(document);
    await replace(document, '[{"id": "a", "created_at": 5, "unheard": 1}]');
    await waitForProblems(document, [
      [0, /^The original values of these records are no longer known/],
      [0, /^The table has no column unheard\.$/],
    ]);
    await revert();
  });

  it('explains why the text is not validated when the table cannot be read', async () => {
    const { uri } = await open('5004', 2);
    const gone = { ...(readAddressQuery(uri.query) as DataAddress), clientId: 'gone' };
    const document = await vscode.workspace.openTextDocument(uri.with({ query: addressQuery(gone) }));
    await vscode.window.showTextDocument(document);
    await replace(document, '[{"id": "a", "unheard": 1}]');
    await waitForProblems(document, [[0, /could not be read, so the text is not checked\. .*no longer exists/]]);
    await revert();
  });

  it('shows no names and sends no more requests when they cannot be read', async () => {
    const from = service().sandbox.requests.length;
    service().sandbox.fail({ kind: 'status', status: 500, path: '/oserve/v2.4/table/5001/record/', times: 1 });
    const document = await open('5003', 1);
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(
        (await hints(document)).filter(([, text]) => text.startsWith('SKU')),
        [],
      );
    }
    assert.equal(requests('5001/record', from).length, 1);
  });

  it('shows hostile names and descriptions as plain text', async () => {
    const { shop: application } = service();
    const { access_token: token } = await obtainTokens(application);
    const post = async (path: string, body: object): Promise<{ id: string | number }> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${application.authUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()) as { id: string | number };
    };
    const permissions = {
      write_perm: ['user:*'],
      default_row_perm: { _read_perm: ['user:*'], _write_perm: ['user:*'] },
    };
    const rules = [{ type: 'choices', value: [hostile] }];
    const fields = [
      { name: 'text', type: 'string', description: hostile, constraints: { rules } },
      { name: 'to', type: 'reference', description: hostile, schema_id: '5004' },
    ];
    const { id } = await post('/oserve/v1.8/table/', { name: 'hostile', schema: { fields }, ...permissions });
    const target = await post('/oserve/v2.4/table/5004/record/', { text: hostile });
    await post(`/oserve/v2.4/table/${id}/record/`, { text: 'x', to: target.id });
    const document = await open(String(id), 1);
    const pointer = await hover(document, behind(document, '"to": {\n      "id": "'));
    assert.match(pointer, /Restart/);
    assert.match(await hover(document, behind(document, '"text')), /Restart/);
    const shown = await hints(document);
    assert.ok(shown.some(([, text]) => text.includes('Restart')));
    for (const [, text] of shown) assertPlain(text, 'hint');
    const kind = vscode.CompletionItemKind;
    const items = [
      ...(await completions(document, behind(document, '"to": {\n      "id": "'), kind.Reference)),
      ...(await completions(document, behind(document, '"text": "'), kind.Value)),
    ];
    assert.ok(labels(items).filter(label => label.includes('Restart')).length >= 2, labels(items).join());
    for (const { label, detail, documentation } of items) {
      const words = typeof label === 'string' ? label : `${label.label} ${label.description ?? ''}`;
      assertPlain(`${words} ${detail ?? ''} ${typeof documentation === 'string' ? documentation : ''}`, 'completion');
    }
    await replace(document, '[\n  {  }\n]');
    const columns = await completions(document, new vscode.Position(1, 4), kind.Field);
    for (const { documentation } of columns) assertPlain(documentation as string, 'documentation');
    assert.ok(columns.some(({ documentation }) => (documentation as string).includes('Restart')));
    await revert();
  });
});
