import type { ApiError } from '../errors';

/** What is wrong; `StepFacts` has what a sentence about it needs. */
export type Problem =
  | 'proxyUnusable' // its address is malformed, or of an unknown kind
  | 'noAddress' // no address is found for the name of the server
  | 'proxyNoAddress'
  | 'refused' // nothing listens
  | 'proxyDown'
  | 'unreachable' // no way to the address, or none in time
  | 'proxyUnreachable'
  | 'proxyPassword' // 407
  | 'proxyStatus' // it refuses to connect
  | 'proxyPage' // it answers with a web page
  | 'proxySilent'
  | 'proxyClosed'
  | 'noTls' // what answers speaks something else, often http
  | 'tlsSilent'
  | 'tlsFailed'
  | 'certificateEnded'
  | 'certificateNotYet'
  | 'certificateName'
  | 'certificateUnknown' // nobody who is trusted signed it
  | 'clientCertificateWanted'
  | 'clientCertificateUnusable'
  | 'notChecked' // certificates are not checked
  | 'clock' // the clock of this machine differs from the service's
  | 'page' // a web page in place of the service
  | 'redirected' // to elsewhere, as the sign-in page of a network does
  | 'status'
  | 'silent'
  | 'failed';

/** By the code of a TLS connection that failed. */
export function tlsProblem(code: string): Problem {
  if (code === 'CERT_HAS_EXPIRED') return 'certificateEnded';
  if (code === 'CERT_NOT_YET_VALID') return 'certificateNotYet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificateName';
  if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/.test(code)) return 'certificateUnknown';
  if (/CERTIFICATE_REQUIRED/.test(code)) return 'clientCertificateWanted';
  return /EPROTO|WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST|RECORD_HEADER|UNKNOWN_PROTOCOL/.test(code)
    ? 'noTls'
    : 'tlsFailed';
}

export function readProblem({ code, reason = '' }: ApiError): Problem {
  if (code === 'notJson' || code === 'unexpectedShape') return 'page';
  if (code === 'unsafeRedirect' || code === 'tooManyRedirects') return 'redirected';
  if (/CERTIFICATE_REQUIRED/.test(reason)) return 'clientCertificateWanted';
  if (code === 'timeout') return 'silent';
  return code === 'status' ? 'status' : 'failed';
}
