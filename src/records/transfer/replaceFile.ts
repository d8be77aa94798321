import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { renameOver } from '../../files/privateFile';
import { systemCode, TransferError } from './transferError';

/**
 * Writes a file beside its target and renames it when it is complete. After an error the old file is unchanged. Replaces
 * the file behind a link, not the link.
 * @throws TransferError `exportNotWritten`, `notAFile`; errors of `write`
 */
export async function replaceFile<T>(name: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const target = await realpath(name).catch(() => path.resolve(name));
  if (await isSpecialFile(target)) throw new TransferError('notAFile');
  const prefix = draftPrefix(target);
  await removeOldDrafts(prefix);
  const draft = `${prefix}${randomUUID()}.part`;
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
    await withWriteErrors(() => renameOver(draft, target));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Returns the beginning of all drafts of a file. It is short: the file's name may already have the maximum length. */
function draftPrefix(target: string): string {
  const hash = createHash('sha256').update(path.basename(target)).digest('hex');
  return path.join(path.dirname(target), `.hydrogen-${hash.slice(0, 12)}-`);
}

/** Milliseconds after the last write when a draft counts as abandoned. An export that runs writes more often. */
const abandonedMs = 86_400_000;

/**
 * Removes the drafts that processes left when they ended during a write, for example by a reload of the window. Ignores
 * errors, because such a draft does not affect the export.
 */
async function removeOldDrafts(prefix: string): Promise<void> {
  const { dir, base } = path.parse(prefix);
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter(name => name.startsWith(base) && name.endsWith('.part'))) {
    const draft = path.join(dir, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > abandonedMs) await rm(draft, { force: true }).catch(() => undefined);
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
