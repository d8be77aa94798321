import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { fileInside, OutsideError } from '../../../requests/sending/fileInside';
import { schemes } from '../../platform/schemes';
import { UiError } from '../../messages/uiError';
import { requestMessage } from '../document/requestMessage';

/**
 * Reads a file that a document refers to. With symbolic links resolved, the file must be in the workspace folder of the
 * document, or in the folder of the document if it has no workspace folder. A foreign document must not be able to send
 * other files.
 */
export async function readBodyFile(document: vscode.TextDocument, path: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(await bodyFile(document, path));
}

/** Returns the reason why a file that a document refers to cannot be sent; `undefined` if it can. */
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
  try {
    if (uri.scheme === 'file')
      return vscode.Uri.file((await fileInside(uri.fsPath, [root.fsPath], name => realpath(name))).file);
    await fileInside(uri.path, [root.path], name => withoutLinks(root, name), '/');
    return uri;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    throw new UiError(
      error.link === undefined
        ? vscode.l10n.t('{0} is outside the workspace folder and was not read.', path)
        : vscode.l10n.t('{0} is a link that leads out of the workspace folder. {1} was not read.', error.link, path),
    );
  }
}

/**
 * Returns the path if it has no symbolic links. On a remote file system the target of a link is unknown, so links count
 * as outside.
 */
async function withoutLinks(root: vscode.Uri, path: string): Promise<string> {
  const steps = path.slice(root.path.length).split('/').filter(Boolean);
  for (const index of steps.keys()) {
    const link = steps.slice(0, index + 1);
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(root, ...link));
    if ((type & vscode.FileType.SymbolicLink) !== 0) throw new OutsideError(link.join('/'));
  }
  return path;
}
