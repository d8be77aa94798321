import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretStore } from './secretStore';

/** A store that can say what it holds. */
export interface ListedStore extends SecretStore {
  keys(): Promise<StoredKeys>;
}

interface StoredKeys {
  keys: string[];
  /** False: the store cannot be looked through, so these are those that windows of this machine wrote into it. */
  isComplete: boolean;
}

/**
 * Notes the key of every value, for stores that cannot list them. Each key is a file of its own, so that two windows do not
 * overwrite each other's notes.
 * @param list asks the store itself; rejects where it cannot tell
 */
export function listedStore(store: SecretStore, folder: string, list: () => Promise<string[]>): ListedStore {
  const fileOf = (key: string) => path.join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  const note = async (key: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(fileOf(key), key, { mode: 0o600 });
  };
  const strike = (key: string) => rm(fileOf(key), { force: true });
  // A folder that cannot be used is no reason to keep no secret, or to keep one that is to be forgotten.
  const attempt = (work: Promise<void>) => work.catch(() => undefined);
  const noted = async () => {
    const names = await readdir(folder).catch(() => []);
    const keys = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8').catch(() => undefined)));
    return keys.filter(key => key !== undefined);
  };
  return {
    ...store,
    // Noted after it is written and struck out before it is deleted: whoever comes in between leaves a note too many at most.
    async write(key, value) {
      await store.write(key, value);
      await attempt(note(key));
    },
    async delete(key) {
      await attempt(strike(key));
      try {
        await store.delete(key);
      } catch (error) {
        await attempt(note(key));
        throw error;
      }
    },
    async keys() {
      const known = await noted();
      try {
        return { keys: [...new Set([...(await list()), ...known])], isComplete: true };
      } catch {
        return { keys: known, isComplete: false };
      }
    },
  };
}
