import assert from 'node:assert/strict';
import https from 'node:https';
import net, { type AddressInfo, type LookupFunction, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { resolveRoute, type HttpClientSettings } from '../../../../src/api/http/connections';
import { diagnose, type StepResult } from '../../../../src/api/diagnosis/diagnose';
import type { Diagnosis } from '../../../../src/api/diagnosis/routeSteps';
import { getServerTime } from '../../../../src/api/webApi/webApi';
import { createAuthority } from '../certificate/issue';
import { useNetwork, type Reply } from '../network';

const authority = createAuthority();
const site = authority.issue({ names: ['service.example'] });
const page = '<!doctype html><html>Access denied</html>';
const html = { 'content-type': 'text/html' };
const cut = { 'content-type': 'application/json', 'content-length': '1000' };

/** Fails for every host, as if it had no address. */
const nowhere: LookupFunction = (_, __, callback) =>
  callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 0);

/** Resolves every host to this machine. */
const here: LookupFunction = (_, options, callback) => {
  if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

describe('the cause that a diagnosis names', () => {
  const network = useNetwork();
  const endings: (() => void)[] = [];
  afterEach(() => endings.splice(0).forEach(end => end()));

  async function listening(server: Server, isTls = false): Promise<number> {
    const sockets = new Set<Socket>();
    server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined));
    });
    server.on('tlsClientError', () => undefined);
    endings.push(() => {
      sockets.forEach(socket => socket.destroy());
      server.close();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  const settingsWith = (more: Partial<HttpClientSettings>): HttpClientSettings => ({
    ...{ strictSSL: true, systemCertificates: false, extraAuthorities: authority.cert, lookup: here },
    ...more,
  });
  const targetAt = (port: number) => ({ serverDomain: `https://service.example:${port}`, clientId: 'c' });

  /** Diagnoses a server and returns the step with a problem. */
  async function causeAt(
    port: number,
    more: Partial<HttpClientSettings> = {},
    limits: Pick<Diagnosis, 'patienceMs' | 'slowMs'> = {},
  ): Promise<StepResult> {
    const settings = settingsWith(more);
    const url = new URL(`https://service.example:${port}/`);
    const { fetch } = network.client(settings);
    const diagnosis: Diagnosis = {
      ...{ url, fetch, patienceMs: 20_000, ...limits },
      route: () => resolveRoute(url, settings),
      read: (observed, signal) => getServerTime(targetAt(port), { fetch: observed, signal }),
    };
    const results: StepResult[] = [];
    for await (const result of diagnose(diagnosis)) results.push(result);
    return results.find(({ problem }) => problem !== undefined) ?? assert.fail(JSON.stringify(results));
  }

  const replies: [label: string, problem: string, reply: Reply][] = [
    ['an internal error', 'serverError', { status: 500, body: { error_msg: 'oops' } }],
    ['an internal error as a page', 'serverError', { status: 500, headers: html, body: page }],
    ['a bad gateway', 'serverError', { status: 502, headers: html, body: page }],
    ['maintenance', 'serverError', { status: 503, body: { error_msg: 'maintenance' } }],
    ['too many requests', 'tooMany', { status: 429, body: { error_msg: 'slow down' } }],
    ['too many requests as a page', 'tooMany', { status: 429, headers: html, body: page }],
    ['a firewall that refuses', 'blocked', { status: 403, headers: html, body: page }],
    ['a gateway that finds nothing', 'blocked', { status: 404, headers: html, body: page }],
    ['a wrong ClientID', 'status', { status: 400, body: { error_msg: 'no such client' } }],
    ['a refusal without words', 'status', { status: 401 }],
    ['another service', 'otherService', { body: { hello: 1 } }],
    ['a list in place of an object', 'otherService', { body: [] as object }],
    ['plain text', 'otherService', { body: 'It works!' }],
    ['nothing', 'otherService', { body: '' }],
    ['a web page', 'page', { headers: html, body: page }],
    [
      'JSON that ends in the middle',
      'failed',
      response => void response.writeHead(200, cut).write('{"time":', () => response.destroy()),
    ],
    [
      'a body that is not what its encoding says',
      'failed',
      { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
    ],
    ['a connection that closes without a response', 'failed', response => void response.destroy()],
  ];
  for (const [label, problem, reply] of replies) {
    it(`is ${problem} for ${label}`, async () => {
      // A GET is sent once more if its connection closed.
      const server = await network.server(typeof reply === 'function' ? [reply, reply] : [reply], site);
      const found = await causeAt(server.port);
      assert.deepEqual([found.step, found.problem, found.outcome], ['response', problem, 'failed']);
    });
  }

  it('is a slow response, as a warning', async () => {
    const server = await network.server([{ body: { time: '2026-01-01T00:00:00+08:00' } }], site);
    const found = await causeAt(server.port, {}, { slowMs: 0 });
    assert.deepEqual([found.problem, found.outcome], ['slow', 'warning']);
  });

  it('is a missing client certificate over TLS 1.3, which a request names as well', async () => {
    const server = https.createServer({ ...site, requestCert: true, ca: authority.cert, minVersion: 'TLSv1.3' });
    const port = await listening(server, true);
    const found = await causeAt(port);
    assert.deepEqual([found.step, found.problem], ['response', 'clientCertificateWanted']);
    const { fetch } = network.client(settingsWith({}));
    const error: unknown = await getServerTime(targetAt(port), { fetch }).catch((reason: unknown) => reason);
    assert.ok(error instanceof ApiError && error.code === 'tls');
    assert.match(error.reason ?? '', /CERTIFICATE_REQUIRED/);
  });

  it('is a refused handshake when TLS 1.2 does not reveal that a client certificate is missing', async () => {
    const server = https.createServer({ ...site, requestCert: true, ca: authority.cert, maxVersion: 'TLSv1.2' });
    const found = await causeAt(await listening(server, true));
    assert.deepEqual([found.step, found.problem], ['certificate', 'handshakeRefused']);
  });

  it('is an old version of TLS', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const found = await causeAt(await listening(tls.createServer({ ...site, ...old }), true));
    assert.deepEqual([found.step, found.problem], ['certificate', 'oldTls']);
  });

  it('is a certificate for other names, with its alternative names instead of its subject', async () => {
    const issued = authority.issue({ names: ['portal.example', 'www.portal.example'] });
    const server = await network.server([{}], issued);
    const found = await causeAt(server.port);
    assert.equal(found.problem, 'certificateName');
    assert.deepEqual(found.facts.issuedFor, ['portal.example', 'www.portal.example']);
  });

  it('is a server that resets the connection before TLS', async () => {
    const reset = net.createServer(socket => socket.resetAndDestroy());
    const { step, problem } = await causeAt(await listening(reset));
    assert.deepEqual([step === 'certificate' || step === 'connection', problem], [true, problem]);
    assert.ok(['tlsFailed', 'unreachable'].includes(problem ?? ''), problem);
  });

  it('is a proxy whose name is not found', async () => {
    const found = await causeAt(443, { proxy: 'http://proxy.invalid:3128', lookup: nowhere });
    assert.deepEqual([found.step, found.problem, found.facts.host], ['name', 'proxyNoAddress', 'proxy.invalid']);
  });

  const proxies: [label: string, problem: string, answer: string, login?: string][] = [
    ['a proxy that redirects', 'proxyRedirect', 'HTTP/1.1 302 Found\r\nLocation: http://portal.example/\r\n\r\n'],
    ['a proxy that rejects the login', 'proxyRejected', challenge(), 'me:wrong@'],
    ['a proxy that wants a login', 'proxyPassword', challenge()],
    ['a proxy that forbids the host', 'proxyStatus', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
  ];
  for (const [label, problem, answer, login = ''] of proxies) {
    it(`is ${problem} for ${label}`, async () => {
      const port = await listening(net.createServer(socket => socket.once('data', () => socket.end(answer))));
      const found = await causeAt(443, { proxy: `http://${login}127.0.0.1:${port}` });
      assert.deepEqual([found.step, found.problem], ['tunnel', problem]);
      assert.equal(found.facts.proxy, `127.0.0.1:${port}`);
      assert.ok(!JSON.stringify(found).includes('wrong'));
    });
  }

  it('is a silent proxy with its name, also when all steps have the same time limit', async () => {
    // A garbage collection must not remove the time limit.
    setFlagsFromString('--expose-gc');
    const port = await listening(net.createServer(socket => socket.once('data', () => void runInNewContext('gc()'))));
    const found = await causeAt(443, { proxy: `http://127.0.0.1:${port}` }, { patienceMs: 400 });
    assert.deepEqual([found.step, found.problem, found.facts.proxy], ['tunnel', 'proxySilent', `127.0.0.1:${port}`]);
  });

  it('is a proxy that speaks http although its address says https', async () => {
    const port = await listening(net.createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const found = await causeAt(443, { proxy: `https://127.0.0.1:${port}` });
    assert.deepEqual([found.step, found.problem], ['tunnel', 'proxyNoTls']);
  });

  it('is a proxy certificate of an unknown authority', async () => {
    const issued = createAuthority('Others').issue({ names: ['127.0.0.1'] });
    const port = await listening(tls.createServer(issued), true);
    const found = await causeAt(443, { proxy: `https://127.0.0.1:${port}` });
    assert.deepEqual([found.step, found.problem], ['tunnel', 'proxyTls']);
  });
});

function challenge(): string {
  return 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n';
}
