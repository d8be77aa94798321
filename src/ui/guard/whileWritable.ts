import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import type { Guard } from './guard';

/**
 * Runs work that the guard has permitted. Its signal also aborts when the settings make the environment read-only, so
 * that the requests that are left are not sent.
 */
export async function whileWritable<T>(
  guard: Pick<Guard, 'refuses'>,
  target: Selection,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const subscription = vscode.workspace.onDidChangeConfiguration(() => {
    if (guard.refuses(target)) stop.abort();
  });
  try {
    return await work(AbortSignal.any([signal, stop.signal]));
  } finally {
    subscription.dispose();
  }
}
