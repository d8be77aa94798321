import * as vscode from 'vscode';
import { replaceText } from '../../platform/textEdits';
import { findTarget } from '../../../applications/selection';
import type { DataAddress, TableAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget, checkShownTarget, isWritable } from '../../documents/documentAddress';
import { jsonText, unreadableContent } from '../../documents/documentText';
import { OpenedFiles, type OpenedFile } from '../../documents/openedFiles';
import type { Guard } from '../../guard/guard';
import { withViewProgress } from '../../platform/dialogs';
import { tabsOf } from '../../platform/tabUri';
import { errorMessage } from '../../messages/messages';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import type { WritableKind } from '../change/writableDocuments';
import { DocumentBases } from './documentBases';
import type { StoredBases } from './storedBases';
import { addressOf, readRecordAddress } from './recordAddress';
import { RecordBase } from '../../../records/document/recordBase';
import { RecordDocument } from '../../../records/document/recordDocument';
import { readDocument, saveDocument, type ReadDocument, type SavedDocument } from './recordDocument';
import { checkSaved, openDocument, writeManually } from './openDocument';
import { noSuchRecord } from './recordMessages';
import type { SaveQuestions } from './saveRecords';

export interface FileDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
  guard: Pick<Guard, 'refuses' | 'permit' | 'readOnlyText'>;
  questions: SaveQuestions;
  /** The stored bases of unsaved documents, needed after a reload. */
  storedBases: StoredBases;
}

/** An open document and the state of its file. */
interface OpenedRecords extends OpenedFile {
  document: RecordDocument;
  readingTable?: Promise<void>;
  /** Stores the base of the document on disk, in case the window is reloaded. */
  bases: DocumentBases;
  restoring?: Promise<void>;
  /** The records for the next `readFile`, which then sends no request. */
  prepared?: ReadDocument;
  /** The result of a finished save and the saved text, until VS Code reports the save. */
  saved?: { read: ReadDocument | undefined; text: string };
}

/** The facts that are known before a document is read. */
interface KnownFacts {
  /** The table, if it was just read. */
  table?: Table | undefined;
  /** True if the number of records cannot have changed, for example for another page. */
  keepsNumber?: boolean;
}

/** Provides records as files, so that VS Code handles open, dirty state, hot exit and save. */
export class RecordFiles implements WritableKind {
  readonly #dependencies: FileDependencies;
  readonly #didRead = new vscode.EventEmitter<vscode.TextDocument>();
  readonly #didSave = new vscode.EventEmitter<{ address: DataAddress; saved: SavedDocument }>();
  /** Fires after a write or a reread, when the number of records in a table may have changed. */
  readonly changes = new vscode.EventEmitter<TableAddress>();
  readonly #opened = new OpenedFiles<OpenedRecords>(uri => {
    const document = new RecordDocument(addressOf(uri).kind);
    return { document, bases: new DocumentBases(document, this.#dependencies.storedBases), readAt: 0 };
  });
  readonly #subscriptions: vscode.Disposable[];
  /** Fires when a document has a new base: after a read, a save or an undo, or when a stored base was restored. */
  readonly onDidRead = this.#didRead.event;
  readonly onDidSave = this.#didSave.event;
  readonly files: WritableKind['files'] = {
    onDidChangeFile: this.#opened.onDidChange,
    stat: uri => this.#stat(uri),
    readFile: uri => this.#readFile(uri),
    writeFile: (uri, content, isManual) => writeManually(isManual, uri, content, text => this.#save(uri, text)),
  };

  constructor(dependencies: FileDependencies) {
    this.#dependencies = dependencies;
    const { workspace } = vscode;
    this.#subscriptions = [
      ...[this.#opened, this.#didRead, this.#didSave, this.changes],
      workspace.onDidOpenTextDocument(document => this.#connect(document)),
      workspace.onDidChangeTextDocument(event => this.#follow(event)),
      workspace.onDidSaveTextDocument(document => this.#afterSave(document)),
      workspace.onDidCloseTextDocument(document => this.#close(document)),
    ];
    for (const document of workspace.textDocuments) {
      this.#connect(document);
      // VS Code keeps open documents when it restarts the extensions. Without a new time it would not read them again, and
      // their base would stay unknown.
      if (this.owns(document.uri) && !document.isDirty) this.#opened.notifyNewer(document.uri);
    }
  }

  own(disposable: vscode.Disposable): void {
    this.#subscriptions.push(disposable);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  owns(uri: vscode.Uri): boolean {
    return readRecordAddress(uri) !== undefined;
  }

  /** Returns the model of an open document, otherwise `undefined`. */
  document(uri: vscode.Uri): RecordDocument | undefined {
    return this.#opened.find(uri)?.document;
  }

  /** Returns which setting makes a document read-only, as a sentence; `undefined` if none does. */
  readOnlyText(uri: vscode.Uri): string | undefined {
    const { applications, guard } = this.#dependencies;
    const target = findTarget(applications.list().applications, addressOf(uri));
    return target === undefined || this.#isBuiltIn(uri) ? undefined : guard.readOnlyText(target);
  }

  async serviceOf(address: DataAddress, signal?: AbortSignal) {
    const { applications, sandbox } = this.#dependencies;
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    return { target, service: (await serviceFor(target, this.#dependencies, signal)).data };
  }

  /** Reads a document before its editor opens, or rereads it, so that the command reports a failure. */
  async refresh(uri: vscode.Uri, known: KnownFacts = {}): Promise<void> {
    const address = addressOf(uri);
    checkSaved(uri);
    const read = await withViewProgress('hydrogen.applications', () => this.#read(uri, address, known));
    if (address.kind === 'record' && read.records.length === 0) throw noSuchRecord(address.id, read.table);
    // VS Code does not replace a text that was edited meanwhile. Its later read would get outdated records.
    if (openDocument(uri)?.isDirty === true) return;
    this.#opened.of(uri).prepared = read;
    this.#opened.notifyNewer(uri);
  }

  /**
   * Returns the table of a document. Reads it if unknown, for example when VS Code restored an unsaved document.
   * @param options `retries`: true to read again after a failure
   * @returns `undefined` if it cannot be read; the document shows the reason as a diagnostic
   */
  async table(uri: vscode.Uri, { retries = false } = {}): Promise<Table | undefined> {
    const address = readRecordAddress(uri);
    if (address === undefined) return undefined;
    const opened = this.#opened.of(uri);
    const { document } = opened;
    if (document.table === undefined && (retries || document.tableProblem === undefined)) {
      opened.readingTable ??= this.#readTable(document, address).finally(() => delete opened.readingTable);
      await opened.readingTable;
    }
    return document.table;
  }

  /** Reads the table of an open document again, because its columns may have changed. */
  async rereadTable(uri: vscode.Uri): Promise<void> {
    const document = openDocument(uri);
    const model = this.document(uri);
    if (document === undefined || model === undefined) return;
    await this.#readTable(model, addressOf(uri));
    this.#didRead.fire(document);
  }

  async #readTable(document: RecordDocument, address: DataAddress): Promise<void> {
    try {
      document.table = await getTable((await this.serviceOf(address)).service, address.table);
    } catch (error) {
      document.tableProblem = errorMessage(error).text;
    }
  }

  async #read(
    uri: vscode.Uri,
    address: DataAddress,
    { table, keepsNumber = false }: KnownFacts = {},
  ): Promise<ReadDocument> {
    const { target, service } = await this.serviceOf(address);
    checkShownTarget(uri, target, this.#dependencies.applications);
    const read = await readDocument(service, address, table);
    if (!keepsNumber) this.changes.fire(address);
    const { document } = this.#opened.of(uri);
    document.table = read.table;
    document.readIds = new RecordBase(read.records).ids;
    return read;
  }

  #connect(document: vscode.TextDocument): void {
    if (!this.owns(document.uri)) return;
    const opened = this.#opened.of(document.uri);
    if (opened.document.open(document)) this.#didRead.fire(document);
    // VS Code restored the text after a reload.
    if (opened.document.base === undefined) {
      opened.restoring ??= opened.bases.restore(document, () => this.#didRead.fire(document));
    }
  }

  #close({ uri }: vscode.TextDocument): void {
    // VS Code also reports a document as closed, and opened again, when its language changes.
    if (openDocument(uri) !== undefined) return;
    const opened = this.#opened.find(uri);
    this.#opened.delete(uri);
    opened?.bases.forget(uri);
  }

  #follow({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const opened = this.#opened.find(document.uri);
    if (opened === undefined) return;
    // A later revert must reread the records, because the prepared records would be outdated.
    if (document.isDirty) delete opened.prepared;
    const isUndo = reason !== undefined;
    if (contentChanges.length > 0 && opened.document.changed(contentChanges, isUndo)) this.#didRead.fire(document);
    void opened.bases.keep(document);
  }

  #afterSave(document: vscode.TextDocument): void {
    const opened = this.#opened.find(document.uri);
    if (opened?.saved === undefined) return;
    const { saved } = opened;
    delete opened.saved;
    if (document.getText() !== saved.text) {
      // Keeps the text if the document changed during its save. `isDirty` is false here even for a changed document.
      // If the user reverted it during the save, VS Code did not read it again, but counts its text as saved.
      const tabs = tabsOf(document.uri);
      if (tabs.length === 0 || tabs.some(({ isDirty }) => isDirty)) return;
    } else if (saved.read !== undefined) opened.prepared = saved.read;
    this.#opened.notifyNewer(document.uri);
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = addressOf(uri);
    await this.#dependencies.sandbox.restored();
    return this.#opened.stat(uri, !this.#isBuiltIn(uri) && isWritable(address, this.#dependencies));
  }

  /** The service's built-in tables cannot be changed as records: the service has other operations for them. */
  #isBuiltIn(uri: vscode.Uri): boolean {
    return this.document(uri)?.table?.builtIn === true;
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    const opened = this.#opened.of(uri);
    const { prepared } = opened;
    delete opened.prepared;
    try {
      const { table, records } = prepared ?? (await this.#read(uri, address));
      if (address.kind === 'record' && records.length === 0) throw noSuchRecord(address.id, table);
      opened.document.table = table;
      const text = opened.document.offer(records);
      const document = openDocument(uri);
      if (document !== undefined) this.#connect(document);
      // VS Code fires no change event if the document already has this text.
      if (document?.getText() === text) this.#didRead.fire(document);
      return Buffer.from(text);
    } catch (error) {
      // The error has the wrong form on purpose, so that a save refuses it: a list in the document of one record, and an
      // object in the document of a list.
      return Buffer.from(jsonText(address.kind === 'record' ? [unreadableContent(error)] : unreadableContent(error)));
    }
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    const address = addressOf(uri);
    const { guard, questions } = this.#dependencies;
    const { target, service } = await this.serviceOf(address);
    checkShownTarget(uri, target, this.#dependencies.applications);
    const opened = this.#opened.of(uri);
    await opened.restoring;
    const keepCreations = () => opened.bases.write(uri);
    const context = { target, service, guard, questions };
    const saved = await saveDocument(context, address, opened.document, text, keepCreations).catch(
      async (error: unknown) => {
        // Nothing was written, so a save after a reload must not look for new records.
        const unsaved = openDocument(uri);
        if (unsaved !== undefined) await opened.bases.keep(unsaved);
        throw error;
      },
    );
    this.changes.fire(address);
    this.#didSave.fire({ address, saved });
    const document = openDocument(uri);
    if (document !== undefined) {
      this.#didRead.fire(document);
      // Waits until the base is stored. Otherwise a save after a crash could create the same record again.
      await opened.bases.keep(document);
    }
    if (saved.failure === undefined) {
      opened.saved = { read: saved.read, text };
      return;
    }
    // The user may have typed while the base was stored.
    if (document?.getText() === text && saved.text !== undefined) await replaceText(document, saved.text);
    throw saved.failure;
  }
}
