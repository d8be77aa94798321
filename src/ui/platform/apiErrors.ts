import * as vscode from 'vscode';
import type { ApiError, ApiErrorCode } from '../../api/errors';
import type { ErrorEntry } from './errorTable';
import { plainText } from './plainText';
import type { Action } from './uiError';

/** The error statuses that have a sentence of their own. */
type StatusKind = 'unauthorized' | 'forbidden' | 'notFound' | 'tooManyRequests' | 'serverError' | 'otherStatus';
type Kind = Exclude<ApiErrorCode, 'status'> | StatusKind;

const retry: Action[] = ['tryAgain', 'showLog'];
const checkApplication: Action[] = ['tryAgain', 'editApplication', 'showLog'];

/** Label, sentence and buttons of every failed call to the service. */
const table: Record<Kind, ErrorEntry<ApiError>> = {
  cancelled: {
    message: () => vscode.l10n.t('Cancelled.'),
    actions: [],
  },
  timeout: {
    label: () => vscode.l10n.t('No response in time'),
    message: error =>
      vscode.l10n.t('{0} did not respond in time. Check the network, or try again later.', originOf(error)),
    actions: retry,
  },
  unknownHost: {
    label: () => vscode.l10n.t('Host not found'),
    message: error => vscode.l10n.t('The host {0} was not found. Check the address and the network.', originOf(error)),
    actions: checkApplication,
  },
  refused: {
    label: () => vscode.l10n.t('Connection refused'),
    message: error =>
      vscode.l10n.t(
        'Nothing answers at {0}: the connection was refused. Check the address and whether the server runs.',
        originOf(error),
      ),
    actions: checkApplication,
  },
  tls: {
    label: () => vscode.l10n.t('No secure connection'),
    message: error =>
      vscode.l10n.t(
        'No secure connection to {0} ({1}). Check the certificate, or the proxy settings of VS Code.',
        originOf(error),
        error.reason ?? 'TLS',
      ),
    actions: checkApplication,
  },
  network: {
    label: () => vscode.l10n.t('Connection broken'),
    message: networkMessage,
    actions: retry,
  },
  tooLarge: {
    message: error => vscode.l10n.t('The response of {0} is larger than can be shown.', originOf(error)),
    actions: ['showLog'],
  },
  endless: {
    message: error =>
      vscode.l10n.t(
        'A list of {0} has no end within {1} items. No more of it is read.',
        originOf(error),
        error.expected ?? '?',
      ),
    actions: ['showLog'],
  },
  notJson: {
    label: () => vscode.l10n.t('Not a response of the service'),
    message: error => vscode.l10n.t('Expected JSON from {0}, but received: {1}', error.url, quoted(error.received)),
    actions: checkApplication,
  },
  unexpectedShape: {
    label: () => vscode.l10n.t('Not a response of the service'),
    message: error =>
      vscode.l10n.t(
        'The response of {0} has no "{1}"; it contains: {2}. Check that the address belongs to the service.',
        error.url,
        error.expected ?? '?',
        quoted(error.received),
      ),
    actions: checkApplication,
  },
  tooManyRedirects: {
    message: error =>
      vscode.l10n.t('{0} redirected too often. Check that the address belongs to the service.', error.url),
    actions: checkApplication,
  },
  unsafeRedirect: {
    message: error =>
      vscode.l10n.t(
        '{0} redirected to {1}. This was not followed, because credentials could have reached someone else.',
        error.url,
        error.received ?? '?',
      ),
    actions: checkApplication,
  },
  insecure: {
    message: error => vscode.l10n.t('{0} uses plain http. Credentials are only sent over https.', originOf(error)),
    actions: checkApplication,
  },
  unauthorized: {
    label: () => vscode.l10n.t('Not authorized (401)'),
    message: error => vscode.l10n.t('{0} does not accept the authorization ({1}).', originOf(error), responseOf(error)),
    actions: retry,
  },
  forbidden: {
    label: () => vscode.l10n.t('Not permitted (403)'),
    message: error => vscode.l10n.t('{0} does not permit this ({1}).', originOf(error), responseOf(error)),
    actions: retry,
  },
  notFound: {
    label: () => vscode.l10n.t('Not found (404)'),
    message: error =>
      vscode.l10n.t('Not found at {0} ({1}). Check the ID and the environment.', originOf(error), responseOf(error)),
    actions: retry,
  },
  tooManyRequests: {
    label: () => vscode.l10n.t('Too many requests (429)'),
    message: error =>
      error.retryAfter === undefined
        ? vscode.l10n.t('{0} receives too many requests. Try again in a minute.', originOf(error))
        : vscode.l10n.t('{0} receives too many requests. Try again in {1} s.', originOf(error), error.retryAfter),
    actions: retry,
  },
  serverError: {
    label: error => vscode.l10n.t('The service has a problem ({0})', error.status ?? 0),
    message: error =>
      vscode.l10n.t('{0} has a problem of its own ({1}). Try again later.', originOf(error), responseOf(error)),
    actions: retry,
  },
  otherStatus: {
    label: error => vscode.l10n.t('The service refused ({0})', error.status ?? 0),
    message: error => vscode.l10n.t('{0} refused the request ({1}).', originOf(error), responseOf(error)),
    actions: retry,
  },
};

export function apiErrorEntry(error: ApiError): ErrorEntry<ApiError> {
  return table[error.code === 'status' ? statusKind(error.status ?? 0) : error.code];
}

function statusKind(status: number): StatusKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooManyRequests';
  return status >= 500 ? 'serverError' : 'otherStatus';
}

function networkMessage(error: ApiError): string {
  const origin = originOf(error);
  const { reason } = error;
  if (reason === undefined) {
    return vscode.l10n.t('The connection to {0} could not be made. Check the address and the network.', origin);
  }
  return reason.startsWith('ERR_PROXY')
    ? vscode.l10n.t('The proxy did not connect to {0} ({1}). Check the proxy settings of VS Code.', origin, reason)
    : vscode.l10n.t('The connection to {0} broke ({1}). Check the network, or try again.', origin, reason);
}

function originOf({ url }: ApiError): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** The status, and what the server said with it. */
function responseOf({ status, serverMessage, received }: ApiError): string {
  const said = serverMessage ?? (received === '' ? undefined : received);
  return said === undefined ? `${status}` : `${status}, ${quoted(said)}`;
}

/** Text of a server in quotation marks. */
export function quoted(text: string | undefined): string {
  return text === undefined || text === '' ? vscode.l10n.t('nothing') : `“${plainText(text, 500)}”`;
}
