import * as vscode from 'vscode';
import { parseInSlices } from '../../requests/document/parse';
import type { RequestDocument } from '../../requests/document/syntax';
import { hasChecks, testsIn, type RequestTest } from '../../requests/checks/tests';
import { plainText } from '../messages/plainText';
import { parsedInSlices } from '../requests/document/parsedDocument';
import { createSlices } from '../../requests/document/slices';
import { isTestDocument, testFiles } from '../platform/schemes';
import type { ResultPlaces } from './resultPlaces';

/** The files with checks and their requests, as VS Code shows them. Nothing is sent for it. */
export interface TestTree extends vscode.Disposable {
  /** Looks for files once. */
  found(): Promise<void>;
  refresh(token?: vscode.CancellationToken): Promise<void>;
  /** The requests of a file, as it is on disk or in its editor. */
  resolve(file: vscode.TestItem): Promise<void>;
  file(uri: vscode.Uri): vscode.TestItem | undefined;
  files(): vscode.TestItem[];
  /** Brings the requests of a file up to date, in slices. Resolves to its items, in the order of the document. */
  fill(file: vscode.TestItem, document: RequestDocument): Promise<vscode.TestItem[]>;
}

const typingPause = 300;
const readAtOnce = 20;

export function createTestTree(controller: vscode.TestController, resultPlaces: Pick<ResultPlaces, 'name'>): TestTree {
  const { items } = controller;
  const timers = new Map<string, NodeJS.Timeout>();
  const fillings = new WeakMap<vscode.TestItem, Promise<unknown>>();
  let lastTook = 0;
  let looking: Promise<void> | undefined;

  const fillNow = async (file: vscode.TestItem, document: RequestDocument) => {
    const pause = createSlices();
    const all: vscode.TestItem[] = [];
    const ids = new Set<string>();
    for (const test of testsIn(document)) {
      const known = file.children.get(test.id);
      const item = known ?? controller.createTestItem(test.id, '', file.uri);
      resultPlaces.name(item, nameOf(test));
      item.range = new vscode.Range(test.lines.first, 0, test.lines.last, 1000);
      if (known === undefined) file.children.add(item);
      all.push(item);
      ids.add(test.id);
      await pause();
    }
    for (const { id } of listed(file.children)) {
      if (!ids.has(id)) file.children.delete(id);
      await pause();
    }
    return all;
  };
  const fill = (file: vscode.TestItem, document: RequestDocument) => {
    // One after the other: the last text counts.
    const filling = (fillings.get(file) ?? Promise.resolve()).then(() => fillNow(file, document));
    fillings.set(
      file,
      filling.catch(() => undefined),
    );
    return filling;
  };
  /** @param parsed absent: its requests are found when they are asked for */
  const put = async (uri: vscode.Uri, text: string, parsed?: () => Promise<RequestDocument>) => {
    const key = uri.toString();
    if (!hasChecks(text)) {
      items.delete(key);
      return;
    }
    const known = items.get(key);
    const file = known ?? controller.createTestItem(key, plainText(vscode.workspace.asRelativePath(uri)), uri);
    file.canResolveChildren = true;
    if (known === undefined) items.add(file);
    if (parsed !== undefined) await fill(file, await parsed());
    else if (file.children.size > 0) await fill(file, await parseInSlices(text, createSlices()));
  };
  const putDocument = (document: vscode.TextDocument) =>
    put(document.uri, document.getText(), () => parsedInSlices(document));
  const update = async (uri: vscode.Uri) => {
    const open = openDocument(uri);
    if (open !== undefined) {
      await putDocument(open);
      return;
    }
    const text = isTestFile(uri) ? await textOf(uri) : '';
    // It may have been opened meanwhile, and then its editor counts.
    if (openDocument(uri) === undefined) await put(uri, text);
  };
  const updateLater = (document: vscode.TextDocument) => {
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    const work = async () => {
      timers.delete(key);
      const start = performance.now();
      if (!document.isClosed) await putDocument(document);
      lastTook = performance.now() - start;
    };
    // A document that takes long is looked at less often.
    timers.set(
      key,
      setTimeout(() => void work(), Math.max(typingPause, 3 * lastTook)),
    );
  };
  /** What is open but has no file any more counts while it is unsaved. */
  const isGone = ({ uri, isDirty }: vscode.TextDocument) => isTestFile(uri) && !isDirty;
  const remove = (uri: vscode.Uri) => {
    const open = openDocument(uri);
    if (open !== undefined && !isGone(open)) return;
    clearTimeout(timers.get(uri.toString()));
    items.delete(uri.toString());
  };
  const refresh = async (token?: vscode.CancellationToken) => {
    const { include, exclude } = testFiles;
    // Where nothing can search, what is open and what is written from now on are found nevertheless.
    const known = () => listed(items).flatMap(({ uri }) => uri ?? []);
    const uris = await vscode.workspace.findFiles(include, exclude, undefined, token).then(undefined, known);
    const all = new Set(uris.map(String));
    for (const uri of known()) if (!all.has(uri.toString())) remove(uri);
    const open = vscode.workspace.textDocuments.filter(one => isTestDocument(one) && !isGone(one));
    await Promise.all(open.map(putDocument));
    for (let from = 0; from < uris.length && token?.isCancellationRequested !== true; from += readAtOnce) {
      await Promise.all(uris.slice(from, from + readAtOnce).map(update));
    }
  };

  const watcher = vscode.workspace.createFileSystemWatcher(testFiles.include);
  const changed = (uri: vscode.Uri) => void update(uri);
  const putLater = (document: vscode.TextDocument) => void putDocument(document);
  vscode.workspace.textDocuments.filter(isTestDocument).forEach(putLater);
  const subscriptions = vscode.Disposable.from(
    ...[watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(remove)],
    vscode.workspace.onDidOpenTextDocument(document => {
      if (isTestDocument(document)) putLater(document);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isTestDocument(document)) updateLater(document);
    }),
    vscode.workspace.onDidCloseTextDocument(document => {
      if (isTestDocument(document)) changed(document.uri);
    }),
  );
  return {
    found: () => (looking ??= refresh()),
    refresh: token => (looking = refresh(token)),
    async resolve(file) {
      if (file.uri === undefined || file.parent !== undefined) return;
      const open = openDocument(file.uri);
      const parsed = open ? parsedInSlices(open) : parseInSlices(await textOf(file.uri), createSlices());
      await fill(file, await parsed);
    },
    file: uri => items.get(uri.toString()),
    files: () => listed(items),
    fill,
    dispose() {
      timers.forEach(timer => clearTimeout(timer));
      subscriptions.dispose();
    },
  };
}

export function listed(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}

/** Without a description: a screen reader would read that in place of the label. */
function nameOf({ label, role }: RequestTest): string {
  const name = plainText(label, 100);
  if (role === 'setup') return vscode.l10n.t('{0} (setup)', name);
  if (role === 'teardown') return vscode.l10n.t('{0} (teardown)', name);
  return name;
}

function isTestFile(uri: vscode.Uri): boolean {
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return (
    inside &&
    /^(?!(.*\/)?(node_modules|\.[^/]*)\/).*\.hydrogen\.http$/.test(vscode.workspace.asRelativePath(uri, false))
  );
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === key && isTestDocument(document));
}

/** Of a file that cannot be read: nothing, so that it is not shown. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
