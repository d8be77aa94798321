import * as vscode from 'vscode';
import type { ApiError } from '../../api/errors';
import { apiErrorKind, ApiMessages } from '../../api/messages/apiMessages';
import { apiEditorTemplates, type ApiErrorKind } from '../../api/messages/templates';
import { plainText } from './plainText';
import type { Action, Message } from './uiError';
import { translate } from './translate';

/** The messages for failed calls, in the language of VS Code. */
export const apiMessages = new ApiMessages(translate, apiEditorTemplates, text => plainText(text, 500));

const retry: Action[] = ['tryAgain', 'showLog'];
/** The connection may be the cause: the diagnosis explains more than the log. */
const checkNetwork: Action[] = ['tryAgain', 'diagnose', 'showLog'];
const checkAddress: Action[] = ['tryAgain', 'editApplication', 'diagnose'];

type Label = (error: ApiError) => string;
const notFromService: Label = () => vscode.l10n.t('Not a response of the service');

/** The buttons for each kind of failed call, and its label for a tree item (absent: the message). */
const table: Record<ApiErrorKind, [actions: Action[], label?: Label]> = {
  cancelled: [[]],
  timeout: [checkNetwork, () => vscode.l10n.t('No response in time')],
  unknownHost: [checkAddress, () => vscode.l10n.t('Host not found')],
  refused: [checkAddress, () => vscode.l10n.t('Connection refused')],
  tls: [checkAddress, () => vscode.l10n.t('No secure connection')],
  proxy: [checkNetwork, () => vscode.l10n.t('No connection through the proxy')],
  clientCertificate: [
    ['enterPassphrase', 'tryAgain', 'diagnose'],
    () => vscode.l10n.t('Client certificate cannot be used'),
  ],
  network: [checkNetwork, () => vscode.l10n.t('Connection broken')],
  tooLarge: [['showLog']],
  endless: [['showLog']],
  notJson: [checkAddress, notFromService],
  unexpectedShape: [checkAddress, notFromService],
  tooManyRedirects: [checkAddress],
  unsafeRedirect: [checkAddress],
  insecure: [['tryAgain', 'editApplication', 'showLog']],
  unauthorized: [retry, () => vscode.l10n.t('Not authorized (401)')],
  forbidden: [retry, () => vscode.l10n.t('Not permitted (403)')],
  notFound: [retry, () => vscode.l10n.t('Not found (404)')],
  tooManyRequests: [retry, () => vscode.l10n.t('Too many requests (429)')],
  serverError: [retry, ({ status }) => vscode.l10n.t('The service has a problem ({0})', status ?? 0)],
  otherStatus: [retry, ({ status }) => vscode.l10n.t('The service refused ({0})', status ?? 0)],
};

export function apiErrorMessage(error: ApiError): Message {
  return { text: apiMessages.message(error), actions: table[apiErrorKind(error)][0] };
}

export function apiErrorLabel(error: ApiError): string {
  const [, label = failed => apiMessages.message(failed)] = table[apiErrorKind(error)];
  return label(error);
}
