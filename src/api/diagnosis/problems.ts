import type { ApiError } from '../errors';

/** The problem of a route. `StepFacts` has the values for its message. */
export type RouteProblem =
  | 'proxyUnusable' // its address is malformed, or of an unknown kind
  | 'noAddress' // the host name has no address
  | 'proxyNoAddress'
  | 'refused' // no server listens
  | 'proxyDown'
  | 'unreachable' // no route to the address, or no answer in time
  | 'proxyUnreachable'
  | 'proxyPassword' // 407
  | 'proxyRejected' // 407 although a login was sent
  | 'proxyStatus' // it refuses to connect
  | 'proxyPage' // it answers with a web page
  | 'proxyRedirect' // it redirects, as a sign-in page does
  | 'proxyNoTls' // the address says https, the proxy speaks http
  | 'proxyTls' // no secure connection to the proxy itself
  | 'proxySilent'
  | 'proxyClosed'
  | 'noTls' // the server does not speak TLS, often it speaks http
  | 'tlsSilent'
  | 'tlsFailed'
  | 'oldTls' // it only supports TLS 1.1 or older
  | 'handshakeRefused' // no client certificate, or no common cipher; TLS 1.2 does not say which
  | 'certificateEnded'
  | 'certificateNotYet'
  | 'certificateName'
  | 'certificateUnknown' // not signed by a trusted authority
  | 'clientCertificateWanted'
  | 'clientCertificateUnusable'
  | 'notChecked' // certificates are not checked
  | 'clock' // the clock of this machine differs from the service's
  | 'page' // a web page instead of the service
  | 'otherService' // JSON that the service does not send
  | 'redirected' // to another host, as the sign-in page of a network does
  | 'status'
  | 'blocked' // refused with a web page, as firewalls and gateways do
  | 'tooMany' // 429
  | 'serverError' // 5xx
  | 'slow'
  | 'silent'
  | 'failed';

/** Maps the error code of a failed TLS connection to a problem. */
export function tlsProblem(code: string): RouteProblem {
  if (code === 'CERT_HAS_EXPIRED') return 'certificateEnded';
  if (code === 'CERT_NOT_YET_VALID') return 'certificateNotYet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificateName';
  if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/.test(code)) return 'certificateUnknown';
  if (/CERTIFICATE_REQUIRED/.test(code)) return 'clientCertificateWanted';
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) return 'oldTls';
  if (/ALERT_HANDSHAKE_FAILURE/.test(code)) return 'handshakeRefused';
  return /EPROTO|WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST|RECORD_HEADER|UNKNOWN_PROTOCOL/.test(code)
    ? 'noTls'
    : 'tlsFailed';
}

export function readProblem({ code, reason = '', status = 0, received = '' }: ApiError): RouteProblem {
  if (code === 'notJson') return received.trimStart().startsWith('<') ? 'page' : 'otherService';
  if (code === 'unexpectedShape') return 'otherService';
  if (code === 'unsafeRedirect' || code === 'tooManyRedirects') return 'redirected';
  if (/CERTIFICATE_REQUIRED/.test(reason)) return 'clientCertificateWanted';
  if (code === 'timeout') return 'silent';
  if (code !== 'status') return 'failed';
  if (status === 429) return 'tooMany';
  if (status >= 500) return 'serverError';
  return received.trimStart().startsWith('<') ? 'blocked' : 'status';
}
