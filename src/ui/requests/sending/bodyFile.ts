import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UiError } from '../../platform/uiError';

/**
 * Reads a file that a document names. A document that somebody was sent must not be able to send other files away:
 * they stay in its workspace folder, symbolic links included.
 */
export async function readBodyFile(document: vscode.TextDocument, path: string): Promise<Uint8Array> {
  if (document.isUntitled) throw new UiError(vscode.l10n.t('Save the document first: {0} is relative to it.', path));
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? folder;
  const uri = vscode.Uri.joinPath(folder, path);
  if (!isInside(await realPath(root), await realPath(uri))) {
    throw new UiError(vscode.l10n.t('{0} lies outside of the workspace folder and was not read.', path));
  }
  return vscode.workspace.fs.readFile(uri);
}

/** Where a file really is; in other file systems links are not ours to follow. */
async function realPath(uri: vscode.Uri): Promise<string> {
  if (uri.scheme !== 'file') return uri.path;
  try {
    return vscode.Uri.file(await realpath(uri.fsPath)).path;
  } catch {
    // Not there: reading says so.
    return uri.path;
  }
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
