import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Resolves to true for one of all windows of this machine that ask with the same cause, so that a person is told once.
 * An earlier cause of the same subject is forgotten. Where the folder cannot be written everyone may tell.
 * @param subject what the message is about, e.g. an application
 * @param cause what makes it another message, e.g. a fingerprint
 */
export async function isFirstToNotify(directory: string, subject: string, cause: string): Promise<boolean> {
  const prefix = `told-${digest(subject)}-`;
  const name = `${prefix}${digest(cause)}`;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await (await open(path.join(directory, name), 'wx', 0o600)).close();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
  await remove(directory, file => file.startsWith(prefix) && file !== name);
  return true;
}

/** Forgets that anything was told of a subject. */
export async function forgetNotification(directory: string, subject: string): Promise<void> {
  await remove(directory, file => file.startsWith(`told-${digest(subject)}-`));
}

async function remove(directory: string, matches: (file: string) => boolean): Promise<void> {
  const files = await readdir(directory).catch(() => []);
  await Promise.all(files.filter(matches).map(file => rm(path.join(directory, file), { force: true })));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
