import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeAtSignal, removeFolder } from './processes';
import { say } from './root';

/**
 * Returns the folder for downloads. It is outside the clone: they are large, pinned by version, and the same for every
 * clone.
 */
export function cacheFolder(): string {
  if (process.env.HYDROGEN_CACHE) return path.resolve(process.env.HYDROGEN_CACHE);
  const base = process.env.XDG_CACHE_HOME ?? process.env.LOCALAPPDATA ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'hydrogen-baas-vscode');
}

/**
 * Returns the folder `name` of the cache, and creates it with `make` if it is missing. `make` fills a temporary folder,
 * which is then renamed: so a named folder is always complete, and two clones can create it at once.
 */
export async function cached(name: string, what: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  say(`Fetching ${what}. This is done once.`);
  await mkdir(cacheFolder(), { recursive: true });
  const making = await mkdtemp(path.join(cacheFolder(), '.making-'));
  const remove = () => removeFolder(making);
  const forget = removeAtSignal(remove);
  try {
    await make(making);
    await rename(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await remove().finally(forget);
  }
  return folder;
}

/** Writes a small file of the cache by a rename, because a process of another clone may be reading it. */
export async function writeIfDifferent(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  const written = `${file}.${process.pid}`;
  await writeFile(written, text);
  await rename(written, file);
}
