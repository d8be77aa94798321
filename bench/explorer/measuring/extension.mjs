// A helper extension in the product's extension host. It serves the same rows from memory, which is the minimum for a
// tree, and reports the memory of the host over HTTP.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as vscode from 'vscode';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

export function activate(context) {
  context.subscriptions.push(
    vscode.window.createTreeView('bare.list', { treeDataProvider: { getChildren, getTreeItem: bareItem } }),
    vscode.window.createTreeView('rich.list', { treeDataProvider: { getChildren, getTreeItem: richItem } }),
    vscode.commands.registerCommand('measuring.open', () => undefined),
    vscode.commands.registerCommand('measuring.emptyPage', openEmptyPage),
    vscode.commands.registerCommand('measuring.emptyEditor', openEmptyEditor),
    vscode.workspace.registerFileSystemProvider('measuring', emptyFiles, { isReadonly: true }),
    vscode.window.registerCustomEditorProvider('measuring.emptyEditor', { resolveCustomTextEditor: fillEmptyEditor }),
  );
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    void Promise.resolve(answers[url.pathname](url.searchParams)).then(value => response.end(JSON.stringify(value)));
  }).listen(0, '127.0.0.1', () => {
    writeFileSync(path.join(context.extensionPath, 'port'), String(server.address().port));
  });
  context.subscriptions.push({ dispose: () => server.closeAllConnections() });
}

const answers = {
  '/memory': memory,
  '/empty-editor': () => empty.openedAt,
  '/round-trip': parameters => roundTrip(parameters.get('of')),
  '/run': parameters => run(parameters.get('command'), JSON.parse(parameters.get('argument'))),
};

/** Runs a command. Resolves with the reason of a failure, or with an empty text. */
async function run(command, argument) {
  try {
    await vscode.commands.executeCommand(command, argument);
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Opens an empty webview with the height of a grid of many rows, to measure the minimum cost of scrolling. */
function openEmptyPage({ height }) {
  const { Active } = vscode.ViewColumn;
  // Scripts are enabled, because the measurement of frames needs them.
  const panel = vscode.window.createWebviewPanel('measuring.empty', 'Empty', Active, { enableScripts: true });
  panel.webview.html = `<!DOCTYPE html><body tabindex="0"><div class="empty" style="height: ${height}px"></div></body>`;
}

const empty = { openedAt: 0, text: '' };

/**
 * Opens a custom text editor like the grid, with the text of the active editor but only one cell, to measure the cost
 * of VS Code itself.
 */
async function openEmptyEditor({ name }) {
  const { uri } = vscode.window.tabGroups.activeTabGroup.activeTab.input;
  empty.text = (await vscode.workspace.openTextDocument(uri)).getText();
  empty.openedAt = performance.timeOrigin + performance.now();
  const address = vscode.Uri.from({ scheme: 'measuring', path: `/${name}.json` });
  await vscode.commands.executeCommand('vscode.openWith', address, 'measuring.emptyEditor');
}

const nothing = () => [];
const emptyFiles = {
  ...{ readDirectory: nothing, createDirectory: nothing, writeFile: nothing, delete: nothing, rename: nothing },
  onDidChangeFile: () => new vscode.Disposable(nothing),
  watch: () => new vscode.Disposable(nothing),
  stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 }),
  readFile: () => Buffer.from(empty.text),
};

function fillEmptyEditor(_, { webview }) {
  webview.options = { enableScripts: true };
  webview.html = '<!DOCTYPE html><table><tbody><tr><td role="gridcell">a cell</td></tr></tbody></table>';
}

/** Returns the used memory after a garbage collection, in megabytes. */
function memory() {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1e6, heap: heapUsed / 1e6 };
}

/** Measures a request by this process until its JSON is parsed, in milliseconds. */
async function roundTrip(address) {
  const start = performance.now();
  const response = await fetch(address, { headers: { 'X-Hydrogen-Client-ID': 'library-client' } });
  await response.json();
  return performance.now() - start;
}

const environments = ['Production', ...Array.from({ length: 20 }, (_, index) => `Test ${index + 1}`)];

/** Returns the children of a node, which is its path. The names are those in the product's tree. */
function getChildren(node) {
  if (node === undefined) return [['Library']];
  const below = names => names.map(name => [...node, name]);
  if (node.length === 1) return below(environments);
  if (node.length === 2) return below(['Content Library']);
  if (node.length === 3) return below(['Big']);
  return below(Array.from({ length: 500 }, (_, index) => `Category ${String(index + 1).padStart(5, '0')}`));
}

function bareItem(node) {
  const item = new vscode.TreeItem(node.at(-1), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = node.join('/');
  return item;
}

/**
 * Creates a tree item with the same parts as in the product: an icon, a command, actions, a text for screen readers.
 */
function richItem(node) {
  const item = bareItem(node);
  item.iconPath = new vscode.ThemeIcon('tag');
  item.contextValue = 'row';
  item.accessibilityInformation = { label: item.label };
  if (node.length === 5) item.command = { command: 'measuring.open', title: 'Open', arguments: [node] };
  return item;
}
