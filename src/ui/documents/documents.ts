import * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import { withFailedCall } from '../messages/failedCall';
import { documentOf, type DocumentNode } from '../nodes/node';
import type { LocalSandbox } from '../sandbox/localSandbox';
import { serviceFor, type ServiceAccess } from '../users/serviceFor';
import { DocumentDiagnostics } from './differenceDiagnostics';
import { documentUri, readAddress } from './documentAddress';
import { jsonText, unreadableContent } from './documentText';
import { OpenedFiles, type OpenedFile } from './openedFiles';
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

interface OpenedJson extends OpenedFile {
  /** A body that a command has read, and whose errors it has reported, until VS Code reads the file. */
  prepared?: Uint8Array;
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
  const opened = new OpenedFiles<OpenedJson>(() => ({ readAt: 0 }));
  const diagnostics = new DocumentDiagnostics();
  const read = async (uri: vscode.Uri): Promise<Uint8Array> => {
    await sandbox.restored();
    const { kind, id, revealed = false, target } = readAddress(uri, applications);
    const service = await serviceFor(target, access);
    const { shown, received, path, at } = await documentOf(kind)
      .read(id, service, { revealed })
      .catch((error: unknown) => {
        throw withFailedCall(error, { target });
      });
    const text = jsonText(shown);
    if (path !== undefined) await diagnostics.report(uri, text, { body: received, path, at });
    return Buffer.from(text);
  };
  const prepare = async (uri: vscode.Uri) => {
    const prepared = await withViewProgress('hydrogen.applications', () => read(uri));
    opened.of(uri).prepared = prepared;
    opened.notifyNewer(uri);
  };
  const files: ReadonlyFiles = {
    onDidChangeFile: opened.onDidChange,
    stat: uri => opened.stat(uri, false),
    async readFile(uri) {
      const file = opened.of(uri);
      const { prepared } = file;
      delete file.prepared;
      try {
        return prepared ?? (await read(uri));
      } catch (error) {
        return Buffer.from(jsonText(unreadableContent(error)));
      }
    },
  };
  const onRow = createDoubleClick<void>();
  const subscription = vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => opened.delete(uri)),
    diagnostics,
    opened,
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
