import * as vscode from 'vscode';

/** Runs `work` under a notification that can be cancelled; cancelling fires the signal. */
export function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (text: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    vscode.window.withProgress(options, async (progress, token) => {
      const abort = new AbortController();
      const subscription = token.onCancellationRequested(() => abort.abort());
      try {
        return await work(abort.signal, message => progress.report({ message }));
      } finally {
        subscription.dispose();
      }
    }),
  );
}
