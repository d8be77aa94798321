import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import { isSecondClick } from '../../platform/doubleClick';
import { parsedDocument } from '../document/parsedDocument';
import { indexesNow, type DocumentRequests } from '../document/requestsNow';

/** The requests that are being sent. None of them is sent a second time meanwhile. */
export interface RequestsInFlight extends vscode.Disposable {
  /** Runs `work` unless one of the requests is in flight. Returns whether it ran. */
  during(document: vscode.TextDocument, requests: readonly RequestNode[], work: () => Promise<void>): Promise<boolean>;
  /** Returns the indexes of the requests in flight in the current text of a document. */
  indexesIn(document: vscode.TextDocument): ReadonlySet<number>;
  /** True if sending began so recently that this click is the second one of a double click. */
  isDoubleClick(uri: unknown, index: unknown): boolean;
  readonly onDidChange: vscode.Event<void>;
}

export function createRequestsInFlight(): RequestsInFlight {
  const changed = new vscode.EventEmitter<void>();
  const running = new Set<DocumentRequests & { at: number }>();
  const runningIn = (uri: vscode.Uri) =>
    [...running].filter(({ document }) => document.uri.toString() === uri.toString());
  const indexesIn = ({ uri }: vscode.TextDocument) => new Set(runningIn(uri).flatMap(indexesNow));
  return {
    async during(document, requests, work) {
      const begun = indexesIn(document);
      if (requests.some(({ index }) => begun.has(index))) return false;
      const sent = { document, requests, parsed: parsedDocument(document), at: Date.now() };
      running.add(sent);
      changed.fire();
      try {
        await work();
      } finally {
        running.delete(sent);
        changed.fire();
      }
      return true;
    },
    indexesIn,
    isDoubleClick(uri, index) {
      if (!(uri instanceof vscode.Uri) || typeof index !== 'number') return false;
      return runningIn(uri).some(each => isSecondClick(each.at) && indexesNow(each).includes(index));
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
