import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type { Selection } from '../../../applications/selection';
import { hasPassed } from '../../../requests/checks/verdict';
import { labelOf, sameRequest } from '../../../requests/document/outline';
import type { RequestDocument, RequestNode } from '../../../requests/document/syntax';
import { isCancelled } from '../../platform/command';
import { withFailedCall } from '../../messages/failedCall';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { UiError, type Action } from '../../messages/uiError';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import { asUiError, messages } from '../document/requestMessage';
import { targetKey } from '../document/requestTarget';
import type { History, SentRequest } from '../history/history';
import { isImage } from '../responses/response';
import type { CheckResults } from './checkResults';
import type { RequestRunner } from './runner';
import type { SendStatus } from './sendStatus';
import { offerResponse, responseTabs, showResponse } from './showResponse';
import { offerSignIn } from '../responses/signIn';
import { showMessage, showStatus } from '../../platform/dialogs';

/** Requests of a document that are sent together, with their target. */
export interface RequestBatch {
  document: vscode.TextDocument;
  requests: readonly RequestNode[];
  selection: Selection;
}

export interface Sender {
  /** Sends the requests and stores them in the history. Does not show the responses. */
  execute(batch: RequestBatch): Promise<SentRequest[]>;
  /**
   * Sends the requests, stores them in the history and shows the last response. If it would replace the response to a
   * request that was sent later, only offers it.
   * @throws the error of the request, if it is the only one
   */
  send(batch: RequestBatch): Promise<void>;
  /**
   * Returns the last batch with the current text of its document.
   * @throws UiError if nothing was sent yet, a request is no longer found, or its document had no file and is closed
   */
  last(): RequestBatch;
}

interface SenderServices {
  runner: RequestRunner;
  sendStatus: SendStatus;
  history: History;
  checkResults: CheckResults;
}

export function createSender(services: SenderServices): Sender {
  /** The last batch that was sent, with its document at that time. */
  let lastBatch: (RequestBatch & { version: number; parsed: RequestDocument }) | undefined;
  /** The number of requests that `send` has sent. */
  let sentCount = 0;
  /** The response or failure that is being shown, or was shown last. `number`: the position of its request. */
  let opening: { uri: vscode.Uri; number: number; isOpen: boolean } | undefined;
  const show = async (document: vscode.TextDocument, uri: vscode.Uri, number: number, isPicture = false) => {
    const current = { uri, number, isOpen: false };
    opening = current;
    try {
      await showResponse(document, uri, isPicture);
    } catch (error) {
      // If another response replaced this one while it opened, the error does not matter.
      if (opening === current) throw error;
    } finally {
      current.isOpen = true;
    }
  };
  /** Whether another response would replace the last one: it is being opened, or has no tab of its own. */
  const wouldBeReplaced = () => {
    if (opening?.isOpen === false) return true;
    const tabs = opening === undefined ? [] : responseTabs(opening.uri);
    return tabs.length > 0 && tabs.every(({ isPreview }) => isPreview);
  };
  /** Shows a response, unless it would replace that of a request that was sent later. Returns whether it did. */
  const open = async (...response: Parameters<typeof show>) => {
    const [, , number] = response;
    if (opening !== undefined && opening.number > number && wouldBeReplaced()) return false;
    await show(...response);
    return true;
  };
  return {
    execute: batch => executeBatch(services, batch),
    last() {
      if (lastBatch === undefined) throw new UiError(vscode.l10n.t('Nothing has been sent in this window yet.'));
      const { requests, selection, version, parsed } = lastBatch;
      // The name of a closed document that has no file is reused, so another document may have its URI.
      if (lastBatch.document.isUntitled && lastBatch.document.isClosed) {
        throw new UiError(vscode.l10n.t('The document of the last request is closed.'));
      }
      const name = lastBatch.document.uri.toString();
      const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name) ?? lastBatch.document;
      if (document === lastBatch.document && document.version === version) return { document, requests, selection };
      const find = sameRequest(parsed, parsedDocument(document));
      return { document, requests: requests.map(old => find(old) ?? throwGone(old)), selection };
    },
    async send(batch) {
      const { document } = batch;
      lastBatch = { ...batch, version: document.version, parsed: parsedDocument(document) };
      let number = 0;
      const all = await executeBatch(services, batch, {
        onSending: () => void (number = sentCount += 1),
        // Ignores an error of the editor here. It is shown if opening the complete response fails too.
        onArriving: uri => void open(document, uri, number).catch(() => undefined),
      });
      const last = all.at(-1);
      const shown = last?.response ?? all.findLast(({ response }) => response !== undefined)?.response;
      // Shows the failure, so that an earlier response is not mistaken for the response to this request.
      if (last?.failure !== undefined) await open(document, last.failure, number);
      else if (shown !== undefined) {
        const { uri, response } = shown;
        const isPicture = isImage(response.result);
        if (!(await open(document, uri, number, isPicture)) && responseTabs(uri).length === 0)
          void offerResponse(response.title, () => show(document, uri, number, isPicture));
      }
      if (last !== undefined) void offerToReplace(last);
      if (batch.requests.length > 1) {
        showOutcome(batch, all);
        return;
      }
      if (last?.error !== undefined) throwError(last);
      if (shown !== undefined) void offerSignIn(shown);
    },
  };
}

async function executeBatch(
  { runner, sendStatus, history, checkResults }: SenderServices,
  { document, requests, selection }: RequestBatch,
  { onSending, onArriving }: { onSending?: () => void; onArriving?: (uri: vscode.Uri) => void } = {},
): Promise<SentRequest[]> {
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

/**
 * Offers to replace a stored secret that the service may have refused, because stored secrets are not asked for again.
 */
async function offerToReplace({ result, secretNames, selection: { application } }: SentRequest): Promise<void> {
  if (secretNames.length === 0 || (result?.status !== 400 && result?.status !== 401)) return;
  const buttons = secretNames.map(name => ({ title: vscode.l10n.t('Replace “{0}”…', plainText(name, 40)), name }));
  const text = vscode.l10n.t(
    'The response has the status {0}. If a stored secret is wrong, replace it and send the request again.',
    result.status,
  );
  const chosen = await showMessage('warning', text, ...buttons);
  if (chosen === undefined) return;
  await vscode.commands.executeCommand('hydrogen.request.secrets', { application, name: chosen.name });
}

/** Reports how many of several requests succeeded, and where and why sending stopped. */
function showOutcome({ document, requests }: RequestBatch, all: readonly SentRequest[]): void {
  const last = all.at(-1);
  const passedCount = all.filter(
    ({ error, result, verdicts }) => error === undefined && result !== undefined && hasPassed(result, verdicts),
  ).length;
  if (last === undefined || passedCount === requests.length) {
    const text = vscode.l10n.t('All {0} requests got a response.', passedCount);
    showStatus(text, 8000);
    return;
  }
  const { line } = document.positionAt(last.request.line.start);
  const text = vscode.l10n.t(
    'Stopped at “{0}” in line {1}, after {2} of {3} requests. {4}',
    plainText(labelOf(last.request), 80),
    line + 1,
    passedCount,
    requests.length,
    reasonOf(last),
  );
  void offerToShow(text, document, editorRange(document, last.request.line));
}

function reasonOf(sent: SentRequest): string {
  if (isCancelled(sent.error)) return cancelledText(sent);
  if (sent.error !== undefined || sent.result === undefined) return errorMessage(asUiError(sent.error)).text;
  return sent.verdicts.length > 0
    ? `${messages.count(sent.verdicts)}.`
    : vscode.l10n.t('The status is {0}.', sent.result.status);
}

async function offerToShow(text: string, document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  const go = vscode.l10n.t('Go to Request');
  const chosen = await showMessage('warning', text, go);
  if (chosen === go) await vscode.window.showTextDocument(document, { selection });
}

/** Throws the error of a request. A cancellation shows no error message, because the status bar reports it. */
export function throwError(sent: SentRequest): never {
  if (sent.error instanceof vscode.CancellationError) showStatus(cancelledText(sent), 8000);
  const error = withFailedCall(asUiError(sent.error), { target: sent.selection });
  // “Edit Application” would not help for another host.
  if (sent.resolved?.family === 'other' && error instanceof ApiError && !isCancelled(error)) {
    const { text, actions } = errorMessage(error);
    const fitting = actions.filter(action => !['editApplication', 'diagnose'].includes(action));
    throw new UiError(text, [...new Set<Action>([...fitting, 'showLog'])]);
  }
  throw error as Error;
}

/** Returns whether the user cancelled the running request. Declining a prompt throws a vscode.CancellationError instead. */
function wasCancelledInFlight({ error }: SentRequest): boolean {
  return isCancelled(error) && !(error instanceof vscode.CancellationError);
}

/** Returns the text for a cancelled request. One that was cancelled after it was sent may have arrived. */
function cancelledText({ resolved, milliseconds }: SentRequest): string {
  if (milliseconds === undefined) return vscode.l10n.t('Cancelled. Nothing was sent.');
  return resolved?.risk === 'reads'
    ? vscode.l10n.t('Cancelled.')
    : vscode.l10n.t('Cancelled. The service may have received it.');
}
