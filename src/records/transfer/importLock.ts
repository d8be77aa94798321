import { once } from 'node:events';
import { AuthError } from '../../auth/authError';
import { folderLock } from '../../auth/lock';
import { systemCode, TransferError } from './transferError';

/** Longer than the 15 s of silence after which the lock of a process that cannot be checked is taken over. */
const waitMs = 20_000;

/** Milliseconds until the user learns about the wait. A free lock is taken sooner. */
const unnoticedMs = 500;

interface Wait {
  /** Ends the wait, but not `work`. */
  signal: AbortSignal;
  /**
   * Called if another process holds the lock.
   * @param end resolves when the wait is over
   */
  onWait: (end: Promise<unknown>) => void;
}

/**
 * Runs `work` under the lock of a journal, so that no other process runs the same import.
 * @param work gets a function that checks whether this process still holds the lock
 * @throws TransferError `otherProcess`, `journalNotWritten`; the reason of the signal; errors of `work`
 */
export async function whileLocked<T>(
  journalFile: string,
  { signal, onWait }: Wait,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const waited = new AbortController();
  const notice = setTimeout(() => onWait(once(waited.signal, 'abort')), unnoticedMs);
  const end = () => {
    clearTimeout(notice);
    waited.abort();
  };
  try {
    return await folderLock(`${journalFile}.lock`, { waitMs, signal })(lease => {
      end();
      return work(() => lease.isHeld());
    });
  } catch (error) {
    if (waited.signal.aborted || !(error instanceof AuthError)) throw error;
    if (error.code === 'lockTimeout') throw new TransferError('otherProcess');
    throw new TransferError('journalNotWritten', systemCode(error.cause), error);
  } finally {
    end();
  }
}
