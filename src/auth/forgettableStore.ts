import { randomUUID } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { renameOver } from '../files/privateFile';
import { AuthError } from './authError';
import type { ListedStore } from './listedStore';

/** A store whose secrets can be forgotten in all windows of this machine at once. */
export interface ForgettableStore extends ListedStore {
  epoch(): Promise<string>;
  /**
   * Makes every other window delete its secrets. The caller deletes those of this window. Rejects if the others cannot
   * be reached.
   */
  forgetEverywhere(): Promise<void>;
  /** Calls back after another window made this one forget. Returns an unsubscribe function. */
  onDidForget(listener: () => void): () => void;
  dispose(): void;
}

interface ForgettableOptions {
  /** The file that records the last time of forgetting; all windows share it. */
  file: string;
  /** Start of this window in Unix milliseconds. Earlier times of forgetting are ignored. */
  startedAt: number;
  /** Whether a key belongs to this extension's secrets, which are deleted when secrets are forgotten. */
  isOwn: (key: string) => boolean;
  /** Milliseconds between two checks of the file. */
  pollMs?: number;
}

interface ForgottenMark {
  id: string;
  /** Unix milliseconds. */
  at: number;
}

/** The maximum number of milliseconds by which a correction may set the clock back. */
const clockStep = 60_000;

const markShape = v.object({ id: v.string(), at: v.number() });

/**
 * Creates a store that deletes its secrets when another window forgets them. In a browser, each window has a copy of
 * all secrets, and writes all of them back when it stores one. So each window deletes its own copy. It refuses to store a
 * value that it began to obtain before it noticed the forgetting.
 */
export function forgettableStore(store: ListedStore, options: ForgettableOptions): ForgettableStore {
  const { file, startedAt, isOwn, pollMs = 1000 } = options;
  const listeners = new Set<() => void>();
  const usedKeys = new Set<string>();
  let seenEpoch: string | undefined;
  let forgetting: Promise<void> | undefined;

  const deleteCopies = async ({ at }: ForgottenMark): Promise<void> => {
    const { keys } = await store.keys();
    for (const key of new Set([...keys, ...usedKeys].filter(isOwn))) {
      // A value that was stored again since then is kept.
      if (((await store.notedAt(key)) ?? 0) > at) continue;
      await store.delete(key).catch(() => undefined);
    }
    listeners.forEach(listener => listener());
  };
  const epoch = async (): Promise<string> => {
    const mark = await readMark(file);
    if (seenEpoch === undefined && isEarlier(mark, startedAt)) seenEpoch = mark?.id ?? '';
    if (mark !== undefined && mark.id !== seenEpoch) {
      seenEpoch = mark.id;
      forgetting = deleteCopies(mark).finally(() => (forgetting = undefined));
    }
    await forgetting;
    return seenEpoch ?? '';
  };
  const checkEpoch = () => void epoch().catch(() => undefined);
  watchFile(file, { interval: pollMs, persistent: false }, checkEpoch);
  checkEpoch();

  return {
    ...store,
    epoch,
    async read(key) {
      usedKeys.add(key);
      await epoch();
      return store.read(key);
    },
    async write(key, value) {
      usedKeys.add(key);
      const before = seenEpoch;
      const now = await epoch();
      if (before !== undefined && now !== before) throw new AuthError('forgotten');
      await store.write(key, value);
      if ((await epoch()) === now) return;
      await store.delete(key);
      throw new AuthError('forgotten');
    },
    async forgetEverywhere() {
      const { id, publish } = await draftMark(file);
      seenEpoch = id;
      await publish();
    },
    onDidForget(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose: () => unwatchFile(file, checkEpoch),
  };
}

/** Whether secrets were forgotten before this window. A time far in the future comes from a clock that was ahead. */
function isEarlier(mark: ForgottenMark | undefined, startedAt: number): boolean {
  return mark === undefined || mark.at <= startedAt || mark.at > Date.now() + clockStep;
}

/** Reads the mark; `undefined` when nothing was ever forgotten, or the file cannot be read. */
async function readMark(file: string): Promise<ForgottenMark | undefined> {
  try {
    return v.parse(markShape, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a new mark to a file beside `file`. `publish` makes it visible to the other windows. */
async function draftMark(file: string): Promise<{ id: string; publish: () => Promise<void> }> {
  const mark: ForgottenMark = { id: randomUUID(), at: Date.now() };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${mark.id}`;
  await writeFile(draft, JSON.stringify(mark), { mode: 0o600 });
  return { id: mark.id, publish: () => renameOver(draft, file) };
}
