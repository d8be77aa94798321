import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { readFunction } from '../../../functions/functionService';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget, checkShownPlace } from '../../documents/documentAddress';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import type { WritableFiles } from '../../platform/deferred';
import type { WritableKind } from '../../records/change/writableDocuments';
import { openDocument } from '../../records/document/openDocument';
import { unsaved } from '../../records/document/recordMessages';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import { readFunctionAddress, shownPlace, type FunctionAddress } from './functionAddress';

interface FunctionFileDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
}

interface OpenedFunction {
  /** Code that a command has already read, until VS Code reads the file. */
  prepared?: string;
  /** When the code was read, in Unix milliseconds. VS Code reads a file again only if this is newer. */
  readAt: number;
}

/**
 * The deployed code of functions as read-only files. VS Code compares times and sizes to detect changes. All files have
 * the size 0, so only the time counts.
 */
export class FunctionFiles implements WritableKind {
  readonly #dependencies: FunctionFileDependencies;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #opened = new Map<string, OpenedFunction>();
  readonly #subscriptions: vscode.Disposable;
  readonly files: WritableFiles = {
    onDidChangeFile: this.#changed.event,
    stat: uri => this.#stat(uri),
    readFile: uri => this.#readFile(uri),
    writeFile: async () => {
      throw vscode.FileSystemError.NoPermissions();
    },
  };

  constructor(dependencies: FunctionFileDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#opened.delete(uri.toString())),
    );
  }

  owns(uri: vscode.Uri): boolean {
    return readFunctionAddress(uri) !== undefined;
  }

  async refresh(uri: vscode.Uri): Promise<void> {
    if (openDocument(uri)?.isDirty === true) throw new UiError(unsaved());
    this.#of(uri).prepared = await this.#read(uri);
    this.#reportNewer(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #of(uri: vscode.Uri): OpenedFunction {
    const key = uri.toString();
    const opened = this.#opened.get(key) ?? { readAt: 0 };
    this.#opened.set(key, opened);
    return opened;
  }

  #reportNewer(uri: vscode.Uri): void {
    const opened = this.#of(uri);
    opened.readAt = Math.max(Date.now(), opened.readAt + 1);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #target(uri: vscode.Uri): Promise<{ address: FunctionAddress; target: Selection }> {
    const { applications, sandbox } = this.#dependencies;
    const address = addressOf(uri);
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    checkShownPlace(shownPlace(uri), target, applications);
    return { address, target };
  }

  async #read(uri: vscode.Uri): Promise<string> {
    const { address, target } = await this.#target(uri);
    const { data } = await serviceFor(target, this.#dependencies);
    const read = await readFunction(data, address.name);
    if (read === undefined) throw noSuchFunction(address.name);
    return read.code;
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { readAt: mtime = 0 } = this.#opened.get(uri.toString()) ?? {};
    return { type: vscode.FileType.File, ctime: 0, mtime, size: 0, permissions: vscode.FilePermission.Readonly };
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const opened = this.#of(uri);
    const { prepared } = opened;
    delete opened.prepared;
    try {
      return Buffer.from(prepared ?? (await this.#read(uri)));
    } catch (error) {
      // VS Code would show “an unexpected error”, so the document itself contains the message.
      const next = vscode.l10n.t('“Refresh Document” in the title of this editor tries again.');
      const lines = `${errorMessage(error).text}\n${next}`.split('\n').map(line => `// ${line}\n`);
      return Buffer.from(lines.join(''));
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
