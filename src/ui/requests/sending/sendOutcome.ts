import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { hasPassed } from '../../../requests/checks/verdict';
import { labelOf } from '../../../requests/document/outline';
import { withFailedCall } from '../../messages/failedCall';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { UiError, type Action } from '../../messages/uiError';
import { isCancelled } from '../../platform/command';
import { showMessage, showStatus } from '../../platform/dialogs';
import { editorRange } from '../document/parsedDocument';
import { asUiError, messages } from '../document/requestMessage';
import type { DocumentRequests } from '../document/requestsNow';
import type { SentRequest } from '../history/history';

/**
 * Offers to replace a stored secret that the service may have refused, because stored secrets are not asked for again.
 */
export async function offerToReplace({ result, secretNames, selection: { application } }: SentRequest): Promise<void> {
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
export function showOutcome(
  { document, requests }: Pick<DocumentRequests, 'document' | 'requests'>,
  all: readonly SentRequest[],
): void {
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
export function wasCancelledInFlight({ error }: SentRequest): boolean {
  return isCancelled(error) && !(error instanceof vscode.CancellationError);
}

/** Returns the text for a cancelled request. One that was cancelled after it was sent may have arrived. */
export function cancelledText({ resolved, milliseconds }: SentRequest): string {
  if (milliseconds === undefined) return vscode.l10n.t('Cancelled. Nothing was sent.');
  return resolved?.risk === 'reads'
    ? vscode.l10n.t('Cancelled.')
    : vscode.l10n.t('Cancelled. The service may have received it.');
}
