import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { sameRequest } from '../../../requests/document/outline';
import type { RequestDocument, RequestNode } from '../../../requests/document/syntax';
import { parsedDocument } from './parsedDocument';

/** Requests of a document, and the parsed document that contained them then. */
export interface DocumentRequests {
  document: vscode.TextDocument;
  requests: readonly RequestNode[];
  parsed: RequestDocument;
}

/** Returns the current indexes of requests that are being sent: the user may edit their document meanwhile. */
export function indexesNow({ document: { uri }, requests, parsed }: DocumentRequests): number[] {
  const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  const now = document === undefined ? parsed : parsedDocument(document);
  if (now === parsed) return requests.map(({ index }) => index);
  const find = sameRequest(parsed, now);
  const findOld = sameRequest(now, parsed);
  return requests.flatMap(old => {
    const same = find(old);
    if (same !== undefined) return same.index;
    // A request that has no title is found by its position if its line was edited.
    const atOldIndex = now.requests[old.index];
    if (atOldIndex === undefined || now.requests.length !== parsed.requests.length) return [];
    return findOld(atOldIndex) === undefined ? old.index : [];
  });
}

/** The request that a lens showed, or that failed. Until the click on the lens or button, the user may edit the document. */
export class LensRequest {
  readonly #shown: DocumentRequests;
  readonly selection: Selection | undefined;

  /** @param selection where the failed request was sent; absent for a lens, which sends to the current selection */
  constructor(document: vscode.TextDocument, request: RequestNode, selection?: Selection) {
    this.selection = selection;
    this.#shown = { document, requests: [request], parsed: parsedDocument(document) };
  }

  /** Its current index; -1 if the document no longer has it. */
  get index(): number {
    return indexesNow(this.#shown)[0] ?? -1;
  }
}
