import * as vscode from 'vscode';
import type { DataAddress, PageQuery } from '../../../data/query';
import { queryWords } from '../../nodes/queryWords';
import { isCancelled } from '../../platform/command';
import { showMessage } from '../../platform/dialogs';
import { errorMessage } from '../../platform/messages';
import { readRecordAddress } from '../records/recordAddress';
import type { RecordFiles } from '../records/recordFiles';
import { readContent, shownColumn, type GridContent } from './gridContent';
import { applyChanges, changesOf } from './gridEdits';
import { createGridLayouts, type GridLayouts } from './gridLayouts';
import { gridPage } from './gridPage';
import { carryOut, type WishPlace } from './gridWishes';
import { gridWords } from './gridWords';
import { readFromPage, type FromPage, type ToPage } from './protocol';

export interface GridDependencies {
  records: Pick<RecordFiles, 'known' | 'table' | 'onDidRead' | 'serviceOf' | 'refresh' | 'files'>;
  state: vscode.Memento;
  /** Where the script and the styles of the page are. */
  folder: vscode.Uri;
}

type PageAddress = DataAddress & PageQuery;

/** The grid: an editor on the text of a page of records. Whatever it changes is an edit of that text. */
export function createGridEditor(dependencies: GridDependencies): vscode.CustomTextEditorProvider {
  const layouts = createGridLayouts(dependencies.state);
  return {
    async resolveCustomTextEditor(document, panel) {
      const { webview } = panel;
      const { folder } = dependencies;
      webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [folder] };
      const address = readRecordAddress(document.uri);
      if (address?.kind === 'page') {
        const grid = openGrid(document, webview, address, { ...dependencies, layouts });
        panel.onDidDispose(() => void grid.dispose());
      }
      webview.html = gridPage(webview, folder);
    },
  };
}

function openGrid(
  document: vscode.TextDocument,
  webview: vscode.Webview,
  address: PageAddress,
  { records, layouts }: GridDependencies & { layouts: GridLayouts },
): vscode.Disposable {
  let content: { version: number; of: GridContent | string } | undefined;
  /** What the page shows. */
  let shown: { arrangement: number; key: string; cells: GridContent['cells'] } | undefined;
  let arrangement = 0;
  let isBegun = false;
  let readOnly: string | undefined;
  let isDisposed = false;
  const post = (message: ToPage) => void (isDisposed ? undefined : webview.postMessage(message));

  const read = (): GridContent | string => {
    if (content?.version === document.version) return content.of;
    const known = records.known(document.uri) ?? {};
    content = { version: document.version, of: readContent(document, address, known) };
    return content.of;
  };
  const update = () => {
    if (!isBegun) return;
    const now = read();
    if (typeof now === 'string') {
      shown = undefined;
      post({ type: 'broken', text: now });
      return;
    }
    const columns = now.columns.map(column => shownColumn(column, address));
    const key = JSON.stringify([columns, now.ids, readOnly]);
    const before = shown;
    if (before?.key === key) {
      const rows = now.cells.flatMap((cells, row) => (isSame(cells, before.cells[row]) ? [] : [[row, cells] as const]));
      if (rows.length > 0) post({ type: 'rows', rows });
      shown = { ...before, cells: now.cells };
    } else {
      arrangement += 1;
      shown = { arrangement, key, cells: now.cells };
      const layout = layouts.read(address);
      post({ type: 'page', arrangement, columns, rows: now.cells, layout, about: aboutText(now, address), readOnly });
    }
    const problems = now.problems.flatMap(({ row, name, text }) =>
      row === undefined ? [] : [[row, name, text] as const],
    );
    post({ type: 'problems', problems });
  };
  const begin = () => {
    isBegun = true;
    shown = undefined;
    post({ type: 'words', words: gridWords() });
    update();
  };
  const readAgain = () => {
    content = undefined;
    update();
  };
  const look = async () => {
    const { permissions } = await records.files.stat(document.uri);
    const isFixed = permissions === vscode.FilePermission.Readonly;
    readOnly = isFixed ? vscode.l10n.t('These records are read-only.') : undefined;
    update();
  };
  const place: WishPlace = {
    ...{ document, address, records, layouts, post },
    content: () => {
      const now = read();
      return typeof now === 'string' ? undefined : now;
    },
  };
  const isOld = (wish: FromPage) => 'arrangement' in wish && wish.arrangement !== arrangement;
  const handle = async (wish: FromPage): Promise<void> => {
    if (wish.type === 'ready') return begin();
    if (isOld(wish))
      return post({ type: 'said', text: vscode.l10n.t('The rows have changed in the meantime. Try again.') });
    const now = place.content();
    const { version } = document;
    const changes = now === undefined ? undefined : changesOf(now, wish);
    // Before the change: what is cut is what was there.
    await carryOut(place, wish);
    if (changes === undefined || changes.length === 0) return;
    if (readOnly !== undefined) return post({ type: 'said', text: readOnly });
    // The changes are places in the text that they were made for; VS Code checks the rest of the way.
    const isDone = document.version === version && (await applyChanges(document, changes));
    if (!isDone) post({ type: 'said', text: vscode.l10n.t('The text has changed in the meantime. Try again.') });
    update();
  };
  // One after the other: a save comes after the edits that were made before it.
  let working = Promise.resolve();
  const receive = (message: unknown) => {
    const wish = readFromPage(message);
    if (wish === undefined) return;
    working = working.then(() => handle(wish)).catch((error: unknown) => tell(error));
  };

  let timer: NodeJS.Timeout | undefined;
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage(receive),
    vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document !== document || event.contentChanges.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(update, 10);
    }),
    records.onDidRead(read => {
      if (read === document) void look().then(readAgain);
    }),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('hydrogen')) void look();
    }),
  );
  // VS Code keeps it for the page, which is still being loaded: it need not ask first.
  void look().then(begin);
  // After a reload an unsaved document is there before anything was read.
  if (records.known(document.uri)?.table === undefined) void records.table(document.uri, true).then(readAgain);
  return new vscode.Disposable(() => {
    isDisposed = true;
    clearTimeout(timer);
    subscriptions.dispose();
  });
}

function tell(error: unknown): void {
  if (!isCancelled(error)) void showMessage('error', errorMessage(error).text);
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.length === other?.length && one.every((cell, at) => cell === other[at]);
}

/** How many records there are, and which. */
function aboutText({ ids }: GridContent, query: PageQuery): string {
  const count = ids.length === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{0} records', ids.length);
  return [count, ...queryWords(query)].join(' · ');
}
