import * as vscode from 'vscode';
import type { ApiError, ApiErrorCode } from '../../api/errors';
import type { ErrorEntry } from './errorTable';
import { plainText } from './plainText';
import type { Action } from './uiError';

/** The error statuses that have a sentence of their own. */
type StatusKind = 'unauthorized' | 'forbidden' | 'notFound' | 'tooManyRequests' | 'serverError' | 'otherStatus';
/** Failures caused by the route, whatever their code. */
type RouteKind = 'proxy' | 'clientCertificate';
type Kind = Exclude<ApiErrorCode, 'status'> | StatusKind | RouteKind;

const retry: Action[] = ['tryAgain', 'showLog'];
const checkApplication: Action[] = ['tryAgain', 'editApplication', 'showLog'];
/** The connection may be broken: its diagnosis helps more than the log. */
const checkNetwork: Action[] = ['tryAgain', 'diagnose', 'showLog'];
const checkAddress: Action[] = ['tryAgain', 'editApplication', 'diagnose'];

/** Labels, messages and buttons of failed calls to the service. */
const table: Record<Kind, ErrorEntry<ApiError>> = {
  cancelled: {
    message: () => vscode.l10n.t('Cancelled.'),
    actions: [],
  },
  timeout: {
    label: () => vscode.l10n.t('No response in time'),
    message: error =>
      vscode.l10n.t('{0} did not respond in time. Check the network, or try again later.', originOf(error)),
    actions: checkNetwork,
  },
  unknownHost: {
    label: () => vscode.l10n.t('Host not found'),
    message: error => vscode.l10n.t('The host {0} was not found. Check the address and the network.', originOf(error)),
    actions: checkAddress,
  },
  refused: {
    label: () => vscode.l10n.t('Connection refused'),
    message: error =>
      vscode.l10n.t(
        '{0} refused the connection. Check the address and whether the server is running.',
        originOf(error),
      ),
    actions: checkAddress,
  },
  tls: {
    label: () => vscode.l10n.t('No secure connection'),
    message: tlsMessage,
    actions: checkAddress,
  },
  proxy: {
    label: () => vscode.l10n.t('No connection through the proxy'),
    message: proxyMessage,
    actions: checkNetwork,
  },
  clientCertificate: {
    label: () => vscode.l10n.t('Client certificate cannot be used'),
    message: clientCertificateMessage,
    actions: ['enterPassphrase', 'tryAgain', 'diagnose'],
  },
  network: {
    label: () => vscode.l10n.t('Connection broken'),
    message: networkMessage,
    actions: checkNetwork,
  },
  tooLarge: {
    message: error => vscode.l10n.t('The response of {0} is larger than can be shown.', originOf(error)),
    actions: ['showLog'],
  },
  endless: {
    message: error =>
      vscode.l10n.t(
        'A list of {0} goes on beyond {1} items. The rest is not read.',
        originOf(error),
        error.expected ?? '?',
      ),
    actions: ['showLog'],
  },
  notJson: {
    label: () => vscode.l10n.t('Not a response of the service'),
    message: error => vscode.l10n.t('Expected JSON from {0}, but received: {1}', error.url, quoted(error.received)),
    actions: checkAddress,
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
    actions: checkAddress,
  },
  tooManyRedirects: {
    message: error =>
      vscode.l10n.t('{0} redirected too often. Check that the address belongs to the service.', error.url),
    actions: checkAddress,
  },
  unsafeRedirect: {
    message: error =>
      vscode.l10n.t(
        '{0} redirected to {1}. This was not followed, because credentials could have reached someone else.',
        error.url,
        error.received ?? '?',
      ),
    actions: checkAddress,
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
      vscode.l10n.t('{0} reports an internal error ({1}). Try again later.', originOf(error), responseOf(error)),
    actions: retry,
  },
  otherStatus: {
    label: error => vscode.l10n.t('The service refused ({0})', error.status ?? 0),
    message: error => vscode.l10n.t('{0} refused the request ({1}).', originOf(error), responseOf(error)),
    actions: retry,
  },
};

export function apiErrorEntry(error: ApiError): ErrorEntry<ApiError> {
  return table[kindOf(error)];
}

function kindOf({ code, reason = '', status = 0 }: ApiError): Kind {
  if (reason.startsWith('ERR_PROXY')) return 'proxy';
  if (reason.startsWith('CLIENT_CERT')) return 'clientCertificate';
  return code === 'status' ? statusKind(status) : code;
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
  return reason === undefined
    ? vscode.l10n.t('Could not connect to {0}. Check the address and the network.', origin)
    : vscode.l10n.t('The connection to {0} was lost ({1}). Check the network, or try again.', origin, reason);
}

function proxyMessage(error: ApiError): string {
  const { reason = '' } = error;
  return reason === 'ERR_PROXY_407'
    ? vscode.l10n.t(
        'The proxy requires authentication ({0}). Set http.proxyAuthorization, or put a user name and password in http.proxy. For Kerberos and NTLM, set hydrogen.http.client to “vscode”.',
        reason,
      )
    : vscode.l10n.t(
        'The proxy did not connect to {0} ({1}). Check the proxy settings of VS Code.',
        originOf(error),
        reason,
      );
}

function clientCertificateMessage(error: ApiError): string {
  return error.reason === 'CLIENT_CERT_UNREADABLE'
    ? vscode.l10n.t(
        'The files of the client certificate for {0} cannot be read. Check hydrogen.http.clientCertificates.',
        originOf(error),
      )
    : vscode.l10n.t(
        'The client certificate for {0} cannot be opened. Enter its passphrase, or check that the certificate and key belong together.',
        originOf(error),
      );
}

function tlsMessage(error: ApiError): string {
  const origin = originOf(error);
  const reason = error.reason ?? 'TLS';
  if (reason === 'CERT_HAS_EXPIRED') {
    return vscode.l10n.t(
      'No secure connection to {0}: its certificate has expired ({1}). Check the clock of this machine. If it is right, the operator of the server must renew the certificate.',
      origin,
      reason,
    );
  }
  if (reason === 'CERT_NOT_YET_VALID') {
    return vscode.l10n.t(
      'No secure connection to {0}: its certificate is not valid yet ({1}). Check the clock of this machine.',
      origin,
      reason,
    );
  }
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return vscode.l10n.t(
      'No secure connection to {0}: the certificate is for another name ({1}). Check the address. The sign-in page of a network may have responded instead.',
      origin,
      reason,
    );
  }
  if (/SELF_SIGNED|UNABLE_TO/.test(reason)) {
    return vscode.l10n.t(
      'No secure connection to {0}: this machine does not trust the issuer of the certificate ({1}). Add your company’s certificate authority to the system, or to NODE_EXTRA_CA_CERTS.',
      origin,
      reason,
    );
  }
  if (/CERTIFICATE_REQUIRED/.test(reason)) {
    return vscode.l10n.t(
      'No secure connection to {0}: it requires a client certificate ({1}). Add it to hydrogen.http.clientCertificates.',
      origin,
      reason,
    );
  }
  return vscode.l10n.t(
    'No secure connection to {0} ({1}). Check the certificate, or the proxy settings of VS Code.',
    origin,
    reason,
  );
}

function originOf({ url }: ApiError): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** Returns the status and the server's message. */
function responseOf({ status, serverMessage, received }: ApiError): string {
  const said = serverMessage ?? (received === '' ? undefined : received);
  return said === undefined ? `${status}` : `${status}, ${quoted(said)}`;
}

/** Puts text of a server in quotation marks. */
export function quoted(text: string | undefined): string {
  return text === undefined || text === '' ? vscode.l10n.t('nothing') : `“${plainText(text, 500)}”`;
}
