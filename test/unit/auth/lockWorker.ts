import { open, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderLock, type Lock } from '../../../src/auth/lock';
import { answerOrders } from './workers';

/**
 * `hold` takes the lock and keeps it. `enter` takes it `times` times and checks that no other process is inside;
 * `enterUnlocked` does so without the lock. `stillHeld` asks whether the lock is still held.
 */
export interface LockOrder {
  kind: 'hold' | 'enter' | 'enterUnlocked' | 'stillHeld';
  folder: string;
  times: number;
}

export interface LockAnswer {
  /** The number of times this process held the lock. */
  entered: number;
  /** The number of times another holder was inside simultaneously. */
  overlaps: number;
  held?: boolean;
}

const noLock: Lock = body => body({ isHeld: async () => true });
let held: () => Promise<boolean> = async () => false;

answerOrders<LockOrder, LockAnswer>(async ({ kind, folder, times }) => {
  if (kind === 'stillHeld') return { entered: 0, overlaps: 0, held: await held() };
  const lock = kind === 'enterUnlocked' ? noLock : folderLock(folder);
  if (kind === 'hold') {
    await new Promise<void>(taken => {
      void lock(lease => {
        held = () => lease.isHeld();
        taken();
        return new Promise(() => undefined);
      });
    });
    return { entered: 1, overlaps: 0 };
  }
  let overlaps = 0;
  for (let turn = 0; turn < times; turn++) await lock(async () => void (overlaps += await watch(`${folder}-witness`)));
  return { entered: times, overlaps };
});

/** Creates a file for a moment. Returns 1 if it exists, because then another process is inside; otherwise 0. */
async function watch(witness: string): Promise<number> {
  const file = await open(witness, 'wx').catch(() => undefined);
  await sleep(Math.random() * 4);
  if (file === undefined) return 1;
  await file.close();
  await unlink(witness);
  return 0;
}
