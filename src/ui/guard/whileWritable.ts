import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import { targetName } from '../nodes/environmentName';
import { showMessage } from '../platform/dialogs';
import type { Guard } from './guard';

/**
 * Runs work that the guard has permitted. Its signal also aborts when the settings make the environment read-only. Then the
 * remaining requests are not sent, and a notification gives the reason.
 */
export async function whileWritable<T>(
  guard: Pick<Guard, 'refuses'>,
  target: Selection,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const check = () => {
    if (guard.refuses(target)) stop.abort();
  };
  const subscription = vscode.workspace.onDidChangeConfiguration(check);
  try {
    // The settings may have changed since the guard permitted the work.
    check();
    return await work(AbortSignal.any([signal, stop.signal]));
  } finally {
    subscription.dispose();
    if (stop.signal.aborted) {
      const text = vscode.l10n.t('{0} has become read-only. No further requests were sent.', targetName(target));
      void showMessage('warning', text);
    }
  }
}
