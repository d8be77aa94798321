import * as vscode from 'vscode';
import type { StepResult } from '../../api/diagnosis/diagnose';

/** What is wrong and what to do about it, in a sentence or two. */
export function adviceFor({ problem, facts, ms }: StepResult): string {
  if (problem === undefined) return '';
  const { host = '', proxy = host, schemes = [], status = 0, issuedFor = [], chain = [], from, until } = facts;
  const ahead = facts.secondsAhead ?? 0;
  const clock = Math.abs(ahead) > 300 ? ` ${clockAdvice(ahead)}` : '';
  switch (problem) {
    case 'proxyUnusable':
      return vscode.l10n.t(
        'The address of the proxy cannot be used. Check http.proxy or the proxy environment variables.',
      );
    case 'noAddress':
      return vscode.l10n.t(
        'No address was found for {0}. Check the address of the application, and whether this machine is online. If the internet is only reachable through a proxy, set http.proxy.',
        host,
      );
    case 'proxyNoAddress':
      return vscode.l10n.t('No address was found for the proxy {0}. Check http.proxy; a VPN may be off.', host);
    case 'refused':
      return vscode.l10n.t('Nothing is listening at {0}. Check the address and whether the server is running.', host);
    case 'proxyDown':
      return vscode.l10n.t('The proxy {0} is not running, or not at this address. Check http.proxy.', host);
    case 'unreachable':
      return vscode.l10n.t(
        'Could not connect to {0}. A firewall may be in the way, or the network has changed. If the internet is only reachable through a proxy, set http.proxy.',
        host,
      );
    case 'proxyUnreachable':
      return vscode.l10n.t('Could not connect to the proxy {0}. Check http.proxy; a VPN may be off.', host);
    case 'proxyPassword':
      return schemes.some(scheme => /^(negotiate|ntlm)$/i.test(scheme))
        ? vscode.l10n.t(
            'The proxy requires authentication ({0}). Set hydrogen.http.client to “vscode”, which supports Kerberos (http.proxyKerberosServicePrincipal) and NTLM.',
            schemes.join(', '),
          )
        : vscode.l10n.t(
            'The proxy requires a user name and password ({0}). Set http.proxyAuthorization, or put both in http.proxy.',
            schemes.join(', '),
          );
    case 'proxyRejected':
      return vscode.l10n.t(
        'The proxy {0} does not accept the user name and password. Check http.proxyAuthorization, or the login in http.proxy.',
        proxy,
      );
    case 'proxyRedirect':
      return vscode.l10n.t(
        'The proxy {0} redirects to another page. You may have to sign in first: open any page in a browser.',
        proxy,
      );
    case 'proxyNoTls':
      return vscode.l10n.t('The proxy {0} does not use TLS. Write its address with http:// in http.proxy.', proxy);
    case 'proxyTls':
      return vscode.l10n.t(
        'Could not establish a secure connection to the proxy {0} ({1}). Check its certificate, or write its address with http:// in http.proxy.',
        proxy,
        facts.reason ?? '?',
      );
    case 'proxyStatus':
      return vscode.l10n.t(
        'The proxy refused to connect to {0} (status {1}). Ask its operator to allow the host, or add it to http.noProxy.',
        host,
        status,
      );
    case 'proxyPage':
      return vscode.l10n.t(
        'The proxy responded with a web page. You may have to sign in first: open any page in a browser. Or the address belongs to something other than a proxy.',
      );
    case 'proxySilent':
      return vscode.l10n.t('The proxy {0} does not respond. Check http.proxy, or try again later.', proxy);
    case 'proxyClosed':
      return vscode.l10n.t(
        'The proxy {0} closes the connection. Check http.proxy: the port may belong to another kind of service.',
        proxy,
      );
    case 'noTls':
      return vscode.l10n.t(
        'The server at {0} does not use TLS. A web page of a proxy or of the network may have responded instead, or the server only supports plain http.',
        host,
      );
    case 'tlsSilent':
      return vscode.l10n.t(
        '{0} accepts connections but does not respond. Try again later; a firewall may be holding the connection.',
        host,
      );
    case 'tlsFailed':
      return vscode.l10n.t(
        'Could not establish a secure connection to {0}. A firewall or proxy may be interrupting it.',
        host,
      );
    case 'oldTls':
      return vscode.l10n.t(
        '{0} only supports TLS 1.1 or older, which is not secure. Its operator must enable TLS 1.2 or 1.3.',
        host,
      );
    case 'handshakeRefused':
      return vscode.l10n.t(
        '{0} refused the secure connection. It may require a client certificate: add it to hydrogen.http.clientCertificates. Otherwise it has no cipher in common with this machine.',
        host,
      );
    case 'certificateEnded':
      return (
        vscode.l10n.t('The certificate expired on {0}. The operator of the server must renew it.', until ?? '?') + clock
      );
    case 'certificateNotYet':
      return (
        vscode.l10n.t('The certificate is not valid before {0}. Check the clock of this machine.', from ?? '?') + clock
      );
    case 'certificateName':
      return vscode.l10n.t(
        'The certificate is for {0}, not for {1}. Check the address. The sign-in page of a network may have responded instead: open any page in a browser.',
        issuedFor.slice(0, 5).join(', ') || (chain[0] ?? '?'),
        host,
      );
    case 'certificateUnknown':
      return vscode.l10n.t(
        'This machine does not trust the issuer of the certificate ({0}). Add your company’s certificate authority to the system, or to NODE_EXTRA_CA_CERTS.',
        chain.at(-1) ?? '?',
      );
    case 'clientCertificateWanted':
      return vscode.l10n.t('The server requires a client certificate. Add it to hydrogen.http.clientCertificates.');
    case 'clientCertificateUnusable':
      return vscode.l10n.t(
        'The client certificate cannot be read or opened. Check hydrogen.http.clientCertificates, or enter its passphrase.',
      );
    case 'notChecked':
      return vscode.l10n.t(
        'The certificate is not accepted, but http.proxyStrictSSL is off: anyone on the network path can read and change everything.',
      );
    case 'clock':
      return clockAdvice(ahead);
    case 'page':
      return vscode.l10n.t(
        'A web page responded instead of the service. You may have to sign in to the network first: open any page in a browser. Or the address belongs to something else.',
      );
    case 'otherService':
      return vscode.l10n.t('Another service responded. Check the address of the application: host, port and path.');
    case 'redirected':
      return vscode.l10n.t(
        'The request was redirected elsewhere, and the redirect was not followed. You may have to sign in to the network first: open any page in a browser.',
      );
    case 'status':
      return vscode.l10n.t(
        'The service was reached, but refused the request (status {0}). Check the Env ID and ClientID.',
        status,
      );
    case 'blocked':
      return vscode.l10n.t(
        'A web page refused the request (status {0}), as a firewall or gateway does. Ask its operator to allow this host.',
        status,
      );
    case 'tooMany':
      return vscode.l10n.t('The service limits the number of requests (status 429). Wait a minute and try again.');
    case 'serverError':
      return vscode.l10n.t(
        'The service has a fault (status {0}). Your settings are not the cause. Try again later.',
        status,
      );
    case 'slow':
      return vscode.l10n.t('The response took {0} s. The service or the network is slow.', Math.round(ms / 1000));
    case 'silent':
      return vscode.l10n.t('No response arrived in time. Try again later.');
    case 'failed':
      return vscode.l10n.t('No response arrived ({0}). Try again; the log has the details.', facts.reason ?? '?');
  }
}

function clockAdvice(secondsAhead: number): string {
  const minutes = Math.round(Math.abs(secondsAhead) / 60);
  return secondsAhead > 0
    ? vscode.l10n.t('The clock of this machine is {0} minutes ahead of the service’s. Correct it.', minutes)
    : vscode.l10n.t('The clock of this machine is {0} minutes behind the service’s. Correct it.', minutes);
}
