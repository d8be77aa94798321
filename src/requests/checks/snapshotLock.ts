import { createHash } from 'node:crypto';
import path from 'node:path';
import { AuthError } from '../../auth/authError';
import { folderLock } from '../../auth/lock';

/** Longer than the 15 s of silence after which the lock of a process that cannot be checked is taken over. */
const waitMs = 20_000;

/**
 * Runs a change of a snapshot file while no other window and no run of the program changes it. In a folder where no lock
 * can be created, runs it without.
 * @throws AuthError `lockTimeout`; errors of `change`
 */
export async function whileFileLocked(file: string, change: () => Promise<void>): Promise<void> {
  let hasStarted = false;
  // The name is short, because the name of the file may already have the maximum length.
  const name = createHash('sha256').update(path.basename(file)).digest('hex').slice(0, 16);
  try {
    await folderLock(path.join(path.dirname(file), `.hydrogen-${name}.lock`), { waitMs })(() => {
      hasStarted = true;
      return change();
    });
  } catch (error) {
    const isUnavailable = error instanceof AuthError && error.code === 'lockUnavailable';
    if (hasStarted || !isUnavailable) throw error;
    await change();
  }
}
