import { once } from 'node:events';
import * as vscode from 'vscode';
import { whileLocked } from '../../../records/transfer/importLock';
import { withProgress } from '../../platform/dialogs';

/** Milliseconds until the notification appears. A free lock is taken sooner. */
const unnoticedMs = 500;

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
  return new Promise((resolve, reject) => {
    const waited = new AbortController();
    const notify = setTimeout(() => {
      void withProgress(vscode.l10n.t('Waiting for another import of {0}…', name), async signal => {
        const either = AbortSignal.any([signal, waited.signal]);
        if (!either.aborted) await once(either, 'abort');
        if (waited.signal.aborted) return;
        waited.abort();
        reject(new vscode.CancellationError());
      });
    }, unnoticedMs);
    const end = () => {
      clearTimeout(notify);
      waited.abort();
    };
    whileLocked(journalFile, held => {
      if (waited.signal.aborted) throw new vscode.CancellationError();
      end();
      return work(held);
    })
      .finally(end)
      .then(resolve, reject);
  });
}
