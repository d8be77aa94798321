import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isSpecialFile, replaceFile } from '../../records/transfer/replaceFile';
import { TransferError } from '../../records/transfer/transferError';

/**
 * Writes a file that the user chose. An existing file on this machine is replaced when the new one is complete: after an
 * error, such as a full disk, it is unchanged. Creates missing folders.
 * @throws the error of the file system
 */
export async function writeUserFile(uri: vscode.Uri, text: string): Promise<void> {
  const target = uri.scheme === 'file' ? await replaceableFile(uri.fsPath) : undefined;
  if (target === undefined) return vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  try {
    await replaceFile(target, file => file.appendFile(text));
  } catch (error) {
    throw error instanceof TransferError ? error.cause : error;
  }
}

/**
 * Returns the path of an existing file, behind links, that another file may replace. Returns `undefined` for a new file, a
 * write-protected one, one in a folder without write permission, and a device: VS Code writes these or reports the error.
 */
async function replaceableFile(name: string): Promise<string | undefined> {
  try {
    const target = await realpath(name);
    await access(target, constants.W_OK);
    await access(path.dirname(target), constants.W_OK);
    return (await isSpecialFile(target)) ? undefined : target;
  } catch {
    return undefined;
  }
}
