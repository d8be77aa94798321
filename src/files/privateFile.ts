import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Windows reports these codes while another program reads a file, for example a virus scanner. */
const busyCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);
const attempts = 10;

/**
 * Writes a file that only this user can read, and creates its folder. Writes a draft beside it first. After a failure,
 * the file is unchanged, and there is no draft.
 * @param options `flush`: true to write to the disk before the rename
 * @throws system errors
 */
export async function writePrivateFile(
  file: string,
  content: string | Iterable<string>,
  { flush = false } = {},
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush });
    await renameOver(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

const draftPattern = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Milliseconds. Another process may still write a younger draft. */
const longestWrite = 3600_000;

/** Deletes the drafts in a folder that a crash during `writePrivateFile` left. */
export async function removeOldDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const draft of names.filter(name => draftPattern.test(name)).map(name => path.join(folder, name))) {
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - longestWrite) await rm(draft, { force: true });
  }
}

/** Renames a file, and replaces the file with the new name. Waits while another program uses one of them. */
export function renameOver(from: string, to: string): Promise<void> {
  return retryWhileBusy(() => rename(from, to));
}

/** Repeats a change of files up to ten times, for about 300 ms, while it fails because another program uses a file. */
export async function retryWhileBusy<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (attempt === attempts || !busyCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await sleep(5 * attempt);
    }
  }
}
