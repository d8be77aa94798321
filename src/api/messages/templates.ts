import type { ApiErrorCode } from '../errors';

/** The error statuses that have their own message. */
type StatusKind = 'unauthorized' | 'forbidden' | 'notFound' | 'tooManyRequests' | 'serverError' | 'otherStatus';
/** Failures of the proxy or the client certificate, with any error code. */
type RouteKind = 'proxy' | 'clientCertificate';
/** The kinds of failed calls; each has its own message. */
export type ApiErrorKind = Exclude<ApiErrorCode, 'status'> | StatusKind | RouteKind;

/** Templates for the failures whose remedy depends on the host: the editor names settings, the program variables and options. */
export interface ApiHostTemplates {
  timeout: string;
  proxy: string;
  proxyAuthentication: string;
  clientCertificateRequired: string;
  tls: string;
}

export const apiEditorTemplates: ApiHostTemplates = {
  timeout: '{0} did not respond in time. Check the network, or try again later.',
  proxy: 'The proxy did not connect to {0} ({1}). Check the proxy settings of VS Code.',
  proxyAuthentication:
    'The proxy requires authentication ({0}). Set http.proxyAuthorization, or put a user name and password in http.proxy. For Kerberos and NTLM, set hydrogen.http.client to “vscode”.',
  clientCertificateRequired:
    'No secure connection to {0}: it requires a client certificate ({1}). Add it to hydrogen.http.clientCertificates.',
  tls: 'No secure connection to {0} ({1}). Check the certificate, or the proxy settings of VS Code.',
};

export const apiProgramTemplates: ApiHostTemplates = {
  timeout: '{0} did not respond in time. # @timeout gives a request more time.',
  proxy: 'The proxy did not connect to {0} ({1}). Check HTTPS_PROXY and HTTP_PROXY.',
  proxyAuthentication:
    'The proxy requires authentication ({0}). Put a user name and password in HTTPS_PROXY or HTTP_PROXY.',
  clientCertificateRequired: 'No secure connection to {0}: it requires a client certificate ({1}).',
  tls: 'No secure connection to {0} ({1}). Check the certificate and the proxy.',
};

/**
 * Messages that state the failure and the next step. `{0}` is the origin or the address, `{1}` the response, the reason
 * or a limit.
 */
export const apiTemplates: Record<Exclude<ApiErrorKind, keyof ApiHostTemplates | 'clientCertificate'>, string> = {
  cancelled: 'Cancelled.',
  unknownHost: 'The host {0} was not found. Check the address and the network.',
  refused: '{0} refused the connection. Check the address and whether the server is running.',
  network: 'Could not connect to {0}. Check the address and the network.',
  tooLarge: 'The response of {0} is larger than can be shown.',
  endless: 'A list of {0} has more than {1} items. The rest is not read.',
  notJson: 'Expected JSON from {0}, but received: {1}',
  unexpectedShape: 'The response of {0} has no "{1}"; it contains: {2}. Check that the address belongs to the service.',
  tooManyRedirects: '{0} redirected too often. Check that the address belongs to the service.',
  unsafeRedirect: '{0} redirected to {1}. This was not followed, because credentials could have reached someone else.',
  insecure: '{0} uses plain http. Credentials are only sent over https.',
  unauthorized: '{0} does not accept the authorization ({1}).',
  forbidden: '{0} does not permit this ({1}).',
  notFound: 'Not found at {0} ({1}). Check the ID and the environment.',
  tooManyRequests: '{0} receives too many requests. Try again in a minute.',
  serverError: '{0} reports an internal error ({1}). Try again later.',
  otherStatus: '{0} refused the request ({1}).',
};

/**
 * More specific messages for some failures in `apiTemplates`. `{1}` is the system error code, or the seconds to wait.
 */
export const apiVariants = {
  connectionLost: 'The connection to {0} was lost ({1}). Check the network, or try again.',
  retryAfter: '{0} receives too many requests. Try again in {1} s.',
  webPage:
    'A web page refused the request to {0} ({1}), as a firewall or gateway does. Ask its operator to allow this host.',
  certificateUnreadable:
    'The files of the client certificate for {0} cannot be read. Check hydrogen.http.clientCertificates.',
  certificateUnusable:
    'The client certificate for {0} cannot be opened. Enter its passphrase, or check that the certificate and key belong together.',
  certificateExpired:
    'No secure connection to {0}: its certificate has expired ({1}). Check the clock of this machine. If it is right, the operator of the server must renew the certificate.',
  certificateNotYetValid:
    'No secure connection to {0}: its certificate is not valid yet ({1}). Check the clock of this machine.',
  certificateOfAnotherName:
    'No secure connection to {0}: the certificate is for another name ({1}). Check the address. The sign-in page of a network may have responded instead.',
  untrustedIssuer:
    'No secure connection to {0}: this machine does not trust the issuer of the certificate ({1}). Add your company’s certificate authority to the system, or to NODE_EXTRA_CA_CERTS.',
  nothing: 'nothing',
};

/** Messages about an ID with which no request is sent. `{0}` is the ID. */
export const idTemplates = {
  empty: 'The ID is empty, so nothing was sent.',
  unusable: 'The ID {0} would lead to another address, so nothing was sent.',
};
