import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, it } from 'mocha';
import type { ClientCertificateFiles } from '../../../../src/api/http/connections';
import { send } from '../../../../src/api/http/send';
import { root } from '../../../host/launcher/root';
import { createAuthority } from '../certificate/issue';
import { failure } from '../failure';
import { get, useNetwork, type Reply } from '../network';

const authority = createAuthority();
const site = authority.issue({ names: ['service.example', '127.0.0.1'] });

/** Responds with the subject of the connection's client certificate. */
const who: Reply = response => {
  const { subject } = (response.socket as TLSSocket).getPeerCertificate();
  response.end(subject === undefined ? 'nobody' : String(subject.CN));
};

describe('connections', () => {
  const network = useNetwork();

  it('trust a private authority when it is added, and no other', async () => {
    const server = await network.server([{ body: 'hello' }], site);
    await assert.rejects(get(network.client().fetch, server.origin), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    const other = network.client({ extraAuthorities: createAuthority('Others').cert });
    await assert.rejects(get(other.fetch, server.origin), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    const { fetch } = network.client({ extraAuthorities: `${createAuthority('Others').cert}\n${authority.cert}` });
    assert.equal((await get(fetch, server.origin)).text, 'hello');
  });

  it('check name and time of a certificate from a private authority', async () => {
    const day = 86_400_000;
    const wrong = [
      [{ names: ['other.example'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [{ names: ['127.0.0.1'], until: new Date(Date.now() - day / 2) }, 'CERT_HAS_EXPIRED'],
      [{ names: ['127.0.0.1'], from: new Date(Date.now() + day) }, 'CERT_NOT_YET_VALID'],
    ] as const;
    for (const [wishes, code] of wrong) {
      const server = await network.server([], authority.issue(wishes));
      await assert.rejects(get(network.client({ extraAuthorities: authority.cert }).fetch, server.origin), { code });
    }
  });

  it('reach a server behind a proxy with a password and a private authority', async () => {
    const server = await network.server([{ body: 'hello' }], site);
    const proxy = await network.proxy(server, undefined, `Basic ${btoa('me:secret')}`);
    const { fetch } = network.client({
      proxy: proxy.address.replace('//', '//me:secret@'),
      extraAuthorities: authority.cert,
    });
    assert.equal((await get(fetch, 'https://service.example/')).text, 'hello');
  });

  const askingFor = { ...site, ca: authority.cert, requestCert: true };
  const files = (issued: { cert: string; key: string }, passphrase?: string): ClientCertificateFiles => ({
    ...{ cert: Buffer.from(issued.cert), key: Buffer.from(issued.key) },
    passphrase,
  });

  const showsCertificate = async (isDirect: boolean): Promise<void> => {
    const server = await network.server([who, who], askingFor);
    const other = await network.server([who], { ...askingFor, rejectUnauthorized: false });
    const me = authority.issue({ names: ['me'] });
    const proxies = isDirect ? [] : [await network.proxy(server), await network.proxy(other)];
    const [origin, elsewhere] = isDirect
      ? [server.origin, other.origin]
      : ['https://service.example', 'https://service.example:8443'];
    const client = (address: string | undefined) =>
      network.client({
        ...{ proxy: address, extraAuthorities: authority.cert },
        clientCertificates: [{ origin, load: async () => files(me) }],
      });
    const { fetch } = client(proxies[0]?.address);
    for (let time = 0; time < 2; time++) assert.equal((await get(fetch, `${origin}/`)).text, 'me');
    assert.equal((await get(client(proxies[1]?.address).fetch, `${elsewhere}/`)).text, 'nobody');
  };
  it('show a client certificate only to its origin', () => showsCertificate(true));
  it('show a client certificate only to its origin, through a proxy', () => showsCertificate(false));

  it('are refused by a server that wants a client certificate and gets none', async () => {
    const server = await network.server([], askingFor);
    const { fetch } = network.client({ extraAuthorities: authority.cert });
    const { code } = await failure(send({ method: 'GET', url: new URL(server.origin) }, network.context({ fetch })));
    assert.ok(['tls', 'network'].includes(code), code);
  });

  it('open a client certificate with its passphrase, which can be corrected without a new client', async () => {
    const server = await network.server([who], askingFor);
    const me = authority.issue({ names: ['me'], passphrase: 'open sesame' });
    let passphrase: string | undefined;
    const { fetch } = network.client({
      extraAuthorities: authority.cert,
      clientCertificates: [{ origin: server.origin, load: async () => files(me, passphrase) }],
    });
    const request = { method: 'GET', url: new URL(server.origin) } as const;
    for (const wrong of [undefined, 'sesame']) {
      passphrase = wrong;
      const { code, reason } = await failure(send(request, network.context({ fetch })));
      assert.deepEqual([code, reason], ['tls', 'CLIENT_CERT_UNUSABLE']);
    }
    passphrase = 'open sesame';
    assert.equal((await get(fetch, server.origin)).text, 'me');
    passphrase = undefined;
    assert.equal((await failure(send(request, network.context({ fetch })))).reason, 'CLIENT_CERT_UNUSABLE');
  });

  it('show a renewed client certificate without a new client', async () => {
    const server = await network.server([who, who, who, who], askingFor);
    const first = files(authority.issue({ names: ['me'] }));
    let load = async () => first;
    const { fetch } = network.client({
      extraAuthorities: authority.cert,
      clientCertificates: [{ origin: server.origin, load: () => load() }],
    });
    for (let time = 0; time < 2; time++) assert.equal((await get(fetch, server.origin)).text, 'me');
    load = () => Promise.reject(new Error('ENOENT'));
    assert.equal((await get(fetch, server.origin)).text, 'me', 'while the files are replaced');
    const renewed = files(authority.issue({ names: ['me renewed'] }));
    load = async () => renewed;
    assert.equal((await get(fetch, server.origin)).text, 'me renewed');
  });

  it('accept a client certificate as PKCS #12', async () => {
    const pfx = readFileSync(path.join(root, 'test/unit/api/certificate/client.p12'));
    const server = await network.server([who], { ...askingFor, rejectUnauthorized: false });
    const { fetch } = network.client({
      extraAuthorities: authority.cert,
      clientCertificates: [{ origin: server.origin, load: async () => ({ pfx, passphrase: 'open sesame' }) }],
    });
    assert.equal((await get(fetch, server.origin)).text, 'Self-signed certificate of the tests');
  });

  it('report unreadable files of a client certificate without their path', async () => {
    const load = () => Promise.reject(new Error('ENOENT: /home/me/secret.pem'));
    const { fetch } = network.client({ clientCertificates: [{ origin: 'https://service.example', load }] });
    const request = { method: 'GET', url: new URL('https://service.example/') } as const;
    const error = await failure(send(request, network.context({ fetch })));
    assert.deepEqual([error.code, error.reason], ['tls', 'CLIENT_CERT_UNREADABLE']);
    assert.ok(!String((error.cause as Error).stack).includes('/home/me'));
  });

  const dead: [label: string, LookupAddress][] = [
    ['refuses', { address: '127.0.0.9', family: 4 }],
    // RFC 6666: packets to this prefix are discarded.
    ['is of IPv6 and leads nowhere', { address: '100::1', family: 6 }],
  ];
  for (const [label, first] of dead) {
    it(`reach a host whose first address ${label}`, async () => {
      const server = await network.server([{ body: 'hello' }]);
      const addresses = [first, { address: '127.0.0.1', family: 4 }];
      const { fetch } = network.client({ lookup: answering(addresses) });
      assert.equal((await get(fetch, `http://service.example:${server.port}/`)).text, 'hello');
    });
  }
});

/** Resolves every host to these addresses. */
function answering(addresses: LookupAddress[]): LookupFunction {
  return (_, options: LookupOptions, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}
