import type * as vscode from 'vscode';
import type { RecordBase } from '../../../records/document/recordBase';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { KeptBases } from './keptBases';

/** Keeps what an unsaved document was made from on disk, and gives it back after a reload of the window. */
export class DocumentBases {
  readonly #document: RecordDocument;
  readonly #kept: KeptBases;
  /** The base on disk. */
  #onDisk: RecordBase | undefined;

  constructor(document: RecordDocument, kept: KeptBases) {
    this.#document = document;
    this.#kept = kept;
  }

  /** @param restored called when the text that VS Code restored has its base again */
  async restore({ uri }: vscode.TextDocument, restored: () => void): Promise<void> {
    const kept = await this.#kept.read(uri.toString()).catch(() => undefined);
    if (kept === undefined || this.#document.base !== undefined) return;
    this.#document.restore(kept);
    this.#onDisk = this.#document.base;
    restored();
  }

  /** Writes the base of an unsaved document, and removes that of a saved one. */
  async keep({ uri, isDirty }: vscode.TextDocument): Promise<void> {
    const { base, state, lacksIds } = this.#document;
    // A document that was changed while it was saved counts as clean for extensions.
    const isUnsaved = base !== undefined && (isDirty || state !== 'read');
    if (!isUnsaved) return this.forget(uri);
    if (this.#onDisk === base && !lacksIds) return;
    this.#onDisk = base;
    const kept = this.#document.keep();
    // Without it the next window asks about each difference.
    if (kept !== undefined) await this.#kept.write(uri.toString(), kept).catch(() => undefined);
  }

  forget(uri: vscode.Uri): void {
    if (this.#onDisk === undefined) return;
    this.#onDisk = undefined;
    void this.#kept.remove(uri.toString()).catch(() => undefined);
  }
}
