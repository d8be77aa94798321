import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { createAuthority } from '../../unit/api/certificate/issue';
import { rejection, run, withoutAllowance, writeApplications, writeSetting } from './fixture';
import { withPerson } from './person';

const login = `Basic ${btoa('me:hush')}`;
const variables = ['HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

describe('requests with the network settings', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const authority = createAuthority('Company');
  const environment = { ...process.env };
  const asked: string[] = [];
  let folder = '';
  let proxy = '';
  let received = 0;
  /** A name that only the proxy can resolve. */
  const origin = 'https://service.invalid:8443';

  async function listen(server: Server): Promise<number> {
    servers.push(server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined))));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  before(async () => {
    for (const name of variables) delete process.env[name];
    const site = { ...authority.issue({ names: ['service.invalid'] }), ca: authority.cert, requestCert: true };
    const port = await listen(
      https.createServer(site, (_, response) => {
        received += 1;
        response.writeHead(404).end();
      }),
    );
    const forwarding = http.createServer();
    forwarding.on('connect', ({ url = '', headers }, socket: Socket) => {
      asked.push(url);
      if (headers['proxy-authorization'] !== login) {
        return void socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\n\r\n');
      }
      const onward = net.connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      sockets.add(onward.on('error', () => undefined));
    });
    proxy = `http://127.0.0.1:${await listen(forwarding)}`;
    folder = await mkdtemp(path.join(tmpdir(), 'hydrogen-certificates-'));
    const me = authority.issue({ names: ['me'], passphrase: 'open sesame' });
    await writeFile(path.join(folder, 'authority.pem'), authority.cert);
    await writeFile(path.join(folder, 'me.crt'), me.cert);
    await writeFile(path.join(folder, 'me.key'), me.key);
  });
  after(async () => {
    for (const name of ['http.proxy', 'http.noProxy', 'http.proxySupport', 'http.proxyAuthorization']) {
      await writeSetting(name, undefined);
    }
    await writeSetting('hydrogen.http.clientCertificates', undefined);
    await writeSetting('hydrogen.http.client', undefined);
    await writeApplications([]);
    for (const name of variables) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
    sockets.forEach(socket => socket.destroy());
    for (const server of servers) server.close();
    await rm(folder, { recursive: true });
  });

  /** Returns the error message of adding an application at this server. */
  const trying = (authUrl = origin) =>
    rejection(
      run('application.add', {
        name: 'a',
        clientId: 'c',
        clientSecret: 'never-accepted',
        serverDomain: authUrl,
        authUrl,
      }),
    );

  it('go through the proxy of the settings with its password as soon as they change', async () => {
    assert.match(await trying(), /The host https:\/\/service\.invalid:8443 was not found/);
    await writeSetting('http.proxy', proxy);
    assert.match(await trying(), /The proxy requires authentication \(ERR_PROXY_407\)/);
    await writeSetting('http.proxyAuthorization', login);
    assert.match(await trying(), /this machine does not trust the issuer of the certificate/);
    assert.deepEqual(asked, ['service.invalid:8443', 'service.invalid:8443']);
  });

  it('trust the authorities of NODE_EXTRA_CA_CERTS', async () => {
    process.env['NODE_EXTRA_CA_CERTS'] = path.join(folder, 'authority.pem');
    await writeSetting('http.proxySupport', 'on');
    const message = await trying();
    assert.doesNotMatch(message, /does not trust the issuer/);
    assert.equal(received, 0);
  });

  it('show the client certificate that the settings name, once its passphrase is known', async () => {
    const [cert, key] = ['me.crt', 'me.key'].map(name => path.join(folder, name));
    await writeSetting('hydrogen.http.clientCertificates', [{ origin, cert: `${cert}.gone`, key }]);
    assert.match(await trying(), /The files of the client certificate for .* cannot be read/);
    await writeSetting('hydrogen.http.clientCertificates', [{ origin, cert, key }]);
    assert.match(await trying(), /The client certificate for .* cannot be opened\. Enter its passphrase/);
    assert.match(
      await rejection(run('connection.enterPassphrase', { origin: 'https://other', passphrase: 'x' })),
      /origin/,
    );
    await run('connection.enterPassphrase', { origin, passphrase: 'open sesame' });
    assert.match(await trying(), /404/);
    assert.equal(received, 1);
    const other = { origin, passphrase: 'another' };
    assert.match(await rejection(run('connection.enterPassphrase', other)), /confirmed: true/);
    const asked = await withoutAllowance('connection.enterPassphrase', () =>
      withPerson(
        () => undefined,
        async () =>
          assert.equal(await rejection(run('connection.enterPassphrase', { ...other, confirmed: true })), 'Cancelled.'),
      ),
    );
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['modal'],
    );
    assert.match(await trying(), /404/);
  });

  it('go directly where http.noProxy or http.proxySupport say so', async () => {
    const before = asked.length;
    await writeSetting('http.noProxy', ['service.invalid']);
    assert.match(await trying(), /was not found/);
    await writeSetting('http.noProxy', undefined);
    await writeSetting('http.proxySupport', 'off');
    assert.match(await trying(), /was not found/);
    assert.equal(asked.length, before);
    await writeSetting('http.proxySupport', undefined);
    assert.match(await trying(), /404/);
  });

  it('go through the fetch of VS Code with its settings if hydrogen.http.client says so', async () => {
    const fetch = globalThis.fetch;
    const sent: string[] = [];
    globalThis.fetch = (input, init) => {
      sent.push(input instanceof Request ? input.url : String(input));
      return fetch(input, init);
    };
    try {
      await writeSetting('http.proxy', proxy);
      await writeSetting('hydrogen.http.client', 'vscode');
      const before = asked.length;
      await trying();
      assert.ok(asked.length > before, 'the proxy of http.proxy was asked');
      const through = asked.length;
      await writeSetting('http.noProxy', ['service.invalid']);
      assert.match(await trying(), /was not found/);
      assert.equal(asked.length, through);
      assert.equal(sent.length, 2);
      assert.ok(sent.every(url => url.startsWith(origin)));
    } finally {
      globalThis.fetch = fetch;
      await writeSetting('hydrogen.http.client', undefined);
      await writeSetting('http.noProxy', undefined);
    }
  });

  it('are diagnosed step by step, without a credential in the report', async () => {
    const application = { name: 'Behind', clientId: 'behind', serverDomain: origin, authUrl: origin };
    await writeApplications([{ ...application, environments: [], contentGroups: [] }]);
    const diagnosis = async () => String(await run('connection.diagnose', { clientId: 'behind' }));
    const lines = (report: string) => report.split('\n').map(line => line.replace(/ \(\d+ ms\)$/, ''));
    const reached = await diagnosis();
    const host = new URL(proxy).host;
    for (const line of [`✓ Proxy: ${proxy}`, `✓ Tunnel through the proxy: service.invalid:8443`]) {
      assert.ok(lines(reached).includes(line), reached);
    }
    assert.match(reached, /✓ TLS: service\.invalid:8443, TLSv1\.\d, service\.invalid ← Company, until /);
    assert.match(reached, /✗ Response: 404.*\n {2}→ The service was reached, but refused the request \(status 404\)/);
    assert.match(reached, /– Access token: not tried/);
    assert.match(reached, /✓ Secret storage: .*\n✓ Lock folder: /);
    // Two concurrent diagnoses do not disturb each other.
    for (const report of await Promise.all([diagnosis(), diagnosis()])) {
      assert.match(report, /✓ Secret storage: .*\n✓ Lock folder: /);
    }
    await writeSetting('http.proxyAuthorization', undefined);
    const refused = await diagnosis();
    assert.match(
      refused,
      /✗ Tunnel through the proxy: .*407.*\n {2}→ The proxy requires a user name and password \(Basic\)/,
    );
    assert.match(refused, /– TLS: not tried\n– Response: not tried/);
    await writeSetting('http.proxy', proxy.replace('//', '//me:wrong-hush@'));
    const wrong = await diagnosis();
    assert.ok(lines(wrong).includes(`✓ TCP: ${host}, 127.0.0.1`), wrong);
    assert.match(wrong, /→ The proxy [\d.:]+ does not accept the user name and password\./);
    await writeSetting('http.proxy', 'socks4://me:hush@nowhere');
    assert.match(await diagnosis(), /✗ Proxy.*\n {2}→ The address of the proxy cannot be used/);
    await writeSetting('http.proxy', proxy);
    await writeSetting('hydrogen.http.client', 'vscode');
    const byEditor = await diagnosis();
    assert.match(byEditor, /hydrogen\.http\.client: vscode/);
    assert.match(byEditor, /## Web API, .*\n\n✗ Response/);
    await writeSetting('hydrogen.http.client', undefined);
    await writeSetting('http.proxyAuthorization', login);
    for (const report of [reached, refused, wrong, byEditor]) assert.doesNotMatch(report, /hush|bWU6aHVzaA/);
  });

  it('go through the proxy of the environment when the settings have none', async () => {
    process.env['HTTPS_PROXY'] = proxy.replace('//', '//me:hush@');
    await writeSetting('http.proxyAuthorization', undefined);
    await writeSetting('http.proxy', undefined);
    assert.match(await trying(), /404/);
    process.env['NO_PROXY'] = 'service.invalid';
    await writeSetting('http.proxySupport', 'on');
    assert.match(await trying(), /was not found/);
    delete process.env['NO_PROXY'];
    delete process.env['HTTPS_PROXY'];
    await writeSetting('http.proxySupport', undefined);
    assert.match(await trying(), /was not found/);
  });
});
