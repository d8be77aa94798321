import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthError } from './authError';

/** What the holder of a lock is given. */
export interface Lease {
  /** False when the lock was taken over because this process gave no sign of life for too long. */
  held(): Promise<boolean>;
}

/**
 * Runs `body` while it runs nowhere else, in this or any other process.
 * @throws AuthError `lockTimeout`, `lockUnavailable`; what `body` throws
 */
export type Lock = <T>(body: (lease: Lease) => Promise<T>) => Promise<T>;

interface LockTimes {
  /** How long to wait for the lock, in milliseconds of this process's time awake. */
  waitMs?: number;
  /** How long an owner may be silent whose process cannot be judged, in the same milliseconds. */
  silenceMs?: number;
}

const beatMs = 1000;

/**
 * A lock that is a folder with one entry, named after its owner. Every step is one atomic operation of the file system:
 * - taken: a prepared folder is renamed to `folder`, which fails while that one has an entry;
 * - stolen: the entry is renamed from the dead owner's name to one's own. No name is used twice, so one of several
 *   thieves succeeds, and one that comes late cannot take the lock from a living owner;
 * - released: the entry is removed, then the folder. An empty folder has no owner.
 *
 * An owner is dead when its process is gone. Where that cannot be told (the process identifier has another bearer by
 * now, or belongs to another machine, container or start of the system), it is dead when its entry showed no sign of life
 * while this process waited for `silenceMs`. An owner that was only suspended learns it from `held()`.
 */
export function folderLock(folder: string, { waitMs = 60_000, silenceMs = 15_000 }: LockTimes = {}): Lock {
  return async body => {
    const owner = `${process.pid}.${thisSystem()}.${randomBytes(8).toString('hex')}`;
    const entry = path.join(folder, owner);
    await acquire(folder, owner, waitMs, silenceMs);
    const beat = setInterval(() => void utimes(entry, new Date(), new Date()).catch(() => undefined), beatMs);
    beat.unref();
    try {
      return await body({ held: async () => (await signOfLife(entry)) !== undefined });
    } finally {
      clearInterval(beat);
      await release(folder, entry);
    }
  };
}

/** Removes what crashed processes left behind of a lock. A lock that is held stays. */
export async function removeLock(folder: string): Promise<void> {
  const present = await ownerIn(folder);
  if (present !== undefined && isGone(present)) await unlink(path.join(folder, present)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
  const prefix = `${path.basename(folder)}.`;
  const siblings = await readdir(path.dirname(folder)).catch(() => []);
  for (const name of siblings.filter(each => each.startsWith(prefix) && isGone(each.slice(prefix.length)))) {
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function acquire(folder: string, owner: string, waitMs: number, silenceMs: number): Promise<void> {
  const prepared = `${folder}.${owner}`;
  let silence = { present: '', life: 0, lasted: 0 };
  let waited = 0;
  try {
    await prepare(prepared, owner);
    for (;;) {
      if (await renamed(prepared, folder)) return;
      const present = await ownerIn(folder);
      if (present !== undefined) {
        const life = (await signOfLife(path.join(folder, present))) ?? 0;
        if (present !== silence.present || life !== silence.life) silence = { present, life, lasted: 0 };
        const isDead = isGone(present) || silence.lasted >= silenceMs;
        if (isDead && (await renamed(path.join(folder, present), path.join(folder, owner)))) return;
      }
      if (waited >= waitMs) throw new AuthError('lockTimeout');
      // At random, so that those who wait do not ask in step. Counted instead of measured: a sleeping machine adds nothing.
      const pause = 10 + Math.random() * 30;
      await sleep(pause);
      waited += pause;
      silence.lasted += pause;
    }
  } finally {
    await rm(prepared, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Makes the folder of the lock with its entry, beside the place it is for: from there one rename puts it in place. */
async function prepare(prepared: string, owner: string): Promise<void> {
  try {
    await mkdir(path.dirname(prepared), { recursive: true, mode: 0o700 });
    await mkdir(prepared, { mode: 0o700 });
    await writeFile(path.join(prepared, owner), '', { mode: 0o600 });
  } catch (error) {
    throw new AuthError('lockUnavailable', error);
  }
}

// The errors of a rename when the target is taken, or what was to be renamed is not there any more. Windows says EPERM,
// EACCES or EBUSY, also while another process reads the folder.
const notNow = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EACCES', 'EBUSY']);

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (notNow.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw new AuthError('lockUnavailable', error);
  }
}

/** Who holds the lock. An empty folder, left by an owner that died while releasing, is removed where a rename cannot. */
async function ownerIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  if (names?.length === 0) await rmdir(folder).catch(() => undefined);
  return names?.find(name => /^\d+\.\w+\.\w+$/.test(name));
}

async function release(folder: string, entry: string): Promise<void> {
  await unlink(entry).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

/** When an entry last changed; `undefined` when it is gone. */
async function signOfLife(entry: string): Promise<number | undefined> {
  return stat(entry).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Whether the process an owner's name tells of certainly does not run any more. */
function isGone(owner: string): boolean {
  const [pid, system] = owner.split('.');
  if (system !== thisSystem()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

let systemName: string | undefined;

/** Tells apart what process identifiers are unique in: machines and, on Linux, starts of the system and containers. */
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
    // Like no other process, so that no process judges this one by its identifier.
    return randomBytes(8).toString('hex');
  }
}
