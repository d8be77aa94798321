import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretStore } from '../../../src/auth/secretStore';

/** Half of the time that a value takes to reach the other processes, in milliseconds. */
const halfWay = 100;

interface LateStore extends SecretStore {
  /** Resolves when other processes can read everything that was written here. */
  arrived(): Promise<void>;
}

/**
 * Creates a store that processes share like windows share SecretStorage. A written value can be read here at once. It
 * leaves this process after 100 ms (and is lost if the process is killed before), and is visible to the others 100 ms
 * later.
 */
export function lateStore(directory: string): LateStore {
  const own = new Map<string, { value: string; at: number }>();
  let leaving: Promise<unknown> = Promise.resolve();
  const folderOf = (key: string) => path.join(directory, encodeURIComponent(key));

  async function arrivedValue(key: string): Promise<{ value: string; at: number } | undefined> {
    const names = await readdir(folderOf(key)).catch(() => []);
    const visible = names.filter(name => /^\d+$/.test(name) && Number(name) <= Date.now()).sort();
    const newest = visible.at(-1);
    if (newest === undefined) return undefined;
    return { value: await readFile(path.join(folderOf(key), newest), 'utf8'), at: Number(newest) };
  }

  async function leave(key: string, value: string, at: number): Promise<void> {
    await sleep(halfWay);
    await mkdir(folderOf(key), { recursive: true });
    const draft = path.join(folderOf(key), `draft-${process.pid}`);
    await writeFile(draft, value);
    await rename(draft, path.join(folderOf(key), String(at)));
  }

  return {
    async read(key) {
      const [mine, theirs] = [own.get(key), await arrivedValue(key)];
      return mine !== undefined && (theirs === undefined || mine.at >= theirs.at) ? mine.value : theirs?.value;
    },
    async write(key, value) {
      const at = Date.now() + 2 * halfWay;
      own.set(key, { value, at });
      leaving = Promise.all([leaving, leave(key, value, at)]);
    },
    async delete() {
      throw new Error('not part of the race');
    },
    onDidChange: () => () => undefined,
    async arrived() {
      await leaving;
      await sleep(halfWay);
    },
  };
}
