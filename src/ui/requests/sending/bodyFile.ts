import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';
import { UiError } from '../../platform/uiError';
import { requestMessage } from '../document/requestMessage';

/**
 * Reads a file that a document names. Only files of its workspace folder are read, or, where it lies in none, of its own
 * folder, with symbolic links followed: a document from somewhere else must not be able to send other files away.
 */
export async function readBodyFile(document: vscode.TextDocument, path: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(await bodyFile(document, path));
}

/** Why a file that a document names could not be sent; `undefined` when it could. */
export async function bodyFileProblem(document: vscode.TextDocument, path: string): Promise<string | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(await bodyFile(document, path));
    return (type & vscode.FileType.File) === 0 ? requestMessage('noFile', path) : undefined;
  } catch (error) {
    return requestMessage('noFile', path, error);
  }
}

async function bodyFile(document: vscode.TextDocument, path: string): Promise<vscode.Uri> {
  if (document.isUntitled || document.uri.scheme === schemes.history)
    throw new UiError(vscode.l10n.t('Save the document first: {0} is relative to it.', path));
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? folder;
  const uri = vscode.Uri.joinPath(folder, path);
  if (!isInside(root.path, uri.path)) {
    throw new UiError(vscode.l10n.t('{0} is outside the workspace folder and was not read.', path));
  }
  return withoutLinks(root, uri, path);
}

/** The file behind the links of its path, each of which has to stay below the root. */
async function withoutLinks(root: vscode.Uri, uri: vscode.Uri, path: string): Promise<vscode.Uri> {
  const steps = uri.path
    .slice(root.path.length)
    .split('/')
    .filter(step => step !== '');
  let at = root;
  for (const step of steps) {
    at = vscode.Uri.joinPath(at, step);
    if (!(await leadsOut(root, at))) continue;
    const link = at.path.slice(root.path.length).replace(/^\//, '');
    throw new UiError(
      vscode.l10n.t('{0} is a link that leads out of the workspace folder. {1} was not read.', link, path),
    );
  }
  return uri.scheme === 'file' ? realUri(uri) : uri;
}

/** On a remote file system the target of a link is unknown, so it counts as outside. */
async function leadsOut(root: vscode.Uri, uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === 'file') return !isInside((await realUri(root)).path, (await realUri(uri)).path);
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.SymbolicLink) !== 0;
}

async function realUri(uri: vscode.Uri): Promise<vscode.Uri> {
  return vscode.Uri.file(await realpath(uri.fsPath));
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
