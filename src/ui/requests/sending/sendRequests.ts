import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { labelOf } from '../../../requests/document/outline';
import type { RequestNode } from '../../../requests/document/syntax';
import { isCancelled } from '../../platform/command';
import { errorMessage } from '../../platform/messages';
import { plainText } from '../../platform/plainText';
import { editorRange } from '../document/parsedDocument';
import { toldError } from '../document/requestMessage';
import type { History, SentRequest } from '../history/history';
import type { ResponseDocument } from '../responses/response';
import type { RequestRunner } from './runner';
import type { SendStatus } from './sendStatus';
import { showResponse } from './showResponse';
import { showMessage, showStatus } from '../../platform/dialogs';

/** The requests of a document that are sent together, and where to. */
export interface SendOrder {
  document: vscode.TextDocument;
  requests: readonly RequestNode[];
  selection: Selection;
}

export interface Sender {
  /** Sends and notes it in the history; shows nothing. */
  execute(order: SendOrder): Promise<SentRequest[]>;
  /** Sends, notes it in the history and shows the response. @throws the error of a single request */
  send(order: SendOrder): Promise<void>;
}

/** @param offerSignIn called with the response to a single request about users */
export function createSender({
  runner,
  sendStatus,
  history,
  offerSignIn,
}: {
  runner: RequestRunner;
  sendStatus: SendStatus;
  history: History;
  offerSignIn: (response: ResponseDocument['response']) => Promise<void>;
}): Sender {
  const execute = ({ document, requests, selection }: SendOrder) =>
    sendStatus.during((signal, report) =>
      runner.run(document, requests, {
        selection,
        signal,
        onRequest: request => report(labelOf(request)),
        onSent: sent => void history.add(sent),
      }),
    );
  let latest: ResponseDocument | undefined;
  const show = async (document: vscode.TextDocument, response: ResponseDocument) => {
    latest = response;
    try {
      await showResponse(document, response);
    } catch (error) {
      // A later response took its place while it was opened.
      if (latest === response) throw error;
    }
  };
  return {
    execute,
    async send(order) {
      const all = await execute(order);
      const last = all.at(-1);
      const shown = last?.response ?? all.findLast(({ response }) => response !== undefined)?.response;
      if (shown !== undefined) await show(order.document, shown);
      if (order.requests.length > 1) {
        showOutcome(order, all);
        return;
      }
      if (last?.error !== undefined) throwError(last);
      if (shown !== undefined && last?.resolved?.operation?.category === 'user') void offerSignIn(shown.response);
    },
  };
}

/** The request as it goes to the application and environment of the selection. */
export function withoutPlace(request: RequestNode): RequestNode {
  return {
    ...request,
    directives: request.directives.filter(({ name }) => !['application', 'environment'].includes(name.text)),
  };
}

/** Of several requests: how many got a response, and where and why it stopped. */
function showOutcome({ document, requests }: SendOrder, all: readonly SentRequest[]): void {
  const last = all.at(-1);
  const good = all.filter(({ result }) => result?.report.ok === true).length;
  if (last === undefined || good === requests.length) {
    const text = vscode.l10n.t('All {0} requests were answered.', good);
    showStatus(text, 8000, 'check');
    return;
  }
  const { line } = document.positionAt(last.request.line.start);
  const text = vscode.l10n.t(
    'Stopped at “{0}” in line {1}, after {2} of {3} requests. {4}',
    plainText(labelOf(last.request), 80),
    line + 1,
    good,
    requests.length,
    reasonOf(last),
  );
  void offerToGo(text, document, editorRange(document, last.request.line));
}

function reasonOf(sent: SentRequest): string {
  if (isCancelled(sent.error)) return cancelledText(sent);
  if (sent.result === undefined) return errorMessage(toldError(sent.error)).text;
  return vscode.l10n.t('It was answered with {0}.', sent.result.status);
}

async function offerToGo(text: string, document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  const go = vscode.l10n.t('Go to Request');
  const chosen = await showMessage('warning', text, go);
  if (chosen === go) await vscode.window.showTextDocument(document, { selection });
}

/** @throws the error of the request; the status bar tells of a cancelled one, which has no message */
export function throwError(sent: SentRequest): never {
  if (isCancelled(sent.error)) showStatus(cancelledText(sent), 8000, 'circle-slash');
  throw toldError(sent.error) as Error;
}

/** A request that was declined was not sent; one that was cancelled later may have arrived. */
function cancelledText({ error, resolved }: SentRequest): string {
  if (error instanceof vscode.CancellationError) return vscode.l10n.t('It was not sent.');
  return resolved === undefined || resolved.risk === 'reads'
    ? vscode.l10n.t('Cancelled.')
    : vscode.l10n.t('Cancelled. The service may have received it.');
}
