import * as vscode from 'vscode';
import { whileLocked } from '../../../records/transfer/importLock';
import { withProgress } from '../../platform/dialogs';

/**
 * Like `whileLocked`, with a notification while another process holds the lock.
 * @param name the name of the file
 * @throws vscode.CancellationError if the user cancels the wait; errors of `whileLocked`
 */
export function inTurn<T>(
  journalFile: string,
  name: string,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const waiting = new AbortController();
  const cancel = () => waiting.abort(new vscode.CancellationError());
  const onWait = (end: Promise<unknown>) =>
    void withProgress(vscode.l10n.t('Waiting for another import of {0}…', name), async signal => {
      signal.addEventListener('abort', cancel);
      if (signal.aborted) cancel();
      await end;
    });
  return whileLocked(journalFile, { signal: waiting.signal, onWait }, work);
}
