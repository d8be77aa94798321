import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { readFunction } from '../../../functions/functionService';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget, checkShownTarget } from '../../documents/documentAddress';
import { unreadableContent } from '../../documents/documentText';
import { OpenedFiles, type OpenedFile } from '../../documents/openedFiles';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import type { WritableFiles } from '../../loading/deferred';
import type { WritableKind } from '../../records/change/writableDocuments';
import { checkSaved, openDocument } from '../../records/document/openDocument';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import { ending, readFunctionAddress, type FunctionAddress } from './functionAddress';

interface FunctionFileDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
}

interface OpenedFunction extends OpenedFile {
  /** Code that a command has already read, until VS Code reads the file. */
  prepared?: string;
}

/** The deployed code of functions as read-only files. */
export class FunctionFiles implements WritableKind {
  readonly #dependencies: FunctionFileDependencies;
  readonly #opened = new OpenedFiles<OpenedFunction>(() => ({ readAt: 0 }));
  readonly #subscriptions: vscode.Disposable;
  readonly files: WritableFiles = {
    onDidChangeFile: this.#opened.onDidChange,
    stat: uri => this.#opened.stat(uri, false),
    readFile: uri => this.#readFile(uri),
    writeFile: async () => {
      throw vscode.FileSystemError.NoPermissions();
    },
  };

  constructor(dependencies: FunctionFileDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = vscode.Disposable.from(
      this.#opened,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#opened.delete(uri)),
    );
  }

  owns(uri: vscode.Uri): boolean {
    return readFunctionAddress(uri) !== undefined;
  }

  async refresh(uri: vscode.Uri): Promise<void> {
    checkSaved(uri);
    this.#opened.of(uri).prepared = await this.#read(uri);
    this.#opened.notifyNewer(uri);
  }

  /** Reads an open document again. If that fails, it stays as it is. */
  async reread(uri: vscode.Uri): Promise<void> {
    if (openDocument(uri) !== undefined) await this.refresh(uri).catch(() => undefined);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #target(uri: vscode.Uri): Promise<{ address: FunctionAddress; target: Selection }> {
    const { applications, sandbox } = this.#dependencies;
    const address = addressOf(uri);
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    checkShownTarget(uri, target, applications, ending);
    return { address, target };
  }

  async #read(uri: vscode.Uri): Promise<string> {
    const { address, target } = await this.#target(uri);
    const { data } = await serviceFor(target, this.#dependencies);
    const read = await readFunction(data, address.name);
    if (read === undefined) throw noSuchFunction(address.name);
    return read.code;
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const opened = this.#opened.of(uri);
    const { prepared } = opened;
    delete opened.prepared;
    try {
      return Buffer.from(prepared ?? (await this.#read(uri)));
    } catch (error) {
      const lines = Object.values(unreadableContent(error)).flatMap(text => text.split('\n'));
      return Buffer.from(lines.map(line => `// ${line}\n`).join(''));
    }
  }
}

export function noSuchFunction(name: string): UiError {
  return new UiError(vscode.l10n.t('There is no cloud function called {0} on the server.', plainText(name, 60)));
}

/** Returns the address in a URI. @throws vscode.FileSystemError if the document is not a function */
function addressOf(uri: vscode.Uri): FunctionAddress {
  const address = readFunctionAddress(uri);
  if (address === undefined) throw vscode.FileSystemError.FileNotFound();
  return address;
}
