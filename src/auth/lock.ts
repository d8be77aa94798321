import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../files/processes';
import { AuthError } from './authError';

/** Passed to the holder of a lock. */
export interface Lease {
  /** False if the lock was taken over because this process was silent for too long. */
  isHeld(): Promise<boolean>;
  /** True if all secrets were forgotten since the lock was requested: nothing obtained with them may be stored. */
  isForgotten?(): Promise<boolean>;
}

/**
 * Runs `body` exclusively across all processes.
 * @throws AuthError `lockTimeout`, `lockUnavailable`; the reason of the signal; errors of `body`
 */
export type Lock = <T>(body: (lease: Lease) => Promise<T>) => Promise<T>;

interface LockOptions {
  /** Milliseconds to wait for the lock, not counting the time while the machine sleeps. */
  waitMs?: number;
  /** Milliseconds without a heartbeat after which an owner that cannot be checked counts as dead. */
  silenceMs?: number;
  /** Ends the wait for the lock with its reason. */
  signal?: AbortSignal | undefined;
}

const beatMs = 1000;

/**
 * Creates a lock: a folder with one entry, named after its owner. Every step is one atomic operation of the file system:
 * - take: rename a prepared folder to `folder`, which fails while that folder has an entry;
 * - steal: rename the entry from the dead owner's name to the thief's. Names are unique, so only one of several thieves
 *   succeeds, and a late one cannot steal from a living owner;
 * - release: remove the entry, then the folder. An empty folder has no owner.
 * An owner is dead when its process no longer exists. If that cannot be checked (the process ID was reused, or belongs to
 * another machine, container or boot), it is dead when its entry had no heartbeat while this process waited for `silenceMs`.
 * An owner that was only suspended detects this with `isHeld()`.
 */
export function folderLock(folder: string, options: LockOptions = {}): Lock {
  return async body => {
    const owner = `${process.pid}.${thisSystem()}.${randomBytes(8).toString('hex')}`;
    const entry = path.join(folder, owner);
    await acquire(folder, owner, options);
    const beat = setInterval(() => void utimes(entry, new Date(), new Date()).catch(() => undefined), beatMs);
    beat.unref();
    try {
      return await body({ isHeld: async () => (await signOfLife(entry)) !== undefined });
    } finally {
      clearInterval(beat);
      await release(folder, entry);
    }
  };
}

/** Milliseconds after which a prepared folder belongs to no waiting process. Processes wait for a minute at most. */
const abandonedMs = 10 * 60_000;

/** Removes the remains of crashed processes. A held lock stays. */
export async function removeLock(folder: string): Promise<void> {
  const currentOwner = await ownerIn(folder);
  if (currentOwner !== undefined && isGone(currentOwner))
    await unlink(path.join(folder, currentOwner)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
  const prefix = `${path.basename(folder)}.`;
  const siblings = await readdir(path.dirname(folder)).catch(() => []);
  for (const name of siblings.filter(each => each.startsWith(prefix))) {
    const prepared = path.join(path.dirname(folder), name);
    // The process ID says nothing after a restart of the machine.
    const isAbandoned = Date.now() - ((await signOfLife(prepared)) ?? Date.now()) > abandonedMs;
    if (!isAbandoned && !isGone(name.slice(prefix.length))) continue;
    await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function acquire(
  folder: string,
  owner: string,
  { waitMs = 60_000, silenceMs = 15_000, signal }: LockOptions,
): Promise<void> {
  const prepared = `${folder}.${owner}`;
  let silence = { present: '', life: 0, lasted: 0 };
  let waited = 0;
  try {
    await prepare(prepared, owner);
    for (;;) {
      signal?.throwIfAborted();
      if (await tryRename(prepared, folder)) return;
      // After a jump of the clock, another process removes it as abandoned.
      if ((await signOfLife(prepared)) === undefined) await prepare(prepared, owner);
      const present = await ownerIn(folder);
      if (present !== undefined) {
        const life = (await signOfLife(path.join(folder, present))) ?? 0;
        if (present !== silence.present || life !== silence.life) silence = { present, life, lasted: 0 };
        const isDead = isGone(present) || silence.lasted >= silenceMs;
        if (isDead && (await tryRename(path.join(folder, present), path.join(folder, owner)))) return;
      }
      if (waited >= waitMs) throw new AuthError('lockTimeout');
      // Random, so that waiters do not poll in step. The pauses are added up instead of measured, so that time asleep
      // does not count.
      const pause = 10 + Math.random() * 30;
      await sleep(pause);
      waited += pause;
      silence.lasted += pause;
    }
  } finally {
    await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Creates the lock's folder with its entry under another name, so that one rename takes the lock. */
async function prepare(prepared: string, owner: string): Promise<void> {
  try {
    await mkdir(path.dirname(prepared), { recursive: true, mode: 0o700 });
    await mkdir(prepared, { mode: 0o700 });
    await writeFile(path.join(prepared, owner), '', { mode: 0o600 });
  } catch (error) {
    throw new AuthError('lockUnavailable', error);
  }
}

// Errors of a rename whose target exists or whose source is gone. Windows reports EPERM, EACCES or EBUSY, also while
// another process reads the folder.
const retryableCodes = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EACCES', 'EBUSY']);

async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (retryableCodes.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw new AuthError('lockUnavailable', error);
  }
}

/**
 * Returns the owner of the lock. Removes an empty folder, left by an owner that died while releasing, if a rename
 * cannot replace it.
 */
async function ownerIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  if (names?.length === 0) await rmdir(folder).catch(() => undefined);
  return names?.find(name => /^\d+\.\w+\.\w+$/.test(name));
}

async function release(folder: string, entry: string): Promise<void> {
  await unlink(entry).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

/** Returns when an entry last changed; `undefined` if it is gone. */
async function signOfLife(entry: string): Promise<number | undefined> {
  return stat(entry).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Whether the process in an owner's name has certainly ended. */
function isGone(owner: string): boolean {
  const [pid, system] = owner.split('.');
  if (system !== thisSystem()) return false;
  return hasEnded(Number(pid));
}

let systemName: string | undefined;

/** Identifies the scope of process IDs: the machine and, on Linux, the boot and the container. */
function thisSystem(): string {
  if (systemName !== undefined) return systemName;
  const hash = createHash('sha256').update(os.hostname());
  if (process.platform === 'linux') hash.update(linuxSystem());
  return (systemName = hash.digest('hex').slice(0, 12));
}

function linuxSystem(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid');
  } catch {
    // A unique value, so that no process uses the process ID to decide that this one has ended.
    return randomBytes(8).toString('hex');
  }
}
