import * as vscode from 'vscode';
import { createStatusItem } from '../../platform/dialogs';
import { plainText } from '../../messages/plainText';
import { parsedDocument } from '../document/parsedDocument';
import { indexesNow, type DocumentRequests } from '../document/requestsNow';

/** Shows the request being sent in the status bar; a click cancels it. */
export interface SendStatus extends vscode.Disposable {
  /** @param work gets a function that sets the name of the current request */
  during<T>(
    batch: Omit<DocumentRequests, 'parsed'>,
    work: (signal: AbortSignal, report: (requestLabel: string) => void) => Promise<T>,
  ): Promise<T>;
  /** Cancels the requests that are sent together with this request of a document. Without a request, cancels all. */
  cancel(uri?: unknown, index?: unknown): void;
  /** Shows a cancelled request until the next one is sent, or until a click. */
  showCancelled(text: string): void;
}

export function createSendStatus(): SendStatus {
  const name = vscode.l10n.t('Hydrogen: Request');
  const item = createStatusItem('hydrogen.sending', 49, name, 'hydrogen.request.cancel');
  const running = new Map<AbortController, DocumentRequests & { requestLabel?: string }>();
  let cancelled: string | undefined;
  const update = () => {
    const requestLabel = [...running.values()].findLast(sent => sent.requestLabel !== undefined)?.requestLabel;
    if (requestLabel === undefined) {
      if (cancelled === undefined) item.hide();
      else
        item.show({ text: cancelled, icon: 'circle-slash', label: cancelled, tooltip: vscode.l10n.t('Click to hide') });
      return;
    }
    const label = vscode.l10n.t('Sending {0}. Activate to cancel.', requestLabel);
    item.show({ text: requestLabel, icon: 'sync~spin', label, tooltip: vscode.l10n.t('Click to cancel') });
  };
  return {
    async during(batch, work) {
      const abort = new AbortController();
      const sent = { ...batch, parsed: parsedDocument(batch.document) };
      // Shown from the beginning, so that the run can be cancelled before its first request is known.
      running.set(abort, sent);
      try {
        return await work(abort.signal, requestLabel => {
          cancelled = undefined;
          running.set(abort, { ...sent, requestLabel: plainText(requestLabel, 100) });
          update();
        });
      } finally {
        running.delete(abort);
        update();
      }
    },
    cancel(uri, index) {
      const isNamed = uri instanceof vscode.Uri && typeof index === 'number';
      for (const [abort, sent] of running) {
        const isIn = () => sent.document.uri.toString() === String(uri) && indexesNow(sent).includes(index as number);
        if (!isNamed || isIn()) abort.abort();
      }
      cancelled = undefined;
      update();
    },
    showCancelled(text) {
      cancelled = text;
      update();
    },
    dispose: () => item.dispose(),
  };
}
