import * as vscode from 'vscode';
import type { CommandRunner } from './command';
import { isScripted, type CommandArgument } from './commandArgument';
import { setViewMessage, showMessage } from './dialogs';

/** A command whose handler is loaded when it is first run. A failure to load is told as one of the command would be. */
export function registerDeferredCommand(
  id: string,
  load: () => Promise<Pick<CommandRunner, 'run'>>,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (argument: CommandArgument, rest: unknown) => {
    const commands = await load().catch((error: Error) => {
      if (isScripted(argument)) throw error;
      void showMessage('error', error.message);
    });
    return commands?.run(id, argument, rest);
  });
}

/**
 * A tree view that is there from the start; what fills it is loaded when it is first shown. A failure to load stands above
 * the tree, which stays empty.
 */
export function createDeferredView<T>(
  id: string,
  options: Omit<vscode.TreeViewOptions<T>, 'treeDataProvider'>,
  load: () => Promise<vscode.TreeDataProvider<T>>,
): vscode.TreeView<T> {
  const changed = new vscode.EventEmitter<T | T[] | null | undefined | void>();
  const provider = once(load, loaded => void loaded.onDidChangeTreeData?.(node => changed.fire(node)));
  const view: vscode.TreeView<T> = vscode.window.createTreeView<T>(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      async getChildren(node) {
        const loaded = await provider().catch((error: Error) => {
          setViewMessage(view, error.message);
        });
        return loaded?.getChildren(node) ?? [];
      },
      getTreeItem: async node => (await provider()).getTreeItem(node),
      resolveTreeItem: async (item, node, token) => (await provider()).resolveTreeItem?.(item, node, token) ?? item,
      getParent: async node => (await provider()).getParent?.(node),
    },
  });
  return view;
}

/** A read-only file system whose files come from what is loaded when the first is asked for. */
export function registerDeferredFiles(scheme: string, load: () => Promise<ReadonlyFiles>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = once(load, loaded => void loaded.onDidChangeFile(events => changed.fire(events)));
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async uri => (await files()).stat(uri),
    readFile: async uri => (await files()).readFile(uri),
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true, isCaseSensitive: true });
}

/** What differs between the read-only file systems of the extension. */
export type ReadonlyFiles = Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile'>;

/** Documents whose text comes from what is loaded when the first is asked for. */
export function registerDeferredText(
  scheme: string,
  load: () => Promise<vscode.TextDocumentContentProvider>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async (uri, token) => (await load()).provideTextDocumentContent(uri, token),
  });
}

/** Loads one time, and again only after a failure. */
function once<T>(load: () => Promise<T>, loaded: (value: T) => void): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().then(
      value => {
        loaded(value);
        return value;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
}
