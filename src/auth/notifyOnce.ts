import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Resolves to true for one window of this machine per subject and cause, so the user is notified once. A new cause
 * replaces the earlier one of the subject. If the folder cannot be written, every window may notify.
 * @param subject of the message, e.g. an application
 * @param cause distinguishes messages, e.g. a fingerprint
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

/** Deletes the record of notifications about a subject. */
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
