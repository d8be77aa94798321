import type * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { NamedResponse } from '../../../requests/document/responseReference';
import { targetKey } from './requestTarget';

/** Stores responses of named requests, so that later requests of the same document can use their values. */
export class NamedResponses {
  readonly #byDocument = new WeakMap<vscode.TextDocument, Map<string, Map<string, NamedResponse>>>();

  /**
   * Returns the responses by request name, for one application and environment: values must not leak to another target.
   */
  of(document: vscode.TextDocument, selection: Selection): Map<string, NamedResponse> {
    const byTarget = this.#byDocument.get(document) ?? new Map<string, Map<string, NamedResponse>>();
    this.#byDocument.set(document, byTarget);
    const target = targetKey(selection);
    const byName = byTarget.get(target) ?? new Map<string, NamedResponse>();
    byTarget.set(target, byName);
    return byName;
  }
}
