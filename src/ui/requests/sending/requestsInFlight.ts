import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import { isSecondClick } from '../../platform/doubleClick';
import { parsedDocument } from '../document/parsedDocument';
import { indexesNow, type DocumentRequests } from '../document/requestsNow';

/** The requests that are being sent. None of them is sent a second time meanwhile. */
export class RequestsInFlight implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #running = new Set<DocumentRequests & { at: number }>();
  readonly onDidChange = this.#changed.event;

  /** Runs `work` unless one of the requests is in flight. Returns whether it ran. */
  async during(
    document: vscode.TextDocument,
    requests: readonly RequestNode[],
    work: () => Promise<void>,
  ): Promise<boolean> {
    const begun = this.indexesIn(document);
    if (requests.some(({ index }) => begun.has(index))) return false;
    const sent = { document, requests, parsed: parsedDocument(document), at: Date.now() };
    this.#running.add(sent);
    this.#changed.fire();
    try {
      await work();
    } finally {
      this.#running.delete(sent);
      this.#changed.fire();
    }
    return true;
  }

  /** Returns the indexes of the requests in flight in the current text of a document. */
  indexesIn({ uri }: vscode.TextDocument): ReadonlySet<number> {
    return new Set(this.#runningIn(uri).flatMap(indexesNow));
  }

  /** True if sending began so recently that this click is the second one of a double click. */
  isDoubleClick(uri: unknown, index: unknown): boolean {
    if (!(uri instanceof vscode.Uri) || typeof index !== 'number') return false;
    return this.#runningIn(uri).some(each => isSecondClick(each.at) && indexesNow(each).includes(index));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #runningIn(uri: vscode.Uri): (DocumentRequests & { at: number })[] {
    return [...this.#running].filter(({ document }) => document.uri.toString() === uri.toString());
  }
}
