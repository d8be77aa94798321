import * as vscode from 'vscode';
import { SchemaBase, type ReadSchema } from '../../../records/schema/schemaBase';
import { schemaProblems } from '../../../records/schema/schemaProblems';
import { shapeOf, shapeText } from '../../../records/schema/tableShape';
import { readGroupIds, readTableNames, type TableNames } from '../../../records/schema/tableState';
import type { Selection } from '../../../applications/selection';
import type { DataService } from '../../../api/openApi/dataService';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget, checkShownTarget, isWritable } from '../../documents/documentAddress';
import { jsonText, unreadableContent } from '../../documents/documentText';
import { OpenedFiles, type OpenedFile } from '../../documents/openedFiles';
import type { Guard } from '../../guard/guard';
import type { WritableFiles } from '../../loading/deferred';
import { createDiagnostic } from '../../platform/diagnostic';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import type { WritableKind } from '../change/writableDocuments';
import { checkSaved, openDocument, writeManually } from '../document/openDocument';
import { readOwnTable, saveNewTable, saveTable, type SavedSchema } from './saveSchema';
import { ending, readSchemaAddress, type SchemaAddress } from './schemaAddress';
import { schemaProblemText } from './schemaMessages';

export interface SchemaDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
  guard: Pick<Guard, 'refuses' | 'permit'>;
  texts: Pick<ReadonlyTexts, 'add'>;
}

/** An open document and the state of its file. */
interface OpenedSchema extends OpenedFile {
  source: SchemaBase;
  names: TableNames;
  /** The IDs of the user groups, read when a permission first contains a group. */
  groups?: Promise<ReadonlySet<string>>;
}

/** Provides schemas as files. */
export class SchemaDocuments implements WritableKind {
  readonly #dependencies: SchemaDependencies;
  readonly #didSave = new vscode.EventEmitter<{ target: Selection; uri: vscode.Uri; saved: SavedSchema }>();
  readonly #opened = new OpenedFiles<OpenedSchema>(() => ({ source: new SchemaBase(), names: new Map(), readAt: 0 }));
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('hydrogen-schema');
  readonly #subscriptions: vscode.Disposable[];
  readonly onDidSave = this.#didSave.event;
  readonly files: WritableFiles = {
    onDidChangeFile: this.#opened.onDidChange,
    stat: uri => this.#stat(uri),
    readFile: uri => this.#readFile(uri),
    writeFile: (uri, content, isManual) => writeManually(isManual, uri, content, text => this.#save(uri, text)),
  };

  constructor(dependencies: SchemaDependencies) {
    this.#dependencies = dependencies;
    const { workspace } = vscode;
    const check = (document: vscode.TextDocument) => this.#checkSoon(document);
    this.#subscriptions = [
      ...[this.#opened, this.#didSave, this.#diagnostics],
      workspace.onDidOpenTextDocument(check),
      workspace.onDidChangeTextDocument(({ document }) => check(document)),
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (readSchemaAddress(uri)?.table !== undefined) this.#opened.notifyNewer(uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // VS Code also reports a document as closed, and opened again, when its language changes.
        if (openDocument(uri) !== undefined) return;
        this.#opened.delete(uri);
        this.#diagnostics.delete(uri);
      }),
    ];
    for (const document of workspace.textDocuments) {
      check(document);
      // VS Code keeps open documents when it restarts the extensions. Without a new time it would not read them again, and
      // their base would stay unknown.
      if (this.owns(document.uri) && !document.isDirty) this.#opened.notifyNewer(document.uri);
    }
  }

  owns(uri: vscode.Uri): boolean {
    return readSchemaAddress(uri) !== undefined;
  }

  own(...disposables: readonly vscode.Disposable[]): void {
    this.#subscriptions.push(...disposables);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Returns the names of the tables that a pointer in the document can lead to. */
  tableNames(uri: vscode.Uri): readonly string[] {
    return [...(this.#opened.find(uri)?.names.values() ?? [])];
  }

  async writeContext(address: Pick<SchemaAddress, 'clientId' | 'authUrl' | 'envId'>) {
    const { applications, sandbox, guard, texts } = this.#dependencies;
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    const service: DataService = (await serviceFor(target, this.#dependencies)).data;
    return { target, service, guard, texts };
  }

  async refresh(uri: vscode.Uri): Promise<void> {
    checkSaved(uri);
    const read = await this.#read(uri);
    // VS Code does not replace a text that was edited meanwhile. Its later read would get an outdated table.
    if (openDocument(uri)?.isDirty === true) return;
    this.#opened.of(uri).source.prepare(read);
    this.#opened.notifyNewer(uri);
  }

  async #contextOf(uri: vscode.Uri) {
    const address = addressOf(uri);
    const context = await this.writeContext(address);
    checkShownTarget(uri, context.target, this.#dependencies.applications, ending);
    return { address, context };
  }

  async #read(uri: vscode.Uri): Promise<ReadSchema> {
    const { address, context } = await this.#contextOf(uri);
    const opened = this.#opened.of(uri);
    if (address.table === undefined) {
      opened.names = await readTableNames(context.service);
      return { text: '', base: undefined };
    }
    const { state, names } = await readOwnTable(context.service, address.table);
    opened.names = names;
    const base = shapeOf(state, names);
    return { text: shapeText(base), base };
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = addressOf(uri);
    await this.#dependencies.sandbox.restored();
    return this.#opened.stat(uri, isWritable(address, this.#dependencies));
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { source } = this.#opened.of(uri);
    try {
      const read = source.takePrepared() ?? (await this.#read(uri));
      source.offer(read);
      // VS Code fires no change event if the document already has this text.
      const document = openDocument(uri);
      if (document !== undefined) this.#checkSoon(document);
      return Buffer.from(read.text);
    } catch (error) {
      return Buffer.from(jsonText(unreadableContent(error)));
    }
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    const { address, context } = await this.#contextOf(uri);
    const { source } = this.#opened.of(uri);
    const saved =
      address.table === undefined
        ? await saveNewTable(context, text)
        : await saveTable(context, address.table, source.base, text);
    source.saved(saved.base);
    this.#didSave.fire({ target: context.target, uri, saved });
    if (saved.failure !== undefined) throw saved.failure;
  }

  #checkSoon(document: vscode.TextDocument): void {
    void this.#check(document).catch(() => undefined);
  }

  /** Finds the base of the text, and reports problems that prevent saving as diagnostics. */
  async #check(document: vscode.TextDocument): Promise<void> {
    const address = readSchemaAddress(document.uri);
    if (address === undefined) return;
    const { version } = document;
    const text = document.getText();
    const opened = this.#opened.of(document.uri);
    opened.source.adopt(text, document.isDirty);
    const { base } = opened.source;
    const { names } = opened;
    // After a failed read, the document contains the error message instead of a table.
    if (text.trim() === '' || (address.table !== undefined && base === undefined)) {
      return this.#diagnostics.delete(document.uri);
    }
    const tables = names.size === 0 ? undefined : [...names.values()];
    if (text.includes('"gid:'))
      opened.groups ??= this.writeContext(address).then(({ service }) => readGroupIds(service));
    const groups = await opened.groups?.catch(() => undefined);
    if (document.version !== version || document.isClosed) return;
    const diagnostics = schemaProblems(text, { base, tables, groups }).map(problem => {
      const range = new vscode.Range(document.positionAt(problem.start), document.positionAt(problem.end));
      return createDiagnostic(range, schemaProblemText(problem));
    });
    this.#diagnostics.set(document.uri, diagnostics);
  }
}

/** @throws vscode.FileSystemError if the URI is not the address of a schema */
function addressOf(uri: vscode.Uri): SchemaAddress {
  const address = readSchemaAddress(uri);
  if (address === undefined) throw vscode.FileSystemError.FileNotFound();
  return address;
}
