import * as vscode from 'vscode';

const codes = new Set([
  ...['EACCES', 'EBUSY', 'EDQUOT', 'EEXIST', 'EFBIG', 'EIO', 'EISDIR', 'ELOOP', 'EMFILE', 'ENAMETOOLONG', 'ENFILE'],
  ...['ENOENT', 'ENOSPC', 'ENOTDIR', 'ENOTEMPTY', 'EPERM', 'EROFS', 'EXDEV'],
]);
/** Calls of Node that fail with the same codes, but do not use a file. */
const otherCalls = /^(spawn|listen|bind|connect|kill)/;

/**
 * Returns the code of an error of a file system, for example `ENOSPC` or `NoPermissions`; `undefined` for any other
 * error.
 */
export function fileErrorCode(error: unknown): string | undefined {
  // VS Code has no code for a full disk, but quotes the system's code.
  if (error instanceof vscode.FileSystemError)
    return error.message.split(/[^A-Z]+/).find(word => codes.has(word)) ?? error.code;
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && !otherCalls.test(syscall) && codes.has(code) ? code : undefined;
}
