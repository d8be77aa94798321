import * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import { documentOf, type DocumentNode } from '../nodes/node';
import type { LocalSandbox } from '../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../users/serviceFor';
import { createDocumentDiagnostics } from './differenceDiagnostics';
import { documentUri, readAddress } from './documentAddress';
import { jsonText, unread } from './documentText';
import type { ReadonlyFiles } from '../loading/deferred';
import { withViewProgress } from '../platform/dialogs';
import { createDoubleClick } from '../platform/doubleClick';

/** Read-only JSON documents of items as the service sent them. */
export interface JsonDocuments extends vscode.Disposable {
  /** Opens a row in a preview tab, or in a permanent one if `isPermanent` is set or the row is double-clicked. */
  open(node: DocumentNode, options?: { revealed?: boolean; isPermanent?: boolean }): Promise<void>;
  /** Rereads an open document. */
  refresh(uri: vscode.Uri): Promise<void>;
  files: ReadonlyFiles;
}

interface JsonDocumentDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list'>;
  sandbox: Pick<LocalSandbox, 'restored'>;
}

/**
 * Creates the documents as files of a read-only file system, because VS Code reopens those after a reload. Nothing is
 * stored on disk: a restored tab reads from the service when it becomes visible.
 */
export function createJsonDocuments({ applications, sandbox, ...access }: JsonDocumentDependencies): JsonDocuments {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const diagnostics = createDocumentDiagnostics();
  // Bodies that a command has read (and whose errors it has reported), kept until VS Code asks for them.
  const prepared = new Map<string, Uint8Array>();
  // Unix milliseconds. VS Code rereads a file only if its time is newer.
  const readAt = new Map<string, number>();
  const read = async (uri: vscode.Uri): Promise<Uint8Array> => {
    await sandbox.restored();
    const { kind, id, revealed = false, target } = readAddress(uri, applications);
    const service = await serviceFor(target, access);
    const { shown, received, path, at } = await documentOf(kind).read(id, service, { revealed });
    const text = jsonText(shown);
    if (path !== undefined) await diagnostics.report(uri, text, { body: received, path, at });
    return Buffer.from(text);
  };
  const prepare = async (uri: vscode.Uri) => {
    prepared.set(uri.toString(), await withViewProgress('hydrogen.applications', () => read(uri)));
    readAt.set(uri.toString(), Date.now());
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  };
  const files: ReadonlyFiles = {
    onDidChangeFile: changed.event,
    stat(uri) {
      const size = prepared.get(uri.toString())?.length ?? 0;
      const permissions = vscode.FilePermission.Readonly;
      return { type: vscode.FileType.File, ctime: 0, mtime: readAt.get(uri.toString()) ?? 0, size, permissions };
    },
    async readFile(uri) {
      const ready = prepared.get(uri.toString());
      prepared.delete(uri.toString());
      if (ready !== undefined) return ready;
      try {
        return await read(uri);
      } catch (error) {
        return Buffer.from(jsonText(unread(error)));
      }
    },
  };
  const onRow = createDoubleClick<void>();
  const subscription = vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => readAt.delete(uri.toString())),
    diagnostics,
    changed,
  );
  return {
    async open(node, { revealed = false, isPermanent = false } = {}) {
      const uri = documentUri(node, { revealed });
      const { isSecond } = await onRow(uri.toString(), () => prepare(uri));
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: !isPermanent && !isSecond });
    },
    refresh: prepare,
    files,
    dispose: () => void subscription.dispose(),
  };
}
