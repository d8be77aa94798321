import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import { isSecondClick } from '../../platform/doubleClick';

/** The requests that are being sent. None of them is sent a second time meanwhile. */
export interface RequestsInFlight extends vscode.Disposable {
  /** Runs `work` unless one of the requests is in flight. Returns whether it ran. */
  during(document: vscode.TextDocument, requests: readonly RequestNode[], work: () => Promise<void>): Promise<boolean>;
  has(document: vscode.TextDocument, index: number): boolean;
  /** True if sending began so recently that this click is the second one of a double click. */
  isDoubleClick(uri: unknown, index: unknown): boolean;
  readonly onDidChange: vscode.Event<void>;
}

export function createRequestsInFlight(): RequestsInFlight {
  const changed = new vscode.EventEmitter<void>();
  /** The start time of each request in Unix milliseconds. */
  const begun = new Map<string, number>();
  const keyOf = (uri: vscode.Uri, index: number) => `${index} ${uri.toString()}`;
  return {
    async during(document, requests, work) {
      const keys = requests.map(({ index }) => keyOf(document.uri, index));
      if (keys.some(key => begun.has(key))) return false;
      for (const key of keys) begun.set(key, Date.now());
      changed.fire();
      try {
        await work();
      } finally {
        for (const key of keys) begun.delete(key);
        changed.fire();
      }
      return true;
    },
    has: ({ uri }, index) => begun.has(keyOf(uri, index)),
    isDoubleClick(uri, index) {
      if (!(uri instanceof vscode.Uri) || typeof index !== 'number') return false;
      return isSecondClick(begun.get(keyOf(uri, index)) ?? 0);
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
