import * as vscode from 'vscode';
import type { StepResult } from '../../api/http/diagnose';

/** What is wrong and what to do about it, in a sentence or two. */
export function adviceFor({ problem, facts }: StepResult): string {
  if (problem === undefined) return '';
  const { host = '', proxy = host, schemes = [], status = 0, chain = [], from, until } = facts;
  const ahead = facts.secondsAhead ?? 0;
  const clock = Math.abs(ahead) > 300 ? ` ${clockAdvice(ahead)}` : '';
  switch (problem) {
    case 'proxyUnusable':
      return vscode.l10n.t(
        'The address of the proxy cannot be used. Check http.proxy, or the proxy variables of the environment.',
      );
    case 'noAddress':
      return vscode.l10n.t(
        'No address is found for {0}. Check the address of the application, and whether this machine has a network. Where only a proxy reaches the internet, set http.proxy.',
        host,
      );
    case 'proxyNoAddress':
      return vscode.l10n.t('No address is found for the proxy {0}. Check http.proxy; a VPN may be off.', host);
    case 'refused':
      return vscode.l10n.t('Nothing listens at {0}. Check the address and whether the server runs.', host);
    case 'proxyDown':
      return vscode.l10n.t('The proxy {0} does not run, or not there. Check http.proxy.', host);
    case 'unreachable':
      return vscode.l10n.t(
        'No connection to {0} came about. A firewall may be in the way, or the network was changed. Where only a proxy reaches the internet, set http.proxy.',
        host,
      );
    case 'proxyUnreachable':
      return vscode.l10n.t('No connection to the proxy {0} came about. Check http.proxy; a VPN may be off.', host);
    case 'proxyPassword':
      return schemes.some(scheme => /^(negotiate|ntlm)$/i.test(scheme))
        ? vscode.l10n.t(
            'The proxy wants to know who you are ({0}). Set hydrogen.http.client to “vscode”, which knows Kerberos (http.proxyKerberosServicePrincipal) and NTLM.',
            schemes.join(', '),
          )
        : vscode.l10n.t(
            'The proxy wants a name and a password ({0}). Set http.proxyAuthorization, or both in http.proxy.',
            schemes.join(', '),
          );
    case 'proxyStatus':
      return vscode.l10n.t(
        'The proxy does not connect to {0} (status {1}). Ask its operator to allow the host, or name it in http.noProxy.',
        host,
        status,
      );
    case 'proxyPage':
      return vscode.l10n.t(
        'The proxy answers with a web page. It may want you to sign in first: open any page in a browser. Or the address of the proxy is that of something else.',
      );
    case 'proxySilent':
      return vscode.l10n.t('The proxy does not answer. Check http.proxy, or try again later.');
    case 'proxyClosed':
      return vscode.l10n.t(
        'The proxy {0} closes the connection. Check http.proxy: the port may be of another kind.',
        proxy,
      );
    case 'noTls':
      return vscode.l10n.t(
        'What answers at {0} does not speak TLS. It may be a web page of a proxy or of the network, or a server with plain http.',
        host,
      );
    case 'tlsSilent':
      return vscode.l10n.t(
        '{0} takes connections but says nothing. Try again later; a firewall may hold the connection.',
        host,
      );
    case 'tlsFailed':
      return vscode.l10n.t('No secure connection to {0} came about. A firewall or proxy may break it.', host);
    case 'certificateEnded':
      return vscode.l10n.t('The certificate ended on {0}. Its operator must renew it.', until ?? '?') + clock;
    case 'certificateNotYet':
      return (
        vscode.l10n.t('The certificate is valid from {0} only. Check the clock of this machine.', from ?? '?') + clock
      );
    case 'certificateName':
      return vscode.l10n.t(
        'The certificate is for {0}, not for {1}. Check the address; the sign-in page of a network may stand in its place: open any page in a browser.',
        chain[0] ?? '?',
        host,
      );
    case 'certificateUnknown':
      return vscode.l10n.t(
        'This machine trusts nobody who signed the certificate ({0}). Add the authority of your company to the system, or to NODE_EXTRA_CA_CERTS.',
        chain.at(-1) ?? '?',
      );
    case 'clientCertificateWanted':
      return vscode.l10n.t('The server wants a client certificate. Name it in hydrogen.http.clientCertificates.');
    case 'clientCertificateUnusable':
      return vscode.l10n.t(
        'The client certificate cannot be read or opened. Check hydrogen.http.clientCertificates, or enter its passphrase.',
      );
    case 'notChecked':
      return vscode.l10n.t(
        'The certificate is not accepted, and http.proxyStrictSSL lets it pass: whoever is on the way can read and change everything.',
      );
    case 'clock':
      return clockAdvice(ahead);
    case 'page':
      return vscode.l10n.t(
        'A web page came in place of the service. The network may want you to sign in first: open any page in a browser. Or the address belongs to something else.',
      );
    case 'redirected':
      return vscode.l10n.t(
        'The service is redirected to elsewhere, which was not followed. The network may want you to sign in first: open any page in a browser.',
      );
    case 'status':
      return vscode.l10n.t('The service is reached, but refuses (status {0}). Check Env ID and ClientID.', status);
    case 'silent':
      return vscode.l10n.t('No response came in time. Try again later.');
    case 'failed':
      return vscode.l10n.t(
        'The response did not arrive ({0}). Try again; the log has the details.',
        facts.reason ?? '?',
      );
  }
}

function clockAdvice(secondsAhead: number): string {
  const minutes = Math.round(Math.abs(secondsAhead) / 60);
  return secondsAhead > 0
    ? vscode.l10n.t('The clock of this machine is {0} minutes ahead of the service’s. Set it right.', minutes)
    : vscode.l10n.t('The clock of this machine is {0} minutes behind the service’s. Set it right.', minutes);
}
