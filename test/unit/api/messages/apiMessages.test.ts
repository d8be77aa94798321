import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError, type ApiErrorCode } from '../../../../src/api/errors';
import { ApiMessages } from '../../../../src/api/messages/apiMessages';
import { format } from '../../../../src/api/messages/template';
import { apiEditorTemplates, apiProgramTemplates } from '../../../../src/api/messages/templates';

const english = (template: string, ...values: (string | number)[]) => format(template, values);
const clean = (text: string) => text.replaceAll('$(', '$ (');
const editor = new ApiMessages(english, apiEditorTemplates, clean);
const program = new ApiMessages(english, apiProgramTemplates, clean);

function failed(code: ApiErrorCode, details: Partial<ApiError> = {}): ApiError {
  return new ApiError(code, { method: 'GET', url: 'https://a.example/v1/x', ...details });
}

describe('the messages of failed calls', () => {
  it('are the same in the editor and the command line unless the remedy differs', () => {
    const refused = failed('refused', { reason: 'ECONNREFUSED' });
    assert.match(program.message(refused), /^https:\/\/a\.example refused the connection\./);
    assert.equal(editor.message(refused), program.message(refused));
    assert.match(editor.message(failed('tls')), /\(TLS\)\. Check the certificate, or the proxy settings of VS Code\.$/);
    assert.match(program.message(failed('tls')), /\(TLS\)\. Check the certificate and the proxy\.$/);
    const proxy = failed('network', { reason: 'ERR_PROXY_407' });
    assert.match(editor.message(proxy), /\(ERR_PROXY_407\)\. Set http\.proxyAuthorization/);
    assert.match(program.message(proxy), /\(ERR_PROXY_407\)\. Put a user name and password in HTTPS_PROXY/);
  });

  it('state how a call failed, and the next step', () => {
    const cases: [error: ApiError, said: string][] = [
      [failed('unknownHost'), 'The host https://a.example was not found. Check the address and the network.'],
      [failed('network', { reason: 'ECONNRESET' }), 'The connection to https://a.example was lost (ECONNRESET).'],
      [failed('tooManyRedirects'), 'https://a.example/v1/x redirected too often.'],
      [
        failed('unsafeRedirect', { received: 'http://b.example' }),
        'https://a.example/v1/x redirected to http://b.example. This was not followed, because credentials could have',
      ],
      ...(['ERR_PROXY_REFUSED', 'ERR_PROXY_403', 'ERR_PROXY_CLOSED'] as const).map((reason): [ApiError, string] => [
        failed(reason === 'ERR_PROXY_REFUSED' ? 'refused' : 'network', { reason }),
        `The proxy did not connect to https://a.example (${reason}). Check the proxy settings of VS Code.`,
      ]),
    ];
    for (const [error, said] of cases) assert.equal(editor.message(error).slice(0, said.length), said);
  });

  it('contain the status with the sanitized message of the service', () => {
    const notFound = failed('status', { status: 404, serverMessage: 'no $(x)' });
    assert.match(program.message(notFound), /^Not found at https:\/\/a\.example \(404, “no \$ \(x\)”\)\./);
    assert.match(program.message(failed('status', { status: 502, received: '' })), /an internal error \(502\)/);
    assert.match(program.message(failed('status', { status: 429, retryAfter: 7 })), /Try again in 7 s\.$/);
    assert.match(program.message(failed('status', { status: 429 })), /Try again in a minute\.$/);
  });

  it('name a web page that refused a request, by its title, and the next step', () => {
    const page = '<html><head><title>Access denied</title></head><body><h1>Blocked';
    const by = (status: number, received: string) =>
      program.message(failed('status', { status, received, expected: 'JSON' }));
    assert.equal(
      by(403, page),
      'A web page refused the request to https://a.example (403, “Access denied”), as a firewall or gateway does. Ask its operator to allow this host.',
    );
    assert.match(by(401, '<html>No'), /^A web page refused .* \(401, “<html>No”\)/);
    assert.match(by(502, page), /an internal error \(502, “Access denied”\)/);
  });

  it('show the received content instead of JSON, or that it was empty', () => {
    assert.match(program.message(failed('notJson', { received: '<html>' })), /but received: “<html>”$/);
    assert.match(program.message(failed('notJson')), /but received: nothing$/);
    const wrong = failed('unexpectedShape', { expected: 'objects', received: '{}' });
    assert.match(editor.message(wrong), /has no "objects"; it contains: “\{\}”/);
  });

  it('distinguish the causes of a failed secure connection', () => {
    const because = (reason: string) => program.message(failed('tls', { reason }));
    assert.match(because('CERT_HAS_EXPIRED'), /its certificate has expired/);
    assert.match(because('CERT_NOT_YET_VALID'), /is not valid yet \(CERT_NOT_YET_VALID\)\. Check the clock/);
    assert.match(because('ERR_TLS_CERT_ALTNAME_INVALID'), /is for another name/);
    assert.match(because('DEPTH_ZERO_SELF_SIGNED_CERT'), /does not trust the issuer .*NODE_EXTRA_CA_CERTS/);
    assert.match(because('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), /it requires a client certificate/);
    const certificate = (reason: string) => editor.message(failed('tls', { reason }));
    assert.match(certificate('CLIENT_CERT_UNREADABLE'), /cannot be read/);
    assert.match(certificate('CLIENT_CERT_UNUSABLE'), /cannot be opened/);
  });
});
