import * as vscode from 'vscode';
import {
  SnapshotStore,
  snapshotsEnding,
  type SnapshotFile,
  type SnapshotMode,
} from '../../../requests/checks/snapshotStore';
import { schemes } from '../../platform/schemes';
import { writeUserFile } from '../../platform/writeUserFile';

/** Returns the snapshots of a document, from the file beside it; `undefined` for an unsaved document. */
export function snapshotsOf(document: vscode.TextDocument, mode: SnapshotMode): SnapshotStore | undefined {
  if (document.isUntitled || document.uri.scheme === schemes.history) return undefined;
  const uri = snapshotsUri(document.uri);
  const { fs } = vscode.workspace;
  const file: SnapshotFile = {
    name: uri.toString(),
    path: uri.scheme === 'file' ? uri.fsPath : undefined,
    kind: () => kindOf(uri),
    read: async () => Buffer.from(await fs.readFile(uri)).toString(),
    write: text => writeUserFile(uri, file => file.appendFile(text)),
  };
  return new SnapshotStore(file, mode);
}

export function snapshotsUri(document: vscode.Uri): vscode.Uri {
  return document.with({ path: document.path + snapshotsEnding });
}

async function kindOf(uri: vscode.Uri): ReturnType<SnapshotFile['kind']> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return type === vscode.FileType.File ? 'file' : 'other';
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return 'none';
    throw error;
  }
}
