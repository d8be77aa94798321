import * as vscode from 'vscode';
import { plainText } from '../../platform/plainText';

/** Shows in the status bar what is being sent; a click cancels it. */
export interface SendStatus extends vscode.Disposable {
  /** @param work gets a function that names the request which is sent now */
  during<T>(work: (signal: AbortSignal, report: (what: string) => void) => Promise<T>): Promise<T>;
  cancel(): void;
}

export function createSendStatus(): SendStatus {
  const item = vscode.window.createStatusBarItem('hydrogen.sending', vscode.StatusBarAlignment.Left, 49);
  item.name = vscode.l10n.t('Hydrogen: Request');
  item.command = 'hydrogen.request.cancel';
  item.tooltip = vscode.l10n.t('Click to cancel');
  const running = new Map<AbortController, string>();
  const show = () => {
    const what = [...running.values()].at(-1);
    if (what === undefined) {
      item.hide();
      return;
    }
    item.text = `$(sync~spin) ${what}`;
    item.accessibilityInformation = { label: vscode.l10n.t('Sending {0}. Activate to cancel.', what), role: 'button' };
    item.show();
  };
  return {
    async during(work) {
      const abort = new AbortController();
      try {
        return await work(abort.signal, what => {
          running.set(abort, plainText(what, 60));
          show();
        });
      } finally {
        running.delete(abort);
        show();
      }
    },
    cancel: () => {
      for (const abort of running.keys()) abort.abort();
    },
    dispose: () => item.dispose(),
  };
}
