import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, TransferError } from './transferError';

/**
 * Writes a file beside its target and renames it when it is complete. After an error the old file is unchanged.
 * @throws TransferError `exportNotWritten`, `notAFile`; errors of `write`
 */
export async function replaceFile<T>(target: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  if (await isSpecialFile(target)) throw new TransferError('notAFile');
  // A short name, because the target's name may already have the maximum length.
  const draft = path.join(path.dirname(target), `.hydrogen-${randomUUID()}.part`);
  // A private file stays private.
  const mode = await stat(target).then(
    stats => stats.mode & 0o777,
    () => 0o666,
  );
  const file = await withWriteErrors(() => open(draft, 'wx', mode));
  try {
    const result = await write(file);
    await withWriteErrors(() => file.sync());
    await file.close();
    await withWriteErrors(() => rename(draft, target));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * True for a device, a pipe or a socket, also behind a link such as /dev/stdout. A rename would replace it by a file, for
 * all programs.
 */
export function isSpecialFile(name: string): Promise<boolean> {
  return stat(name).then(
    stats => !stats.isFile() && !stats.isDirectory(),
    () => false,
  );
}

/** Converts file system errors to TransferError `exportNotWritten`. */
export async function withWriteErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new TransferError('exportNotWritten', systemCode(error), error);
  }
}
