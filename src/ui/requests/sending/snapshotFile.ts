import * as vscode from 'vscode';
import { Snapshots, snapshotsEnding, type SnapshotMode } from '../../../requests/checks/snapshots';
import { schemes } from '../../platform/schemes';

/**
 * The snapshots of a document, in a file beside it; `undefined` where the document itself is in none.
 * @param isSandbox the requests go to the sandbox
 */
export function snapshotsOf(
  document: vscode.TextDocument,
  mode: SnapshotMode,
  isSandbox = false,
): Snapshots | undefined {
  if (document.isUntitled || document.uri.scheme === schemes.history) return undefined;
  const uri = snapshotsUri(document.uri);
  return new Snapshots(
    {
      read: async () =>
        (await isThere(uri)) ? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString() : undefined,
      async write(text) {
        await isThere(uri);
        await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
      },
    },
    mode,
    isSandbox,
  );
}

export function snapshotsUri(document: vscode.Uri): vscode.Uri {
  return document.with({ path: document.path + snapshotsEnding });
}

/** A link is none of ours to write through. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File) throw new Error('no file');
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}
