import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecordDocument } from '../../../src/records/document/recordDocument';
import { readRecordsText } from '../../../src/records/text/recordsText';
import { readTable } from '../../../src/records/table/schema';
import { createGridEditor } from '../../../src/ui/records/grid/gridEditor';
import type { FromPage, ToPage } from '../../../src/ui/records/grid/protocol';
import { targetOf } from '../../../src/ui/records/grid/target';

export type Page = Extract<ToPage, { type: 'page' }>;
export type Rows = Extract<ToPage, { type: 'rows' }>;

/** Opens the editor of a document with a fake page instead of the browser's, which is ready when `body` begins. */
export async function withPage(
  document: vscode.TextDocument,
  body: (opened: {
    page: Page;
    send: (message: FromPage | object) => void;
    next: (type: ToPage['type']) => Promise<ToPage>;
    /** Says that the records of this or another document were read again. */
    reread: (read?: vscode.TextDocument) => void;
  }) => Promise<void>,
  permissions?: vscode.FilePermission,
  pointers: readonly object[] = [],
): Promise<void> {
  const received = new vscode.EventEmitter<unknown>();
  const closed = new vscode.EventEmitter<void>();
  const didRead = new vscode.EventEmitter<vscode.TextDocument>();
  const messages: ToPage[] = [];
  const posted = new vscode.EventEmitter<void>();
  const webview = {
    ...{ options: {}, html: '', cspSource: 'https://webview.example', onDidReceiveMessage: received.event },
    asWebviewUri: (uri: vscode.Uri) => uri,
    async postMessage(message: ToPage) {
      // The filter line and paging have their own tests.
      if (['filterApplied', 'paging'].includes(message.type)) return true;
      messages.push(message);
      posted.fire();
      return true;
    },
  };
  const fields = ['text', 'stars'].map((name, at) => ({ name, type: at === 0 ? 'string' : 'integer' }));
  const table = readTable({ id: 5004, name: 'note', schema: { fields: [...fields, ...pointers] } }) ?? assert.fail();
  // The text is what was read, unless it has unsaved changes.
  const text = document.getText();
  const records = new RecordDocument('page');
  records.table = table;
  if (!document.isDirty) records.offer(readRecordsText(text, 'page').rows.map(({ fields: read }) => read));
  records.open(document);
  const following = vscode.workspace.onDidChangeTextDocument(event => {
    if (event.document === document) records.changed(event.contentChanges, event.reason !== undefined);
  });
  const kept = new Map<string, unknown>();
  const editor = createGridEditor({
    records: {
      document: () => records,
      table: async () => table,
      onDidRead: didRead.event,
      changes: new vscode.EventEmitter<never>(),
      serviceOf: () => assert.fail('nothing is asked of the service'),
      refresh: () => assert.fail('nothing is read'),
      readOnlyText: () => undefined,
      files: { stat: () => ({ type: 1, ctime: 0, mtime: 0, size: 0, ...(permissions && { permissions }) }) },
    } as unknown as Parameters<typeof createGridEditor>[0]['records'],
    state: {
      get: (key: string) => kept.get(key),
      keys: () => [...kept.keys()],
      update: async (key: string, value: unknown) => void kept.set(key, value),
    } as vscode.Memento,
    workspaceState: { get: () => undefined, keys: () => [], update: async () => undefined },
    favouritePages: () => [],
    folder: vscode.Uri.file('/dist'),
  });
  const panel = { webview, onDidDispose: closed.event } as unknown as vscode.WebviewPanel;
  await editor.resolveCustomTextEditor(document, panel, new vscode.CancellationTokenSource().token);
  assert.match(webview.html, /default-src 'none'; style-src https:\/\/webview\.example; script-src 'nonce-[\w-]+'/);
  assert.equal(/<script(?! nonce="[\w-]+" src=)| on\w+=/.test(webview.html), false);
  const next = async (type: ToPage['type']) => {
    for (;;) {
      const at = messages.findIndex(message => message.type === type);
      if (at >= 0) return messages.splice(at, 1)[0] ?? assert.fail();
      await new Promise<void>(resolve => {
        const subscription = posted.event(() => {
          subscription.dispose();
          resolve();
        });
      });
    }
  };
  try {
    // The editor posts these while the page is loading. This page misses them, and requests them with `ready`.
    for (const type of ['page', 'problems'] as const) await next(type);
    assert.deepEqual(messages, []);
    const send = (message: FromPage | object) => received.fire(message);
    send({ type: 'ready' });
    const page = (await next('page')) as Page;
    await body({ page, send, next, reread: (read = document) => didRead.fire(read) });
  } finally {
    following.dispose();
    closed.fire();
  }
}

/** Returns the target of a grid message: rows of a page, with all columns or only those in `columns`. */
export function target(page: Page, rows: number[], columns?: string[]) {
  return { target: targetOf(page, rows, columns) };
}
