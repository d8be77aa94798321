import * as vscode from 'vscode';
import { parseInSlices } from '../../requests/document/parse';
import type { RequestDocument } from '../../requests/document/syntax';
import { hasChecks, testsIn, type RequestTest } from '../../requests/checks/tests';
import { plainText } from '../messages/plainText';
import { parsedInSlices } from '../requests/document/parsedDocument';
import { createSlices } from '../../requests/document/slices';
import { Debounce } from '../platform/debounce';
import { isTestDocument, testFiles } from '../platform/schemes';
import type { ResultTargets } from './resultTargets';

const typingPause = 300;
const readAtOnce = 20;

/** The tree of files with checks and their requests. Sends nothing. */
export class TestTree implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #resultPlaces: Pick<ResultTargets, 'name'>;
  readonly #debounce = new Debounce(typingPause);
  readonly #fillings = new WeakMap<vscode.TestItem, Promise<unknown>>();
  readonly #subscriptions: vscode.Disposable;
  #lastTook = 0;
  #search: Promise<void> | undefined;

  constructor(controller: vscode.TestController, resultPlaces: Pick<ResultTargets, 'name'>) {
    this.#controller = controller;
    this.#resultPlaces = resultPlaces;
    const watcher = vscode.workspace.createFileSystemWatcher(testFiles.include);
    const update = (uri: vscode.Uri) => void this.#update(uri);
    const put = (document: vscode.TextDocument) => void this.#putDocument(document);
    vscode.workspace.textDocuments.filter(isTestDocument).forEach(put);
    this.#subscriptions = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(update),
      watcher.onDidChange(update),
      watcher.onDidDelete(uri => this.#remove(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        if (this.#search !== undefined) void this.refresh();
      }),
      vscode.workspace.onDidOpenTextDocument(document => {
        if (isTestDocument(document)) put(document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isTestDocument(document)) this.#updateLater(document);
      }),
      vscode.workspace.onDidCloseTextDocument(document => {
        if (isTestDocument(document)) update(document.uri);
      }),
    );
  }

  /** Searches for files at the first call. Resolves when the search has ended. */
  discover(): Promise<void> {
    return (this.#search ??= this.refresh());
  }

  refresh(token?: vscode.CancellationToken): Promise<void> {
    return (this.#search = this.#refresh(token));
  }

  /** Adds the requests of a file, from its editor or from disk. */
  async resolve(file: vscode.TestItem): Promise<void> {
    if (file.uri === undefined || file.parent !== undefined) return;
    const open = openDocument(file.uri);
    const parsed = open ? parsedInSlices(open) : parseInSlices(await textOf(file.uri), createSlices());
    await this.fill(file, await parsed);
  }

  file(uri: vscode.Uri): vscode.TestItem | undefined {
    return this.#items.get(uri.toString());
  }

  files(): vscode.TestItem[] {
    return listed(this.#items);
  }

  /** Updates the requests of a file in slices. Resolves to its items in document order. */
  fill(file: vscode.TestItem, document: RequestDocument): Promise<vscode.TestItem[]> {
    // Runs updates one after the other, so that the last text wins.
    const filling = (this.#fillings.get(file) ?? Promise.resolve()).then(() => this.#fillNow(file, document));
    this.#fillings.set(
      file,
      filling.catch(() => undefined),
    );
    return filling;
  }

  dispose(): void {
    this.#debounce.dispose();
    this.#subscriptions.dispose();
  }

  get #items(): vscode.TestItemCollection {
    return this.#controller.items;
  }

  async #fillNow(file: vscode.TestItem, document: RequestDocument): Promise<vscode.TestItem[]> {
    const pause = createSlices();
    const all: vscode.TestItem[] = [];
    const ids = new Set<string>();
    for (const test of testsIn(document)) {
      const existing = file.children.get(test.id);
      const item = existing ?? this.#controller.createTestItem(test.id, '', file.uri);
      this.#resultPlaces.name(item, nameOf(test));
      item.range = new vscode.Range(test.lines.first, 0, test.lines.last, 1000);
      if (existing === undefined) file.children.add(item);
      all.push(item);
      ids.add(test.id);
      await pause();
    }
    for (const { id } of listed(file.children)) {
      if (!ids.has(id)) file.children.delete(id);
      await pause();
    }
    return all;
  }

  /**
   * Adds or updates a file, or removes it if it has no checks.
   * @param parsed absent for a file without editor: its requests are parsed only if they are already in the tree
   */
  async #put(uri: vscode.Uri, text: string, parsed?: () => Promise<RequestDocument>): Promise<void> {
    const key = uri.toString();
    if (!hasChecks(text)) {
      this.#items.delete(key);
      return;
    }
    const existing = this.#items.get(key);
    const name = plainText(vscode.workspace.asRelativePath(uri));
    const file = existing ?? this.#controller.createTestItem(key, name, uri);
    file.canResolveChildren = true;
    if (existing === undefined) this.#items.add(file);
    if (parsed !== undefined) await this.fill(file, await parsed());
    else if (file.children.size > 0) await this.fill(file, await parseInSlices(text, createSlices()));
  }

  #putDocument(document: vscode.TextDocument): Promise<void> {
    return this.#put(document.uri, document.getText(), () => parsedInSlices(document));
  }

  async #update(uri: vscode.Uri): Promise<void> {
    const open = openDocument(uri);
    if (open !== undefined) {
      await this.#putDocument(open);
      return;
    }
    const text = isTestFile(uri) ? await textOf(uri) : '';
    // If the file was opened meanwhile, the text in its editor is used instead.
    if (openDocument(uri) === undefined) await this.#put(uri, text);
  }

  #updateLater(document: vscode.TextDocument): void {
    const work = async () => {
      const start = performance.now();
      if (!document.isClosed) await this.#putDocument(document);
      this.#lastTook = performance.now() - start;
    };
    this.#debounce.run(document.uri.toString(), () => void work(), this.#lastTook);
  }

  #remove(uri: vscode.Uri): void {
    const open = openDocument(uri);
    if (open !== undefined && !dependsOnFile(open)) return;
    this.#debounce.cancel(uri.toString());
    this.#items.delete(uri.toString());
  }

  async #refresh(token?: vscode.CancellationToken): Promise<void> {
    const { include, exclude } = testFiles;
    // If the workspace has no file search, only known files are updated. Others are added when they are opened or
    // saved.
    const known = () => this.files().flatMap(({ uri }) => uri ?? []);
    const uris = await vscode.workspace.findFiles(include, exclude, undefined, token).then(undefined, known);
    const all = new Set(uris.map(String));
    for (const uri of known()) if (!all.has(uri.toString())) this.#remove(uri);
    const open = vscode.workspace.textDocuments.filter(one => isTestDocument(one) && !dependsOnFile(one));
    await Promise.all(open.map(document => this.#putDocument(document)));
    for (let from = 0; from < uris.length && token?.isCancellationRequested !== true; from += readAtOnce) {
      await Promise.all(uris.slice(from, from + readAtOnce).map(uri => this.#update(uri)));
    }
  }
}

function listed(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}

/** Returns the label. It contains the role, because a screen reader would read a description instead of the label. */
function nameOf({ label, role }: RequestTest): string {
  const name = plainText(label, 100);
  if (role === 'setup') return vscode.l10n.t('{0} (setup)', name);
  if (role === 'teardown') return vscode.l10n.t('{0} (teardown)', name);
  return name;
}

/**
 * True if a document depends on its file: it is in the workspace and has no unsaved changes. When the file is deleted,
 * its tests are removed too.
 */
function dependsOnFile({ uri, isDirty }: vscode.TextDocument): boolean {
  return isTestFile(uri) && !isDirty;
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

/**
 * Reads a file in the encoding in which VS Code opens it. Returns '' if it cannot be read, so that the Testing view does
 * not show it.
 */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
  } catch {
    return '';
  }
}
