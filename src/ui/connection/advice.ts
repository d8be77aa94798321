import * as vscode from 'vscode';
import type { StepResult } from '../../api/diagnosis/diagnose';
import type { RouteProblem } from '../../api/diagnosis/problems';

/** The facts of a failed step that the sentences use. `adviceFor` adds defaults for missing facts. */
interface AdviceFacts {
  ms: number;
  host: string;
  proxy: string;
  schemes: readonly string[];
  status: number;
  issuedFor: readonly string[];
  chain: readonly string[];
  from: string;
  until: string;
  reason: string;
  secondsAhead: number;
}

const advice: Record<RouteProblem, (facts: AdviceFacts) => string> = {
  proxyUnusable: () =>
    vscode.l10n.t('The address of the proxy cannot be used. Check http.proxy or the proxy environment variables.'),
  noAddress: ({ host }) =>
    vscode.l10n.t(
      'No address was found for {0}. Check the address of the application, and whether this machine is online. If the internet is only reachable through a proxy, set http.proxy.',
      host,
    ),
  proxyNoAddress: ({ host }) =>
    vscode.l10n.t('No address was found for the proxy {0}. Check http.proxy; a VPN may be off.', host),
  refused: ({ host }) =>
    vscode.l10n.t('Nothing is listening at {0}. Check the address and whether the server is running.', host),
  proxyDown: ({ host }) =>
    vscode.l10n.t('The proxy {0} is not running, or not at this address. Check http.proxy.', host),
  unreachable: ({ host }) =>
    vscode.l10n.t(
      'Could not connect to {0}. A firewall may be in the way, or the network has changed. If the internet is only reachable through a proxy, set http.proxy.',
      host,
    ),
  proxyUnreachable: ({ host }) =>
    vscode.l10n.t('Could not connect to the proxy {0}. Check http.proxy; a VPN may be off.', host),
  proxyPassword: ({ schemes }) =>
    schemes.some(scheme => /^(negotiate|ntlm)$/i.test(scheme))
      ? vscode.l10n.t(
          'The proxy requires authentication ({0}). Set hydrogen.http.client to “vscode”, which supports Kerberos (http.proxyKerberosServicePrincipal) and NTLM.',
          schemes.join(', '),
        )
      : vscode.l10n.t(
          'The proxy requires a user name and password ({0}). Set http.proxyAuthorization, or put both in http.proxy.',
          schemes.join(', '),
        ),
  proxyRejected: ({ proxy }) =>
    vscode.l10n.t(
      'The proxy {0} does not accept the user name and password. Check http.proxyAuthorization, or the login in http.proxy.',
      proxy,
    ),
  proxyRedirect: ({ proxy }) =>
    vscode.l10n.t(
      'The proxy {0} redirects to another page. You may have to sign in first: open any page in a browser.',
      proxy,
    ),
  proxyNoTls: ({ proxy }) =>
    vscode.l10n.t('The proxy {0} does not use TLS. Write its address with http:// in http.proxy.', proxy),
  proxyTls: ({ proxy, reason }) =>
    vscode.l10n.t(
      'Could not establish a secure connection to the proxy {0} ({1}). Check its certificate, or write its address with http:// in http.proxy.',
      proxy,
      reason,
    ),
  proxyStatus: ({ host, status }) =>
    vscode.l10n.t(
      'The proxy refused to connect to {0} (status {1}). Ask its operator to allow the host, or add it to http.noProxy.',
      host,
      status,
    ),
  proxyPage: () =>
    vscode.l10n.t(
      'The proxy responded with a web page. You may have to sign in first: open any page in a browser. Or the address belongs to something other than a proxy.',
    ),
  proxySilent: ({ proxy }) =>
    vscode.l10n.t('The proxy {0} does not respond. Check http.proxy, or try again later.', proxy),
  proxyClosed: ({ proxy }) =>
    vscode.l10n.t(
      'The proxy {0} closes the connection. Check http.proxy: the port may belong to another kind of service.',
      proxy,
    ),
  noTls: ({ host }) =>
    vscode.l10n.t(
      'The server at {0} does not use TLS. A web page of a proxy or of the network may have responded instead, or the server only supports plain http.',
      host,
    ),
  tlsSilent: ({ host }) =>
    vscode.l10n.t(
      '{0} accepts connections but does not respond. Try again later; a firewall may be holding the connection.',
      host,
    ),
  tlsFailed: ({ host }) =>
    vscode.l10n.t('Could not establish a secure connection to {0}. A firewall or proxy may be interrupting it.', host),
  oldTls: ({ host }) =>
    vscode.l10n.t(
      '{0} only supports TLS 1.1 or older, which is not secure. Its operator must enable TLS 1.2 or 1.3.',
      host,
    ),
  handshakeRefused: ({ host }) =>
    vscode.l10n.t(
      '{0} refused the secure connection. It may require a client certificate: add it to hydrogen.http.clientCertificates. Otherwise it has no cipher in common with this machine.',
      host,
    ),
  certificateEnded: ({ until, secondsAhead }) =>
    vscode.l10n.t('The certificate expired on {0}. The operator of the server must renew it.', until) +
    clockHint(secondsAhead),
  certificateNotYet: ({ from, secondsAhead }) =>
    vscode.l10n.t('The certificate is not valid before {0}. Check the clock of this machine.', from) +
    clockHint(secondsAhead),
  certificateName: ({ host, issuedFor, chain }) =>
    vscode.l10n.t(
      'The certificate of {1} is issued for {0}. Check the address. The sign-in page of a network may have responded instead: open any page in a browser.',
      issuedFor.slice(0, 5).join(', ') || (chain[0] ?? '?'),
      host,
    ),
  certificateUnknown: ({ chain }) =>
    vscode.l10n.t(
      'This machine does not trust the issuer of the certificate ({0}). Add your company’s certificate authority to the system, or to NODE_EXTRA_CA_CERTS.',
      chain.at(-1) ?? '?',
    ),
  clientCertificateWanted: () =>
    vscode.l10n.t('The server requires a client certificate. Add it to hydrogen.http.clientCertificates.'),
  clientCertificateUnusable: () =>
    vscode.l10n.t(
      'The client certificate cannot be read or opened. Check hydrogen.http.clientCertificates, or enter its passphrase.',
    ),
  notChecked: () =>
    vscode.l10n.t(
      'The certificate is not accepted, but http.proxyStrictSSL is off: anyone on the network path can read and change everything.',
    ),
  clock: ({ secondsAhead }) => clockAdvice(secondsAhead),
  page: () =>
    vscode.l10n.t(
      'A web page responded instead of the service. You may have to sign in to the network first: open any page in a browser. Or the address belongs to something else.',
    ),
  otherService: () =>
    vscode.l10n.t('Another service responded. Check the address of the application: host, port and path.'),
  redirected: () =>
    vscode.l10n.t(
      'The request was redirected elsewhere, and the redirect was not followed. You may have to sign in to the network first: open any page in a browser.',
    ),
  status: ({ status }) =>
    vscode.l10n.t(
      'The service was reached, but refused the request (status {0}). Check the Env ID and ClientID.',
      status,
    ),
  blocked: ({ status }) =>
    vscode.l10n.t(
      'A web page refused the request (status {0}), as a firewall or gateway does. Ask its operator to allow this host.',
      status,
    ),
  tooMany: () => vscode.l10n.t('The service limits the number of requests (status 429). Wait a minute and try again.'),
  serverError: ({ status }) =>
    vscode.l10n.t('The service has a fault (status {0}). Your settings are not the cause. Try again later.', status),
  slow: ({ ms }) =>
    vscode.l10n.t('The response took {0} s. The service or the network is slow.', Math.round(ms / 1000)),
  silent: () => vscode.l10n.t('No response arrived in time. Try again later.'),
  failed: ({ reason }) => vscode.l10n.t('No response arrived ({0}). Try again; the log has the details.', reason),
};

/** Returns one or two sentences on the problem and its solution; an empty text without a problem. */
export function adviceFor({ problem, facts, ms }: StepResult): string {
  if (problem === undefined) return '';
  const { host = '', proxy = host, schemes = [], status = 0, issuedFor = [], chain = [] } = facts;
  const { from = '?', until = '?', reason = '?', secondsAhead = 0 } = facts;
  return advice[problem]({ ms, host, proxy, schemes, status, issuedFor, chain, from, until, reason, secondsAhead });
}

/** Returns a hint if the clock is wrong by more than 5 minutes: a valid certificate then looks expired. */
function clockHint(secondsAhead: number): string {
  return Math.abs(secondsAhead) > 300 ? ` ${clockAdvice(secondsAhead)}` : '';
}

function clockAdvice(secondsAhead: number): string {
  const minutes = Math.round(Math.abs(secondsAhead) / 60);
  return secondsAhead > 0
    ? vscode.l10n.t('The clock of this machine is {0} minutes ahead of the service’s. Correct it.', minutes)
    : vscode.l10n.t('The clock of this machine is {0} minutes behind the service’s. Correct it.', minutes);
}
