import assert from 'node:assert/strict';
import https from 'node:https';
import net, { type AddressInfo, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { after, afterEach, describe, it } from 'mocha';
import { resolveRoute, type HttpClientSettings } from '../../../../src/api/http/connections';
import { diagnose, type StepResult } from '../../../../src/api/diagnosis/diagnose';
import type { Diagnosis, RouteStep } from '../../../../src/api/diagnosis/routeSteps';
import { send } from '../../../../src/api/http/send';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import { createAuthority } from '../certificate/issue';
import { freeOrigin, redirect, useNetwork, type Reply } from '../network';

const authority = createAuthority();
const names = ['service.example'];
const site = authority.issue({ names });
const day = 86_400_000;

/** Resolves every host to this machine. */
const here: LookupFunction = (_, options, callback) => {
  if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

const nowhere: LookupFunction = (_, __, callback) =>
  callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 0);

describe('the diagnosis', () => {
  const network = useNetwork();
  const endings: (() => void)[] = [];
  const reports: string[] = [];

  afterEach(() => endings.splice(0).forEach(end => end()));
  after(() => console.log(reports.join('\n')));

  /** Opens a port that accepts connections and sends nothing, or calls `handle`. */
  async function raw(handle: (socket: Socket) => void = () => undefined, server = net.createServer()): Promise<number> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined));
      handle(socket);
    });
    endings.push(() => {
      sockets.forEach(socket => socket.destroy());
      server.close();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  async function examine(
    label: string,
    port: number,
    more: Partial<HttpClientSettings> = {},
    hangsAfter?: RouteStep,
  ): Promise<StepResult[]> {
    const settings: HttpClientSettings = {
      ...{ strictSSL: true, systemCertificates: false, extraAuthorities: authority.cert, lookup: here },
      ...more,
    };
    const url = new URL(`https://service.example:${port}/`);
    const { fetch } = network.client(settings);
    const read = (observed: Fetch, signal: AbortSignal) =>
      send({ method: 'GET', url: new URL('/time/', url) }, { fetch: observed, signal });
    const results: StepResult[] = [];
    const route = () => resolveRoute(url, settings);
    const diagnosis: Diagnosis = { url, route, read, fetch, patienceMs: 20_000 };
    // Only the step that hangs has a short limit: the others may be slow on a busy machine.
    for await (const result of diagnose(diagnosis)) {
      results.push(result);
      if (result.step === hangsAfter) diagnosis.patienceMs = 300;
    }
    const marks = { ok: '+', warning: '!', failed: 'x', skipped: '-' };
    const line = results.map(({ step, outcome }) => `${step} ${marks[outcome]}`).join('  ');
    const found = results.map(({ problem }) => problem ?? '').join('');
    reports.push(`${label.padEnd(44)} ${line.padEnd(90)} ${found}`);
    return results;
  }

  /** Returns the step with a problem, and the problem. Asserts that later steps are skipped if the step failed. */
  function problemOf(results: readonly StepResult[]): [step: string, problem: string] {
    const at = results.findIndex(({ problem }) => problem !== undefined);
    const found = results[at] ?? assert.fail(JSON.stringify(results));
    for (const { outcome } of results.slice(0, at)) assert.equal(outcome, 'ok');
    if (found.outcome === 'failed') for (const { outcome } of results.slice(at + 1)) assert.equal(outcome, 'skipped');
    for (const { ms } of results) assert.ok(Number.isInteger(ms) && ms >= 0);
    return [found.step, found.problem ?? ''];
  }

  const time: Reply = { body: { iso_now: 'now' } };

  it('reports each step of a working network', async () => {
    const server = await network.server([time], site);
    const results = await examine('works', server.port);
    assert.deepEqual(
      results.map(({ step, outcome }) => [step, outcome]),
      ['proxy', 'name', 'connection', 'certificate', 'response'].map(step => [step, 'ok']),
    );
    const facts = Object.assign({}, ...results.map(each => each.facts)) as StepResult['facts'];
    assert.deepEqual([facts.addresses, facts.address, facts.chain], [['127.0.0.1'], '127.0.0.1', [...names, 'Tests']]);
    assert.match(facts.protocol ?? '', /^TLSv1/);
    assert.ok(Math.abs(facts.secondsAhead ?? 99) < 60);
  });

  it('shows no user name or password for a working network behind a proxy', async () => {
    const server = await network.server([time], site);
    const login = `Basic ${btoa('me:hush')}`;
    const proxy = await network.proxy(server, undefined, login);
    const results = await examine('works behind a proxy', server.port, {
      proxy: proxy.address.replace('//', '//me:hush@'),
    });
    assert.deepEqual(
      results.map(({ step, outcome }) => [step, outcome]),
      ['proxy', 'name', 'connection', 'tunnel', 'certificate', 'response'].map(step => [step, 'ok']),
    );
    assert.equal(results[0]?.facts.proxy, proxy.address);
    const told = JSON.stringify(results);
    assert.ok(!told.includes('hush') && !told.includes(login), told);
  });

  it('does not list a tunnel as skipped on a route without a proxy', async () => {
    const results = await examine('no address, no proxy', 443, { lookup: nowhere });
    assert.deepEqual(
      results.map(({ step, outcome }) => `${step} ${outcome}`),
      ['proxy ok', 'name failed', 'connection skipped', 'certificate skipped', 'response skipped'],
    );
  });

  const page = '<html>Sign in</html>';
  const headed = `HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n${page}`;
  const proxies: [label: string, problem: string, handle: (socket: Socket) => void][] = [
    ['proxy answers with a page', 'proxyPage', socket => socket.end(headed)],
    ['proxy answers with what is no HTTP', 'proxyPage', socket => socket.end(page)],
    ['proxy refuses', 'proxyStatus', socket => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
    ['proxy closes', 'proxyClosed', socket => socket.end()],
    ['proxy hangs', 'proxySilent', () => undefined],
  ];
  for (const [label, problem, handle] of proxies) {
    it(`names the problem: ${label}`, async () => {
      const proxy = await network.proxy(await network.server([]), handle);
      const hangs = problem === 'proxySilent' ? 'connection' : undefined;
      assert.deepEqual(problemOf(await examine(label, 443, { proxy: proxy.address }, hangs)), ['tunnel', problem]);
    });
  }

  it('names the problem: proxy requires a password, with the schemes', async () => {
    const challenge = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n';
    const proxy = await network.proxy(await network.server([]), socket => socket.end(challenge));
    const results = await examine('proxy wants a password', 443, { proxy: proxy.address });
    assert.deepEqual(problemOf(results), ['tunnel', 'proxyPassword']);
    assert.deepEqual(results.find(({ step }) => step === 'tunnel')?.facts.schemes, ['Negotiate', 'Basic']);
  });

  it('names the problem: proxy is down', async () => {
    const results = await examine('proxy is down', 443, { proxy: await freeOrigin() });
    assert.deepEqual(problemOf(results), ['connection', 'proxyDown']);
  });

  it('names the problem: the page of a proxy comes through the tunnel', async () => {
    const proxy = await network.proxy(await network.server([]), socket =>
      socket.write(`HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${page}`),
    );
    const results = await examine('proxy answers with a page in the tunnel', 443, { proxy: proxy.address });
    assert.deepEqual(problemOf(results), ['certificate', 'noTls']);
  });

  it('names the problem: proxy address is malformed', async () => {
    const results = await examineMalformed();
    assert.deepEqual([results[0]?.problem, results[1]?.outcome], ['proxyUnusable', 'skipped']);
  });

  async function examineMalformed(): Promise<StepResult[]> {
    const url = new URL('https://service.example/');
    const settings = { proxy: 'socks4://x', strictSSL: true, systemCertificates: false };
    const results: StepResult[] = [];
    const route = () => resolveRoute(url, settings);
    const never: Fetch = () => assert.fail('nothing may be sent');
    for await (const result of diagnose({ url, route, read: () => assert.fail(), fetch: never })) results.push(result);
    return results;
  }

  const certificates: [label: string, problem: string, issued: { cert: string; key: string }][] = [
    ['certificate has ended', 'certificateEnded', authority.issue({ names, until: new Date(Date.now() - day / 2) })],
    ['certificate is not valid yet', 'certificateNotYet', authority.issue({ names, from: new Date(Date.now() + day) })],
    ['certificate is for another name', 'certificateName', authority.issue({ names: ['other.example'] })],
    ['certificate is by nobody known', 'certificateUnknown', createAuthority('Others').issue({ names })],
  ];
  for (const [label, problem, issued] of certificates) {
    it(`names the problem with the certificate chain: ${label}`, async () => {
      const server = await network.server([{}], issued);
      const results = await examine(label, server.port);
      assert.deepEqual(problemOf(results), ['certificate', problem]);
      const { chain = [], from, until, secondsAhead } = results.find(({ step }) => step === 'certificate')?.facts ?? {};
      assert.deepEqual([chain[0], chain.length], [problem === 'certificateName' ? 'other.example' : names[0], 2]);
      assert.ok(!Number.isNaN(Date.parse(from ?? '')) && !Number.isNaN(Date.parse(until ?? '')));
      // The server's clock shows that the certificate is wrong, and not the local clock.
      assert.ok(Math.abs(secondsAhead ?? 99) < 60);
      const [{ method, path, headers } = assert.fail()] = server.received;
      assert.deepEqual([method, path, headers.authorization], ['HEAD', '/', undefined]);
    });
  }

  it('sends no credential and no client certificate to a server whose certificate is refused', async () => {
    const asked: unknown[] = [];
    const reply: Reply = (response, { method, headers }) => {
      asked.push(method, headers.authorization, (response.socket as TLSSocket).getPeerCertificate().subject);
      response.end();
    };
    const issued = createAuthority('Others').issue({ names });
    const server = await network.server([reply], { ...issued, requestCert: true, rejectUnauthorized: false });
    const me = authority.issue({ names: ['me'] });
    const load = async () => ({ cert: Buffer.from(me.cert), key: Buffer.from(me.key) });
    const origin = `https://service.example:${server.port}`;
    const clientCertificates = [{ origin, load }];
    const results = await examine('client certificate for nobody known', server.port, { clientCertificates });
    assert.deepEqual(problemOf(results), ['certificate', 'certificateUnknown']);
    assert.deepEqual(asked, ['HEAD', undefined, undefined]);
  });

  it('names the problem: the name has no address', async () => {
    const results = await examine('name has no address', 443, { lookup: nowhere });
    assert.deepEqual(problemOf(results), ['name', 'noAddress']);
  });

  it('names the problem: name resolution never ends', async () => {
    const results = await examine('names are never found', 443, { lookup: () => undefined }, 'proxy');
    assert.deepEqual(problemOf(results), ['name', 'noAddress']);
  });

  it('names the problem: no server listens', async () => {
    const results = await examine('nothing listens', Number(new URL(await freeOrigin()).port));
    assert.deepEqual(problemOf(results), ['connection', 'refused']);
  });

  it('names the problem: the sign-in page of a network responds instead of the service', async () => {
    const portal = await network.server([{ headers: { 'content-type': 'text/html' }, body: page }], site);
    assert.deepEqual(problemOf(await examine('sign-in page', portal.port)), ['response', 'page']);
    const leading = await network.server([redirect('https://portal.example/login')], site);
    assert.deepEqual(problemOf(await examine('sign-in page elsewhere', leading.port)), ['response', 'redirected']);
  });

  it('names the problem: server hangs before TLS, and before its response', async () => {
    assert.deepEqual(problemOf(await examine('server hangs', await raw(), {}, 'connection')), [
      'certificate',
      'tlsSilent',
    ]);
    const silent = await raw(
      undefined,
      https.createServer(site, () => undefined),
    );
    assert.deepEqual(problemOf(await examine('server hangs later', silent, {}, 'certificate')), ['response', 'silent']);
  });

  it('names the problem: server speaks http only', async () => {
    const port = await raw(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    assert.deepEqual(problemOf(await examine('server speaks http only', port)), ['certificate', 'noTls']);
  });

  it('names the problem: clock is wrong', async () => {
    const date = new Date(Date.now() + day).toUTCString();
    const server = await network.server([{ headers: { date }, body: {} }], site);
    const results = await examine('clock is wrong', server.port);
    assert.deepEqual(problemOf(results), ['response', 'clock']);
    assert.ok((results.at(-1)?.facts.secondsAhead ?? 0) < -80_000);
  });

  it('names the problem: certificates are not checked', async () => {
    const server = await network.server([time], createAuthority('Others').issue({ names }));
    const results = await examine('certificates are not checked', server.port, { strictSSL: false });
    assert.deepEqual(problemOf(results), ['certificate', 'notChecked']);
    assert.equal(results.at(-1)?.outcome, 'ok');
  });

  it('names the problem: client certificate cannot be used', async () => {
    const server = await network.server([], site);
    const origin = `https://service.example:${server.port}`;
    const clientCertificates = [{ origin, load: () => Promise.reject(new Error('gone')) }];
    const results = await examine('client certificate cannot be used', server.port, { clientCertificates });
    assert.deepEqual(problemOf(results), ['certificate', 'clientCertificateUnusable']);
  });

  it('ends at once when it is cancelled', async () => {
    const port = await raw();
    const stop = new AbortController();
    const url = new URL(`https://service.example:${port}/`);
    const settings = { strictSSL: true, systemCertificates: false, lookup: here };
    const seen: string[] = [];
    const walking = (async () => {
      const route = () => resolveRoute(url, settings);
      const { fetch } = network.client(settings);
      for await (const { step } of diagnose({ url, route, read: () => assert.fail(), fetch, signal: stop.signal })) {
        seen.push(step);
        if (step === 'connection') stop.abort();
      }
    })();
    await assert.rejects(walking, { name: 'AbortError' });
    assert.deepEqual(seen, ['proxy', 'name', 'connection']);
  });
});
