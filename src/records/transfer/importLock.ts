import { AuthError } from '../../auth/authError';
import { folderLock } from '../../auth/lock';
import { systemCode, TransferError } from './transferError';

/** Long enough to take over the lock of a process that ended before a restart or in another container. */
const waitMs = 20_000;

/**
 * Runs `work` while no other process continues the import with this journal.
 * @param work gets a function that checks whether this process still has the lock
 * @throws TransferError `otherProcess`, `journalNotWritten`; errors of `work`
 */
export async function whileLocked<T>(
  journalFile: string,
  work: (held: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  let isBegun = false;
  try {
    return await folderLock(`${journalFile}.lock`, { waitMs })(lease => {
      isBegun = true;
      return work(() => lease.isHeld());
    });
  } catch (error) {
    if (isBegun || !(error instanceof AuthError)) throw error;
    if (error.code === 'lockTimeout') throw new TransferError('otherProcess');
    throw new TransferError('journalNotWritten', systemCode(error.cause), error);
  }
}
