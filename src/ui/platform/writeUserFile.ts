import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isSpecialFile, replaceFile } from '../../records/transfer/replaceFile';
import { TransferError } from '../../records/transfer/transferError';

/**
 * Writes a file that the user chose. On this machine, an existing file is replaced when the new one is complete: after an
 * error, such as a full disk, it is unchanged.
 * @throws the error of the file system
 */
export async function writeUserFile(uri: vscode.Uri, text: string): Promise<void> {
  // VS Code writes other file systems, and devices, which must not be replaced.
  if (uri.scheme !== 'file' || (await isSpecialFile(uri.fsPath)))
    return vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  // A link stays, and its target is replaced.
  const target = await realpath(uri.fsPath).catch(() => uri.fsPath);
  // A script may name a new folder, which VS Code creates as well.
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await replaceFile(target, file => file.appendFile(text));
  } catch (error) {
    throw error instanceof TransferError ? error.cause : error;
  }
}
