import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';
import { UiError } from '../../platform/uiError';

/**
 * Reads a file that a document names. Only files of its workspace folder are read, with symbolic links followed: a
 * document from somewhere else must not be able to send other files away.
 */
export async function readBodyFile(document: vscode.TextDocument, path: string): Promise<Uint8Array> {
  if (document.isUntitled || document.uri.scheme === schemes.history)
    throw new UiError(vscode.l10n.t('Save the document first: {0} is relative to it.', path));
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? folder;
  const uri = vscode.Uri.joinPath(folder, path);
  if (!isInside(await realPath(root), await realPath(uri))) {
    throw new UiError(vscode.l10n.t('{0} lies outside of the workspace folder and was not read.', path));
  }
  return vscode.workspace.fs.readFile(uri);
}

/** The path without symbolic links, which only the local file system can have resolved. */
async function realPath(uri: vscode.Uri): Promise<string> {
  if (uri.scheme !== 'file') return uri.path;
  try {
    return vscode.Uri.file(await realpath(uri.fsPath)).path;
  } catch {
    // Reading the missing file is what fails.
    return uri.path;
  }
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
