import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { labelOf, sameRequest } from '../../../requests/document/outline';
import type { RequestDocument, RequestNode } from '../../../requests/document/syntax';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { parsedDocument } from '../document/parsedDocument';
import { targetKey } from '../document/requestTarget';
import type { History, SentRequest } from '../history/history';
import { offerSignIn } from '../responses/signIn';
import type { CheckResults } from './checkResults';
import { ResponseOpener } from './responseOpener';
import type { RequestRunner } from './runner';
import { cancelledText, offerToReplace, showOutcome, throwError, wasCancelledInFlight } from './sendOutcome';
import type { SendStatus } from './sendStatus';

/** Requests of a document that are sent together, with their target. */
export interface RequestBatch {
  document: vscode.TextDocument;
  requests: readonly RequestNode[];
  selection: Selection;
}

interface SenderServices {
  runner: RequestRunner;
  sendStatus: SendStatus;
  history: History;
  checkResults: CheckResults;
}

/** Sends requests of documents, stores them in the history, and remembers the last batch. */
export class RequestSender {
  readonly #services: SenderServices;
  readonly #opener = new ResponseOpener();
  /** The last batch that was sent, with its document at that time. */
  #lastBatch: (RequestBatch & { version: number; parsed: RequestDocument }) | undefined;
  /** The number of requests that `send` has sent. */
  #sentCount = 0;

  constructor(services: SenderServices) {
    this.#services = services;
  }

  /**
   * Sends the requests and shows the last response. If it would replace the response to a request that was sent later,
   * only offers it.
   * @throws the error of the request, if it is the only one
   */
  async send(batch: RequestBatch): Promise<void> {
    const { document } = batch;
    this.#lastBatch = { ...batch, version: document.version, parsed: parsedDocument(document) };
    let number = 0;
    const all = await this.execute(batch, {
      onSending: () => void (number = this.#sentCount += 1),
      // Ignores an error of the editor here. It is shown if opening the complete response fails too.
      onArriving: uri => void this.#opener.open(document, { uri, number }).catch(() => undefined),
    });
    const last = all.at(-1);
    const shown = last?.response ?? all.findLast(({ response }) => response !== undefined)?.response;
    // Shows the failure, so that an earlier response is not mistaken for the response to this request.
    if (last?.failure !== undefined) await this.#opener.open(document, { uri: last.failure, number });
    else if (shown !== undefined) await this.#opener.openOrOffer(document, shown, number);
    if (last !== undefined) void offerToReplace(last);
    if (batch.requests.length > 1) {
      showOutcome(batch, all);
      return;
    }
    if (last?.error !== undefined) throwError(last);
    if (shown !== undefined) void offerSignIn(shown);
  }

  /** Sends the requests. Does not show the responses. */
  async execute(
    { document, requests, selection }: RequestBatch,
    { onSending, onArriving }: { onSending?: () => void; onArriving?: (uri: vscode.Uri) => void } = {},
  ): Promise<SentRequest[]> {
    const { runner, sendStatus, history, checkResults } = this.#services;
    const { version } = document;
    const all = await sendStatus.during({ document, requests }, (signal, report) =>
      runner.run(document, requests, {
        selection,
        signal,
        onRequest: request => report(progressText(request, requests)),
        onSending(begun) {
          onSending?.();
          checkResults.begin(document, begun.request, targetKey(begun.selection));
          return history.begin(begun);
        },
        onArriving: uri => onArriving?.(uri),
        onSent(sent) {
          const target = targetKey(sent.selection);
          checkResults.add(document, version, sent.request, { ...sent, target, response: sent.response?.uri });
          void history.add(sent);
        },
      }),
    );
    const lastSent = all.at(-1);
    if (lastSent !== undefined && wasCancelledInFlight(lastSent)) sendStatus.showCancelled(cancelledText(lastSent));
    return all;
  }

  /**
   * Returns the last batch of `send` with the current text of its document.
   * @throws UiError if nothing was sent yet, a request is no longer found, or its document had no file and is closed
   */
  last(): RequestBatch {
    if (this.#lastBatch === undefined) throw new UiError(vscode.l10n.t('Nothing has been sent in this window yet.'));
    const { document: old, requests, selection, version, parsed } = this.#lastBatch;
    // The name of a closed document that has no file is reused, so another document may have its URI.
    if (old.isUntitled && old.isClosed) throw new UiError(vscode.l10n.t('The document of the last request is closed.'));
    const name = old.uri.toString();
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name) ?? old;
    if (document === old && document.version === version) return { document, requests, selection };
    const find = sameRequest(parsed, parsedDocument(document));
    return { document, requests: requests.map(request => find(request) ?? throwGone(request)), selection };
  }
}

function progressText(request: RequestNode, requests: readonly RequestNode[]): string {
  const label = plainText(labelOf(request), 60);
  const position = [requests.indexOf(request) + 1, requests.length] as const;
  return requests.length === 1 ? label : vscode.l10n.t('{0} of {1}: {2}', ...position, label);
}

function throwGone(request: RequestNode): never {
  throw new UiError(vscode.l10n.t('{0} is no longer in its document.', plainText(labelOf(request), 80)));
}

/** Returns the request without directives for another application or environment. */
export function withoutTarget(request: RequestNode): RequestNode {
  return {
    ...request,
    directives: request.directives.filter(({ name }) => !['application', 'environment'].includes(name.text)),
  };
}
