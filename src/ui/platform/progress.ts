import * as vscode from 'vscode';
import { withRetryAfter } from '../../api/http/retryAfter';

/** Progress and cancellation of reading a long list. */
export interface Reading {
  signal: AbortSignal;
  read?: ((count: number, total?: number) => void) | undefined;
  /** Called with the seconds that the service asked to wait. */
  waiting?: ((seconds: number) => void) | undefined;
}

/** Returns a `Reading` that reports the number of items read and the wait that the service asked for. */
export function reading(signal: AbortSignal, report: (text: string) => void): Required<Reading> {
  return {
    signal,
    read: (count, total) => report(total === undefined ? String(count) : `${count} / ${total}`),
    waiting: seconds => report(waitText(seconds)),
  };
}

/**
 * Runs a call, retries it after the time in `Retry-After`, and reports the wait.
 * @throws vscode.CancellationError if the user cancels a wait
 */
export async function withRetryProgress<T>(
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
  return vscode.l10n.t('The service asks to wait. Continuing in {0} s.', seconds);
}
