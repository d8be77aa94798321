import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { DataAddress, TableAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import type { DataService } from '../../../api/openApi/dataService';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget, checkShownPlace } from '../../documents/documentAddress';
import type { Guard } from '../../guard/guard';
import { isCancelled } from '../../platform/command';
import { withViewProgress } from '../../platform/dialogs';
import { errorMessage } from '../../messages/messages';
import { toUserError } from '../../messages/toUserError';
import { UiError } from '../../messages/uiError';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import type { WritableKind } from '../change/writableDocuments';
import { DocumentBases } from './documentBases';
import type { StoredBases } from './storedBases';
import { addressOf, readRecordAddress } from './recordAddress';
import { RecordBase } from '../../../records/document/recordBase';
import { RecordDocument } from '../../../records/document/recordDocument';
import { readDocument, saveDocument, type ReadDocument, type SavedDocument } from './recordDocument';
import { openDocument, replaceText } from './openDocument';
import { noSuchRecord, notByItself, nothingWritten, unreadText, unsaved } from './recordMessages';
import type { SaveQuestions } from './saveRecords';

export interface FileDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
  guard: Pick<Guard, 'refuses' | 'permit'>;
  questions: SaveQuestions;
  /** The stored bases of unsaved documents, needed after a reload. */
  storedBases: StoredBases;
}

export interface RecordFiles extends WritableKind {
  /**
   * Reads a document before its editor opens, or rereads it, so that the command reports a failure.
   * @param table the table, if it was just read
   * @param keepsNumber true if the number of records cannot have changed, for example for another page
   */
  refresh(uri: vscode.Uri, table?: Table, keepsNumber?: boolean): Promise<void>;
  serviceOf(address: DataAddress, signal?: AbortSignal): Promise<{ target: Selection; service: DataService }>;
  /** Returns the model of an open document, otherwise `undefined`. */
  document(uri: vscode.Uri): RecordDocument | undefined;
  /**
   * Returns the table of a document. Reads it if unknown, for example when VS Code restored an unsaved document.
   * @param retries true to retry after a failure
   * @returns `undefined` if it cannot be read; the document shows the reason as a diagnostic
   */
  table(uri: vscode.Uri, retries?: boolean): Promise<Table | undefined>;
  /** Fires when a document has a new base: after a read, a save or an undo, or when a stored base was restored. */
  readonly onDidRead: vscode.Event<vscode.TextDocument>;
  readonly onDidSave: vscode.Event<{ address: DataAddress; saved: SavedDocument }>;
  /** Fires after a write or a reread, when the number of records in a table may have changed. */
  readonly changes: vscode.EventEmitter<TableAddress>;
}

/** An open document and the state of its file. */
interface OpenedFile {
  document: RecordDocument;
  readingTable?: Promise<void>;
  /** Stores the base of the document on disk, in case the window is reloaded. */
  bases: DocumentBases;
  restoring?: Promise<void>;
  /** The records for the next `readFile`, which then sends no request. */
  prepared?: ReadDocument;
  /** The result of a finished save and the saved text, until VS Code reports the save. */
  saved?: { read: ReadDocument | undefined; text: string };
  /** The file's modification time in Unix milliseconds. VS Code rereads a file only if this time is newer. */
  readAt: number;
}

/**
 * Provides records as files, so that VS Code handles open, dirty state, hot exit and save. VS Code compares file sizes
 * to detect newer files, so all files have the size 0.
 */
export class RecordDocuments implements RecordFiles {
  readonly #dependencies: FileDependencies;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #didRead = new vscode.EventEmitter<vscode.TextDocument>();
  readonly #didSave = new vscode.EventEmitter<{ address: DataAddress; saved: SavedDocument }>();
  readonly changes = new vscode.EventEmitter<TableAddress>();
  readonly #opened = new Map<string, OpenedFile>();
  readonly #subscription: vscode.Disposable;
  readonly #owned: vscode.Disposable[] = [];
  readonly onDidRead = this.#didRead.event;
  readonly onDidSave = this.#didSave.event;
  readonly files: WritableKind['files'] = {
    onDidChangeFile: this.#changed.event,
    stat: uri => this.#stat(uri),
    readFile: uri => this.#readFile(uri),
    writeFile: (uri, content, isManual) => this.#writeFile(uri, content, isManual),
  };

  constructor(dependencies: FileDependencies) {
    this.#dependencies = dependencies;
    const { workspace } = vscode;
    this.#subscription = vscode.Disposable.from(
      ...[this.#changed, this.#didRead, this.#didSave, this.changes],
      workspace.onDidOpenTextDocument(document => this.#connect(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.#follow(document, contentChanges)),
      workspace.onDidSaveTextDocument(document => this.#afterSave(document)),
      workspace.onDidCloseTextDocument(document => this.#close(document)),
    );
    workspace.textDocuments.forEach(document => this.#connect(document));
  }

  own(disposable: vscode.Disposable): void {
    this.#owned.push(disposable);
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscription, ...this.#owned).dispose();
  }

  owns(uri: vscode.Uri): boolean {
    return readRecordAddress(uri) !== undefined;
  }

  document(uri: vscode.Uri): RecordDocument | undefined {
    return this.#opened.get(uri.toString())?.document;
  }

  async serviceOf(address: DataAddress, signal?: AbortSignal) {
    const { applications, sandbox } = this.#dependencies;
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    return { target, service: (await serviceFor(target, this.#dependencies, signal)).data };
  }

  async refresh(uri: vscode.Uri, table?: Table, keepsNumber = false): Promise<void> {
    const address = addressOf(uri);
    if (openDocument(uri)?.isDirty === true) throw new UiError(unsaved());
    const read = await withViewProgress('hydrogen.applications', () => this.#read(uri, address, table, keepsNumber));
    if (address.kind === 'record' && read.records.length === 0) throw noSuchRecord(address.id, read.table);
    this.#of(uri, address).prepared = read;
    this.#notifyNewer(uri, address);
  }

  async table(uri: vscode.Uri, isAgain = false): Promise<Table | undefined> {
    const address = readRecordAddress(uri);
    if (address === undefined) return undefined;
    const opened = this.#of(uri, address);
    const { document } = opened;
    if (document.table === undefined && (isAgain || document.tableProblem === undefined)) {
      opened.readingTable ??= this.#readTable(document, address).finally(() => delete opened.readingTable);
      await opened.readingTable;
    }
    return document.table;
  }

  async #readTable(document: RecordDocument, address: DataAddress): Promise<void> {
    try {
      document.table = await getTable((await this.serviceOf(address)).service, address.table);
    } catch (error) {
      document.tableProblem = errorMessage(error).text;
    }
  }

  async #read(uri: vscode.Uri, address: DataAddress, table?: Table, keepsNumber = false): Promise<ReadDocument> {
    const { target, service } = await this.serviceOf(address);
    checkShownPlace(uri, target, this.#dependencies.applications);
    const read = await readDocument(service, address, table);
    if (!keepsNumber) this.changes.fire(address);
    const { document } = this.#of(uri, address);
    document.table = read.table;
    document.readIds = new RecordBase(read.records).ids;
    return read;
  }

  #of(uri: vscode.Uri, { kind }: DataAddress): OpenedFile {
    const key = uri.toString();
    const found = this.#opened.get(key);
    if (found !== undefined) return found;
    const document = new RecordDocument(kind);
    const opened = { document, bases: new DocumentBases(document, this.#dependencies.storedBases), readAt: 0 };
    this.#opened.set(key, opened);
    return opened;
  }

  #notifyNewer(uri: vscode.Uri, address: DataAddress): void {
    const opened = this.#of(uri, address);
    opened.readAt = Math.max(Date.now(), opened.readAt + 1);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  #connect(document: vscode.TextDocument): void {
    const address = readRecordAddress(document.uri);
    if (address === undefined) return;
    const opened = this.#of(document.uri, address);
    if (opened.document.open(document)) this.#didRead.fire(document);
    // VS Code restored the text after a reload.
    if (opened.document.base === undefined) {
      opened.restoring ??= opened.bases.restore(document, () => this.#didRead.fire(document));
    }
  }

  #close({ uri }: vscode.TextDocument): void {
    const opened = this.#opened.get(uri.toString());
    this.#opened.delete(uri.toString());
    opened?.bases.forget(uri);
  }

  #follow(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const opened = this.#opened.get(document.uri.toString());
    if (opened === undefined) return;
    // A later revert must reread the records, because the prepared records would be outdated.
    if (document.isDirty) delete opened.prepared;
    if (changes.length > 0 && opened.document.changed(changes)) this.#didRead.fire(document);
    void opened.bases.keep(document);
  }

  #afterSave(document: vscode.TextDocument): void {
    const address = readRecordAddress(document.uri);
    const opened = this.#opened.get(document.uri.toString());
    if (address === undefined || opened?.saved === undefined) return;
    const { saved } = opened;
    delete opened.saved;
    // Keeps the text if the document changed during its save. `isDirty` is false here even for a changed document.
    if (document.getText() !== saved.text) return;
    if (saved.read !== undefined) opened.prepared = saved.read;
    this.#notifyNewer(document.uri, address);
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = addressOf(uri);
    await this.#dependencies.sandbox.restored();
    const { readAt: mtime = 0 } = this.#opened.get(uri.toString()) ?? {};
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: 0 };
    return this.#isWritable(uri, address) ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    const opened = this.#of(uri, address);
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
      return Buffer.from(unreadText(error, address));
    }
  }

  async #writeFile(uri: vscode.Uri, content: Uint8Array, isManual: boolean): Promise<void> {
    const address = addressOf(uri);
    try {
      if (!isManual) throw new UiError(notByItself());
      await this.#save(uri, address, new TextDecoder().decode(content));
    } catch (error) {
      // VS Code shows this error with buttons to retry and to revert.
      throw toUserError(isCancelled(error) ? nothingWritten() : errorMessage(error).text);
    }
  }

  async #save(uri: vscode.Uri, address: DataAddress, text: string): Promise<void> {
    const { guard, questions } = this.#dependencies;
    const { target, service } = await this.serviceOf(address);
    checkShownPlace(uri, target, this.#dependencies.applications);
    const opened = this.#of(uri, address);
    await opened.restoring;
    const saved = await saveDocument({ target, service, guard, questions }, address, opened.document, text);
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

  #isWritable(uri: vscode.Uri, address: DataAddress): boolean {
    // The service's built-in tables cannot be changed as records: the service has other operations for them.
    if (this.document(uri)?.table?.builtIn === true) return false;
    try {
      return !this.#dependencies.guard.refuses(addressedTarget(address, this.#dependencies.applications));
    } catch {
      return false;
    }
  }
}
