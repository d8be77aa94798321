import { access, constants, mkdir, mkdtemp, open, readFile, realpath, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { isSpecialFile, replaceFile } from '../../records/transfer/replaceFile';
import { TransferError } from '../../records/transfer/transferError';

/**
 * Writes a file that the user chose. A file on this machine is replaced when the new one is complete: after an error,
 * such as a full disk, the earlier file is unchanged. Creates missing folders.
 * @returns the result of `write`
 * @throws errors of the file system and of `write`
 */
export async function writeUserFile<T>(uri: vscode.Uri, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const target = uri.scheme === 'file' ? await replaceableFile(uri.fsPath) : undefined;
  if (target === undefined) return writeThroughEditor(uri, write);
  try {
    return await replaceFile(target, write);
  } catch (error) {
    throw error instanceof TransferError ? (error.cause ?? error) : error;
  }
}

/**
 * Returns the path of a file, behind links, that another file may replace. Returns `undefined` for a write-protected file,
 * one in a folder without write permission, and a device: VS Code writes these or reports the error.
 */
async function replaceableFile(name: string): Promise<string | undefined> {
  const target = await realpath(name).catch(() => name);
  const folder = path.dirname(target);
  // Opening the file reports why its folder could not be created.
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  const isLeft = (await isProtected(folder)) || (await isProtected(target)) || (await isSpecialFile(target));
  return isLeft ? undefined : target;
}

/** True for an existing file or folder without the permission to write it. */
function isProtected(name: string): Promise<boolean> {
  return access(name, constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? ''),
  );
}

/** Writes with the file system of VS Code, which accepts only complete contents. */
async function writeThroughEditor<T>(uri: vscode.Uri, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-file-'));
  const draft = path.join(folder, 'file');
  try {
    const file = await open(draft, 'wx', 0o600);
    let result: T;
    try {
      result = await write(file);
    } finally {
      await file.close();
    }
    await vscode.workspace.fs.writeFile(uri, await readFile(draft));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
