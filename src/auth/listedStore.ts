import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretStore } from './secretStore';

/** A store that can list its keys. */
export interface KeyedStore extends SecretStore {
  keys(): Promise<StoredKeys>;
}

/** A store that records when each key was written. */
export interface ListedStore extends KeyedStore {
  /**
   * Returns the time when a window of this machine last stored this key, in Unix milliseconds; `undefined` if no window
   * did.
   */
  notedAt(key: string): Promise<number | undefined>;
}

interface StoredKeys {
  keys: string[];
  /** False if the store cannot be listed; then the keys are those written by windows of this machine. */
  isComplete: boolean;
}

/**
 * Creates a store that records the key of every value, because some stores cannot list their keys. Each key has its own
 * file, so two windows do not overwrite each other's records.
 * @param list lists the keys of `store`; rejects if it cannot
 */
export function listedStore(store: SecretStore, folder: string, list: () => Promise<string[]>): ListedStore {
  const fileOf = (key: string) => path.join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  const note = async (key: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(fileOf(key), key, { mode: 0o600 });
  };
  const removeNote = (key: string) => rm(fileOf(key), { force: true });
  // Secrets must be stored and forgotten even if the folder is unusable.
  const attempt = (work: Promise<void>) => work.catch(() => undefined);
  const notedKeys = async () => {
    const names = await readdir(folder).catch(() => []);
    const keys = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8').catch(() => undefined)));
    return keys.filter(key => key !== undefined);
  };
  return {
    ...store,
    // Recorded after the value is stored, and removed before it is deleted: if two windows do both at once, no value is
    // left without a record.
    async write(key, value) {
      await store.write(key, value);
      await attempt(note(key));
    },
    async delete(key) {
      await attempt(removeNote(key));
      try {
        await store.delete(key);
      } catch (error) {
        await attempt(note(key));
        throw error;
      }
    },
    async notedAt(key) {
      return (await stat(fileOf(key)).catch(() => undefined))?.mtimeMs;
    },
    async keys() {
      const noted = await notedKeys();
      try {
        return { keys: [...new Set([...(await list()), ...noted])], isComplete: true };
      } catch {
        return { keys: noted, isComplete: false };
      }
    },
  };
}
