import { AuthError } from '../../auth/authError';
import { folderLock } from '../../auth/lock';
import { systemCode, TransferError } from './transferError';

/** Longer than the 15 s of silence after which the lock of a process that cannot be checked is taken over. */
const waitMs = 20_000;

/**
 * Runs `work` under the lock of a journal, so that no other process runs the same import.
 * @param work gets a function that checks whether this process still holds the lock
 * @throws TransferError `otherProcess`, `journalNotWritten`; errors of `work`
 */
export async function whileLocked<T>(
  journalFile: string,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  let hasStarted = false;
  try {
    return await folderLock(`${journalFile}.lock`, { waitMs })(lease => {
      hasStarted = true;
      return work(() => lease.isHeld());
    });
  } catch (error) {
    if (hasStarted || !(error instanceof AuthError)) throw error;
    if (error.code === 'lockTimeout') throw new TransferError('otherProcess');
    throw new TransferError('journalNotWritten', systemCode(error.cause), error);
  }
}
