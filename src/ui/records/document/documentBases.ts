import type * as vscode from 'vscode';
import type { RecordBase } from '../../../records/document/recordBase';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { StoredBases } from './storedBases';

/** Stores the base of one unsaved document on disk and restores it after a reload. */
export class DocumentBases {
  readonly #document: RecordDocument;
  readonly #stored: StoredBases;
  /** The base that was last stored on disk. */
  #onDisk: RecordBase | undefined;
  /** True if records that the service may have created were stored with it. */
  #hasCreations = false;

  constructor(document: RecordDocument, storedBases: StoredBases) {
    this.#document = document;
    this.#stored = storedBases;
  }

  /** Restores the stored base of a text that VS Code restored. @param onRestored called after success */
  async restore({ uri }: vscode.TextDocument, onRestored: () => void): Promise<void> {
    const stored = await this.#stored.read(uri.toString()).catch(() => undefined);
    if (stored === undefined || this.#document.base !== undefined) return;
    this.#document.restore(stored);
    this.#onDisk = this.#document.base;
    this.#hasCreations = stored.lost.length > 0;
    onRestored();
  }

  /** Stores the base of an unsaved document. Deletes the stored base of a saved document. */
  async keep({ uri, isDirty }: vscode.TextDocument): Promise<void> {
    const { base, state, lacksIds } = this.#document;
    // VS Code reports a document that changed during its save as clean.
    const isUnsaved = base !== undefined && (isDirty || state !== 'read');
    if (!isUnsaved) return this.forget(uri);
    if (this.#onDisk === base && !lacksIds && !this.#hasCreations) return;
    await this.write(uri);
  }

  /** Stores the base, with the records that a save is about to create. After a reload, a save looks for them first. */
  async write(uri: vscode.Uri): Promise<void> {
    const stored = this.#document.storedBase();
    this.#onDisk = this.#document.base;
    this.#hasCreations = stored !== undefined && stored.lost.length > 0;
    // A failure is ignored: without a stored base, each difference is a conflict after a reload.
    if (stored !== undefined) await this.#stored.write(uri.toString(), stored).catch(() => undefined);
  }

  forget(uri: vscode.Uri): void {
    if (this.#onDisk === undefined) return;
    this.#onDisk = undefined;
    void this.#stored.remove(uri.toString()).catch(() => undefined);
  }
}
