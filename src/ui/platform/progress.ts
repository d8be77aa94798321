import * as vscode from 'vscode';
import { withRetryAfter } from '../../api/http/retryAfter';

/** How the wait for a long list is shown, and how it is cancelled. */
export interface Reading {
  signal: AbortSignal;
  read?: ((count: number, total?: number) => void) | undefined;
  /** The service asked to wait this many seconds before the next request. */
  waiting?: ((seconds: number) => void) | undefined;
}

/** Reports how many items of a long list were read, and how long the service asked to wait. */
export function reading(signal: AbortSignal, report: (text: string) => void): Required<Reading> {
  return {
    signal,
    read: (count, total) => report(total === undefined ? String(count) : `${count} / ${total}`),
    waiting: seconds => report(waitText(seconds)),
  };
}

/**
 * A call under a progress: waits as `withRetryAfter` does, and says so.
 * @throws vscode.CancellationError when the person cancels a wait
 */
export async function patiently<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<T> {
  try {
    return await withRetryAfter(call, signal, seconds => report(waitText(seconds)));
  } catch (error) {
    throw signal.aborted ? new vscode.CancellationError() : error;
  }
}

export function waitText(seconds: number): string {
  return vscode.l10n.t('The service asks to wait. Going on in {0} s.', seconds);
}
