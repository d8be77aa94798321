import * as vscode from 'vscode';
import { createStatusItem } from '../../platform/dialogs';
import { plainText } from '../../messages/plainText';
import { parsedDocument } from '../document/parsedDocument';
import { indexesNow, type DocumentRequests } from '../document/requestsNow';

/** Shows the request being sent in the status bar; a click cancels it. */
export class SendStatus implements vscode.Disposable {
  readonly #item = createStatusItem(
    'hydrogen.sending',
    49,
    vscode.l10n.t('Hydrogen: Request'),
    'hydrogen.request.cancel',
  );
  readonly #running = new Map<AbortController, DocumentRequests & { requestLabel?: string }>();
  #cancelled: string | undefined;

  /** @param work gets a function that sets the name of the current request */
  async during<T>(
    batch: Omit<DocumentRequests, 'parsed'>,
    work: (signal: AbortSignal, report: (requestLabel: string) => void) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController();
    const sent = { ...batch, parsed: parsedDocument(batch.document) };
    // Shown from the beginning, so that the run can be cancelled before its first request is known.
    this.#running.set(abort, sent);
    try {
      return await work(abort.signal, requestLabel => {
        this.#cancelled = undefined;
        this.#running.set(abort, { ...sent, requestLabel: plainText(requestLabel, 100) });
        this.#update();
      });
    } finally {
      this.#running.delete(abort);
      this.#update();
    }
  }

  /** Cancels the requests that are sent together with this request of a document. Without a request, cancels all. */
  cancel(uri?: unknown, index?: unknown): void {
    const isNamed = uri instanceof vscode.Uri && typeof index === 'number';
    for (const [abort, sent] of this.#running) {
      const isIn = () => sent.document.uri.toString() === String(uri) && indexesNow(sent).includes(index as number);
      if (!isNamed || isIn()) abort.abort();
    }
    this.showCancelled(undefined);
  }

  /** Shows a cancelled request until the next one is sent, or until a click. */
  showCancelled(text: string | undefined): void {
    this.#cancelled = text;
    this.#update();
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const requestLabel = [...this.#running.values()].findLast(sent => sent.requestLabel !== undefined)?.requestLabel;
    if (requestLabel !== undefined) {
      const label = vscode.l10n.t('Sending {0}. Activate to cancel.', requestLabel);
      this.#item.show({ text: requestLabel, icon: 'sync~spin', label, tooltip: vscode.l10n.t('Click to cancel') });
    } else if (this.#cancelled === undefined) this.#item.hide();
    else {
      const label = this.#cancelled;
      this.#item.show({ text: label, icon: 'circle-slash', label, tooltip: vscode.l10n.t('Click to hide') });
    }
  }
}
