import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { DataAddress } from '../../../data/query';
import { getTable, type Table } from '../../../data/schema';
import { wasWritten } from '../../../data/save';
import type { DataService } from '../../../data/service';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget } from '../../documents/documentAddress';
import type { JsonDocuments } from '../../documents/documents';
import type { Guard } from '../../guard/guard';
import { isCancelled } from '../../platform/command';
import type { WritableFiles } from '../../platform/deferred';
import { withViewProgress } from '../../platform/dialogs';
import { errorMessage } from '../../platform/messages';
import { toUserError } from '../../platform/toUserError';
import { UiError } from '../../platform/uiError';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import { readRecordAddress } from './recordAddress';
import { readDocument, saveDocument, type ReadDocument, type SavedDocument } from './recordDocument';
import { nothingWritten } from './recordMessages';
import type { SaveQuestions } from './saveRecords';

export interface FileDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
  guard: Pick<Guard, 'refuses' | 'permit'>;
  questions: SaveQuestions;
  /** The documents that are no records. */
  others: Pick<JsonDocuments, 'files' | 'refresh'>;
}

export interface RecordFiles extends vscode.Disposable {
  files: WritableFiles;
  /**
   * Reads a document before its editor opens, or anew, so that a failure is one of the command.
   * @param table what was just read of the table
   */
  refresh(uri: vscode.Uri, table?: Table): Promise<void>;
  serviceOf(address: DataAddress, signal?: AbortSignal): Promise<{ target: Selection; service: DataService }>;
  /** What a document was made from, as far as it is known; and at least the table, or why it could not be read. */
  known(uri: vscode.Uri): { table?: Table; base?: ReadDocument; tableProblem?: string } | undefined;
  /**
   * The table of a document, read where it is not known: of an unsaved one that VS Code has restored.
   * @param isAgain it is tried once more after a failure
   * @returns `undefined` when it cannot be read; `known` says why
   */
  table(uri: vscode.Uri, isAgain?: boolean): Promise<Table | undefined>;
  /** A document shows what was read. */
  readonly onDidRead: vscode.Event<vscode.TextDocument>;
  readonly onDidSave: vscode.Event<{ address: DataAddress; saved: SavedDocument }>;
}

interface Opened {
  table?: Table;
  /** Why the table could not be read. */
  tableProblem?: string;
  readingTable?: Promise<void>;
  /** What VS Code was given last; whether the document took it over shows in its text. */
  given?: ReadDocument;
  /** What the text of the document was made from; absent for an unsaved one that VS Code has restored. */
  base?: ReadDocument;
  /** What the next read gives without asking the service. */
  prepared?: ReadDocument;
  /** The save that is over and the text that was saved, until VS Code has said so. */
  saved?: { document: SavedDocument; text: string };
  /** Records were created of which the text does not have the IDs: as long as it was not read anew. */
  lacksIds?: boolean;
  /** Unix milliseconds. VS Code reads a file once more only when it says that it is newer. */
  readAt: number;
}

/**
 * Records as files that VS Code opens, keeps unsaved, restores and saves by itself. What a document was made from is kept
 * beside it, because a save compares three states. VS Code's own check sees no more than a changed size, so all have the same.
 */
export function createRecordFiles(dependencies: FileDependencies): RecordFiles {
  const { applications, sandbox, guard, questions, others } = dependencies;
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const didRead = new vscode.EventEmitter<vscode.TextDocument>();
  const didSave = new vscode.EventEmitter<{ address: DataAddress; saved: SavedDocument }>();
  const documents = new Map<string, Opened>();
  const of = (uri: vscode.Uri): Opened => {
    const key = uri.toString();
    const found = documents.get(key) ?? { readAt: 0 };
    documents.set(key, found);
    return found;
  };
  const serviceOf = async (address: DataAddress, signal?: AbortSignal) => {
    await sandbox.restored();
    const target = addressedTarget(address, applications);
    return { target, service: (await serviceFor(target, dependencies, signal)).data };
  };
  const readTable = async (opened: Opened, address: DataAddress): Promise<void> => {
    try {
      opened.table = await getTable((await serviceOf(address)).service, address.table);
    } catch (error) {
      opened.tableProblem = errorMessage(error).text;
    }
  };
  const read = async (uri: vscode.Uri, address: DataAddress, table?: Table): Promise<ReadDocument> => {
    const document = await readDocument((await serviceOf(address)).service, address, table);
    of(uri).table = document.table;
    return document;
  };
  const tellNewer = (uri: vscode.Uri) => {
    const opened = of(uri);
    opened.readAt = Math.max(Date.now(), opened.readAt + 1);
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  };
  const write = async (uri: vscode.Uri, address: DataAddress, text: string): Promise<void> => {
    const { target, service } = await serviceOf(address);
    const opened = of(uri);
    if (opened.lacksIds === true) throw new UiError(createdBefore());
    const saved = await saveDocument({ target, service, guard, questions }, address, opened.base, text);
    opened.table = saved.table;
    // What was read before still tells every other difference, should the text be changed meanwhile.
    opened.lacksIds = saved.outcomes.some(({ step, outcome }) => step.kind === 'create' && wasWritten(outcome));
    didSave.fire({ address, saved });
    if (saved.failure === undefined) {
      opened.saved = { document: saved, text };
      return;
    }
    await keepUnsaved(uri, opened, saved, text);
    throw saved.failure;
  };
  /** The document goes on unsaved, with what was saved of it. @param text what was in it when the save began */
  const keepUnsaved = async (uri: vscode.Uri, opened: Opened, { after }: SavedDocument, text: string) => {
    const document = openDocument(uri);
    if (document === undefined || document.getText() !== text) return;
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, all, after.text);
    if (!(await vscode.workspace.applyEdit(edit))) return;
    opened.base = after;
    opened.lacksIds = false;
  };
  /** A document that is not dirty and has the text that was given has taken it over. */
  const takeOver = (document: vscode.TextDocument) => {
    const opened = documents.get(document.uri.toString());
    // What was prepared is old by the time somebody reverts.
    if (document.isDirty) delete opened?.prepared;
    if (opened?.given === undefined || document.isDirty || document.getText() !== opened.given.text) return;
    opened.base = opened.given;
    opened.lacksIds = false;
    delete opened.given;
    didRead.fire(document);
  };
  const afterSave = (document: vscode.TextDocument) => {
    const opened = documents.get(document.uri.toString());
    const saved = opened?.saved;
    if (opened === undefined || saved === undefined) return;
    delete opened.saved;
    // It was changed while it was saved: what is in it stays. VS Code calls it clean here all the same.
    if (document.getText() !== saved.text) return;
    if (saved.document.isComplete) opened.prepared = saved.document.after;
    tellNewer(document.uri);
  };
  const isWritable = (uri: vscode.Uri, address: DataAddress): boolean => {
    // The records of the service's own tables have operations of their own.
    if (documents.get(uri.toString())?.table?.builtIn === true) return false;
    try {
      return !guard.refuses(addressedTarget(address, applications));
    } catch {
      return false;
    }
  };

  const subscription = vscode.Disposable.from(
    ...[changed, didRead, didSave],
    others.files.onDidChangeFile(events => changed.fire(events)),
    vscode.workspace.onDidOpenTextDocument(takeOver),
    vscode.workspace.onDidChangeTextDocument(({ document }) => takeOver(document)),
    vscode.workspace.onDidSaveTextDocument(afterSave),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => documents.delete(uri.toString())),
  );
  return {
    files: {
      onDidChangeFile: changed.event,
      async stat(uri) {
        const address = readRecordAddress(uri);
        if (address === undefined) return others.files.stat(uri);
        await sandbox.restored();
        const mtime = documents.get(uri.toString())?.readAt ?? 0;
        const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: 0 };
        return isWritable(uri, address) ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
      },
      async readFile(uri) {
        const address = readRecordAddress(uri);
        if (address === undefined) return others.files.readFile(uri);
        const opened = of(uri);
        const { prepared } = opened;
        delete opened.prepared;
        try {
          const given = prepared ?? (await read(uri, address));
          opened.given = given;
          // Nothing changes in a document that has this text already.
          const document = openDocument(uri);
          if (document !== undefined) takeOver(document);
          return encoded(given.text);
        } catch (error) {
          // Of an error VS Code would only say that it is an unexpected one.
          const next = vscode.l10n.t('“Refresh Document” in the title of this editor tries again.');
          return encoded(`${JSON.stringify({ error: errorMessage(error).text, next }, undefined, 2)}\n`);
        }
      },
      async writeFile(uri, content, isManual) {
        const address = readRecordAddress(uri);
        if (address === undefined) throw vscode.FileSystemError.NoPermissions();
        try {
          if (!isManual) throw new UiError(notByItself());
          await write(uri, address, new TextDecoder().decode(content));
        } catch (error) {
          // VS Code shows it in a message of its own, with buttons to try again and to revert.
          throw toUserError(isCancelled(error) ? nothingWritten() : errorMessage(error).text);
        }
      },
    },
    async refresh(uri, table) {
      const address = readRecordAddress(uri);
      if (address === undefined) return others.refresh(uri);
      const document = openDocument(uri);
      if (document?.isDirty === true) throw new UiError(unsaved());
      of(uri).prepared = await withViewProgress('hydrogen.applications', () => read(uri, address, table));
      tellNewer(uri);
    },
    serviceOf,
    known: uri => documents.get(uri.toString()),
    async table(uri, isAgain = false) {
      const address = readRecordAddress(uri);
      if (address === undefined) return undefined;
      const opened = of(uri);
      if (opened.table === undefined && (isAgain || opened.tableProblem === undefined)) {
        opened.readingTable ??= readTable(opened, address).finally(() => delete opened.readingTable);
        await opened.readingTable;
      }
      return opened.table;
    },
    onDidRead: didRead.event,
    onDidSave: didSave.event,
    dispose: () => void subscription.dispose(),
  };
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
}

function notByItself(): string {
  return vscode.l10n.t(
    'Records are written only when you save them yourself (File: Save). Until then they stay here, unsaved.',
  );
}

function createdBefore(): string {
  return vscode.l10n.t(
    'Some records were created while this text was being edited, so their IDs are not in it. Revert the file before you save again.',
  );
}

function unsaved(): string {
  return vscode.l10n.t('This document has unsaved changes. Save it, or revert the file.');
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
