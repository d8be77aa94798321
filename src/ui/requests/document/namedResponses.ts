import type * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { NamedResponse } from '../../../requests/document/responseReference';
import { targetKey } from './requestTarget';

/** Stores responses of named requests, so that later requests of the same document can use their values. */
export interface NamedResponses {
  /**
   * Returns the responses by request name, for one application and environment: values must not leak to another target.
   */
  of(document: vscode.TextDocument, selection: Selection): Map<string, NamedResponse>;
}

export function createNamedResponses(): NamedResponses {
  const byDocument = new WeakMap<vscode.TextDocument, Map<string, Map<string, NamedResponse>>>();
  return {
    of(document, selection) {
      const byTarget = byDocument.get(document) ?? new Map<string, Map<string, NamedResponse>>();
      byDocument.set(document, byTarget);
      const target = targetKey(selection);
      const byName = byTarget.get(target) ?? new Map<string, NamedResponse>();
      byTarget.set(target, byName);
      return byName;
    },
  };
}
