import * as vscode from 'vscode';
import type { JsonDocuments } from '../../documents/documents';
import type { WritableFiles } from '../../loading/deferred';

/** A kind of `hydrogen:` document that can be saved, for example records. */
export interface WritableKind extends vscode.Disposable {
  /** True if the URI belongs to a document of this kind. */
  owns(uri: vscode.Uri): boolean;
  files: WritableFiles;
  /** Reads a document before its editor opens, or rereads it, so that the command reports a failure. */
  refresh(uri: vscode.Uri): Promise<void>;
}

/** Routes file operations on `hydrogen:` documents to their writable kind. All other documents are read-only JSON. */
export class WritableDocuments implements vscode.Disposable {
  readonly #kinds: readonly WritableKind[];
  readonly #others: Pick<JsonDocuments, 'files' | 'refresh'>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #subscriptions: vscode.Disposable;
  readonly files: WritableFiles;

  constructor(kinds: readonly WritableKind[], others: Pick<JsonDocuments, 'files' | 'refresh'>) {
    this.#kinds = kinds;
    this.#others = others;
    const changes = [...kinds, others].map(({ files }) => files.onDidChangeFile(events => this.#changed.fire(events)));
    this.#subscriptions = vscode.Disposable.from(this.#changed, ...changes, ...kinds);
    this.files = {
      onDidChangeFile: this.#changed.event,
      stat: uri => (this.#kindOf(uri) ?? others).files.stat(uri),
      readFile: uri => (this.#kindOf(uri) ?? others).files.readFile(uri),
      writeFile: async (uri, content, isManual) => {
        const kind = this.#kindOf(uri);
        if (kind === undefined) throw vscode.FileSystemError.NoPermissions();
        await kind.files.writeFile(uri, content, isManual);
      },
    };
  }

  async refresh(uri: vscode.Uri): Promise<void> {
    await (this.#kindOf(uri) ?? this.#others).refresh(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #kindOf(uri: vscode.Uri): WritableKind | undefined {
    return this.#kinds.find(kind => kind.owns(uri));
  }
}
