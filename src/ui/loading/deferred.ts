import { isUtf8 } from 'node:buffer';
import * as vscode from 'vscode';
import type { CommandRunner } from '../platform/command';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { setViewMessage, showMessage } from '../platform/dialogs';
import { isOnlyOfRows, type ManifestMenus } from './manifestMenus';
import { toUserError } from '../messages/toUserError';

/** Registers every command of the manifest; the handler is loaded on first use. */
export function registerDeferredCommands(
  { extension }: vscode.ExtensionContext,
  load: (id: string) => Promise<Pick<CommandRunner, 'run'>>,
): vscode.Disposable {
  const { contributes } = extension.packageJSON as {
    contributes: { commands: { command: string }[]; menus: ManifestMenus };
  };
  const isOfRows = (command: string) => isOnlyOfRows(contributes.menus, command);
  const commands = contributes.commands.map(({ command }) =>
    registerDeferredCommand(command, () => load(command), isOfRows),
  );
  return vscode.Disposable.from(...commands);
}

/** Registers one command. If loading its handler fails, shows the error like an error of the command. */
function registerDeferredCommand(
  id: string,
  load: () => Promise<Pick<CommandRunner, 'run'>>,
  isOfRows: (command: string) => boolean,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...given: [argument?: CommandArgument, selected?: unknown]) => {
    const [argument, selected] = given;
    // A menu always passes two arguments. The first is missing if the tree was refreshed while the menu was open. The
    // command must not use the selected environment instead.
    if (given.length > 1 && (argument ?? undefined) === undefined && isOfRows(id))
      return void showMessage(
        'warning',
        vscode.l10n.t('The list was read again while the menu was open. Nothing was done. Choose the command again.'),
      );
    const commands = await load().catch((error: Error) => {
      if (isScripted(argument)) throw toUserError(error);
      void showMessage('error', error.message);
    });
    return commands?.run(id, argument, selected);
  });
}

/**
 * Creates a tree view at activation; its data provider is loaded when the view is first shown. If loading fails, the
 * tree stays empty and the view shows the error.
 */
export function createDeferredView<T>(
  id: string,
  options: Omit<vscode.TreeViewOptions<T>, 'treeDataProvider'>,
  load: () => Promise<vscode.TreeDataProvider<T>>,
): vscode.TreeView<T> {
  const changed = new vscode.EventEmitter<T | T[] | null | undefined | void>();
  const provider = loadOnce(load, loaded => void loaded.onDidChangeTreeData?.(node => changed.fire(node)));
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

/** Registers a file system whose provider is loaded when VS Code first accesses a file. */
export function registerDeferredFiles(
  scheme: string,
  load: () => Promise<ReadonlyFiles | WritableFiles>,
  { isReadonly = true }: { isReadonly?: boolean } = {},
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = loadOnce(load, loaded => void loaded.onDidChangeFile(events => changed.fire(events)));
  // `writeFile` does not get the reason of a save. `onWillSaveTextDocument` does, just before.
  const savedByHand = new Set<string>();
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async uri => (await files()).stat(uri),
    readFile: async uri => withUtf8Mark(uri, await (await files()).readFile(uri)),
    readDirectory: () => [],
    createDirectory: refuse,
    async writeFile(uri, content) {
      // Removes the mark, so that a later auto save does not count as a manual save.
      const isManual = savedByHand.delete(uri.toString());
      const loaded = await files();
      if (!('writeFile' in loaded)) return refuse();
      await loaded.writeFile(uri, content, isManual).catch((error: unknown) => {
        throw toUserError(error);
      });
    },
    delete: refuse,
    rename: refuse,
  };
  const options = { isReadonly, isCaseSensitive: true };
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, provider, options),
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (uri.scheme !== scheme || isReadonly) return;
      if (reason === vscode.TextDocumentSaveReason.Manual) savedByHand.add(uri.toString());
      else savedByHand.delete(uri.toString());
    }),
  );
}

/**
 * Marks a text as UTF-8 where VS Code would read it in another encoding of the user's settings. Binary data stays as it
 * is. Without such a setting there is no mark: a copy of the file would contain it.
 */
function withUtf8Mark(uri: vscode.Uri, content: Uint8Array): Uint8Array {
  const settings = vscode.workspace.getConfiguration('files', uri);
  const isUsual = settings.get('encoding') === 'utf8' && settings.get('autoGuessEncoding') !== true;
  return isUsual || !isUtf8(content) ? content : Buffer.concat([Buffer.from('\ufeff'), content]);
}

/** The functions that each read-only file system implements itself. */
export type ReadonlyFiles = Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile'>;

/** A file system that reports by `stat` which of its files are writable. */
export interface WritableFiles extends ReadonlyFiles {
  /** @param isManual true if a user or program requested the save, false for auto save */
  writeFile(uri: vscode.Uri, content: Uint8Array, isManual: boolean): Promise<void>;
}

/** Registers a scheme of text documents whose provider is loaded when the first document is opened. */
export function registerDeferredText(
  scheme: string,
  load: () => Promise<vscode.TextDocumentContentProvider>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = loadOnce(load, loaded => void loaded.onDidChange?.(uri => changed.fire(uri)));
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri, token) => (await provider()).provideTextDocumentContent(uri, token),
  });
}

/** Registers an editor of text documents whose provider is loaded when the first one is opened. */
export function registerDeferredEditor(
  viewType: string,
  load: () => Promise<vscode.CustomTextEditorProvider>,
): vscode.Disposable {
  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: async (document, panel, token) =>
      (await load()).resolveCustomTextEditor(document, panel, token),
  };
  return vscode.window.registerCustomEditorProvider(viewType, provider, { supportsMultipleEditorsPerDocument: true });
}

/** Loads at the first call; later calls get the same value. After a failure the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>, loaded?: (value: T) => void): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().then(
      value => {
        loaded?.(value);
        return value;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
}
