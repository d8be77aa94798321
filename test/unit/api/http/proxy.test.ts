import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, it } from 'mocha';
import { isUnsent } from '../../../../src/api/errors';
import { send } from '../../../../src/api/http/send';
import { failure } from '../failure';
import { freeOrigin, get, useNetwork } from '../network';

describe('a proxy', () => {
  const network = useNetwork();
  const hello = { body: 'hello' };

  it('tunnels https with the certificate of the host', async () => {
    const server = await network.server([hello], true);
    const proxy = await network.proxy(server);
    const { fetch } = network.client({ proxy: proxy.address, strictSSL: false });
    const response = await get(fetch, 'https://service.example/a/?b=1');
    assert.equal(response.text, 'hello');
    assert.deepEqual(proxy.asked, ['CONNECT service.example:443']);
    assert.deepEqual([server.received[0]?.path, server.received[0]?.headers.host], ['/a/?b=1', 'service.example']);
  });

  it('does not disable the check of certificates', async () => {
    const server = await network.server([], true);
    const { fetch } = network.client({ proxy: (await network.proxy(server)).address });
    const call = send({ method: 'GET', url: new URL('https://service.example/') }, network.context({ fetch }));
    const { code, reason } = await failure(call);
    assert.deepEqual([code, reason], ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });

  it('forwards http without a tunnel, because many proxies open tunnels only to secure ports', async () => {
    const server = await network.server([hello]);
    const proxy = await network.proxy(server);
    const { fetch } = network.client({ proxy: proxy.address });
    assert.equal((await get(fetch, 'http://service.example:8080/a/?b=1')).text, 'hello');
    assert.deepEqual(proxy.asked, ['GET http://service.example:8080/a/?b=1']);
    const [{ path, headers } = assert.fail()] = server.received;
    assert.deepEqual([path, headers.host], ['/a/?b=1', 'service.example:8080']);
  });

  /** Asserts that only requests with the password pass the proxy, and that the host does not see the password. */
  const opens = async (url: string): Promise<void> => {
    const server = await network.server([hello], url.startsWith('https'));
    const login = `Basic ${btoa('user:pass')}`;
    const proxy = await network.proxy(server, undefined, login);
    for (const proxyAuthorization of [undefined, 'Basic wrong']) {
      const { fetch } = network.client({ proxy: proxy.address, proxyAuthorization });
      await assert.rejects(get(fetch, url), { code: 'ERR_PROXY_407' });
    }
    assert.deepEqual([server.connections, proxy.asked.length], [0, 2]);
    const { fetch } = network.client({ proxy: proxy.address, proxyAuthorization: login, strictSSL: false });
    assert.equal((await get(fetch, url)).text, 'hello');
    assert.equal(server.received[0]?.headers['proxy-authorization'], undefined);
  };
  it('opens tunnels only with its password, and the host does not receive it', () => opens('https://service.example/'));
  it('forwards plain http only with its password, and the host does not receive it', () =>
    opens('http://service.example/'));

  it('accepts a percent sign in the password of its address', async () => {
    for (const [typed, password] of [
      ['100%', '100%'],
      ['a%40b', 'a@b'],
    ]) {
      const server = await network.server([hello]);
      const proxy = await network.proxy(server, undefined, `Basic ${btoa(`user:${password}`)}`);
      const { fetch } = network.client({ proxy: proxy.address.replace('//', `//user:${typed}@`) });
      assert.equal((await get(fetch, 'http://service.example/')).text, 'hello');
    }
  });

  it('keeps its tunnels for the next calls', async () => {
    const replies = Array.from({ length: 10 }, () => hello);
    const server = await network.server(replies, true);
    const proxy = await network.proxy(server);
    const { fetch } = network.client({ proxy: proxy.address, strictSSL: false });
    for (let call = 0; call < 10; call++) await get(fetch, 'https://service.example/');
    assert.ok(proxy.asked.length <= 2 && server.connections <= 2, `${proxy.asked.length} tunnels`);
  });

  const logins: [label: string, login: string, setting: string | undefined, header: string][] = [
    ['the setting', '', 'Basic c2V0dGluZw==', 'Basic c2V0dGluZw=='],
    ['the address', 'us%40er:pa%3Ass@', undefined, `Basic ${btoa('us@er:pa:ss')}`],
    ['the setting before the address', 'user:pass@', 'Token abc', 'Token abc'],
  ];
  for (const [label, login, proxyAuthorization, header] of logins) {
    it(`receives the login from ${label}, and the host does not`, async () => {
      const server = await network.server([hello], true);
      const proxy = await network.proxy(server);
      const { fetch } = network.client({
        proxy: proxy.address.replace('//', `//${login}`),
        strictSSL: false,
        ...(proxyAuthorization === undefined ? {} : { proxyAuthorization }),
      });
      await get(fetch, 'https://service.example/');
      assert.deepEqual(proxy.asked, [`CONNECT service.example:443 ${header}`]);
      assert.equal(server.received[0]?.headers['proxy-authorization'], undefined);
    });
  }

  for (const host of ['127.0.0.1', 'localhost']) {
    it(`is never used for ${host}`, async () => {
      const server = await network.server([hello]);
      const proxy = await network.proxy(server);
      const { fetch } = network.client({ proxy: proxy.address });
      assert.equal((await get(fetch, `http://${host}:${server.port}/`)).text, 'hello');
      assert.deepEqual(proxy.asked, []);
    });
  }

  // The name is too long to exist, so the direct connection fails without a network.
  const long = `${'a'.repeat(64)}.invalid`;
  const exceptions: [noProxy: string[], direct: boolean][] = [
    [['*'], true],
    [['other.example', ' * '], true],
    [[long], true],
    [[long.toUpperCase()], true],
    [[` ${long} `], true],
    [['invalid'], true],
    [['.invalid'], true],
    [['*.invalid'], true],
    [[`${long}:443`], true],
    [[`${long}:8443`], false],
    [['valid'], false],
    [['other.example', ''], false],
    [[], false],
  ];
  for (const [noProxy, direct] of exceptions) {
    it(`${direct ? 'is not' : 'is'} used when the exceptions are ${JSON.stringify(noProxy).replace(long, 'HOST')}`, async () => {
      const server = await network.server([]);
      const proxy = await network.proxy(server, socket => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
      const { fetch } = network.client({ proxy: proxy.address, noProxy });
      const call = send({ method: 'GET', url: new URL(`https://${long}/`) }, network.context({ fetch }));
      const { reason } = await failure(call);
      assert.deepEqual([reason, proxy.asked.length], direct ? ['ENOTFOUND', 0] : ['ERR_PROXY_403', 1]);
    });
  }

  const refusals: [label: string, response: string, reason: string][] = [
    [
      'wants to know who asks',
      'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n',
      'ERR_PROXY_407',
    ],
    ['cannot reach the host', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'ERR_PROXY_502'],
    ['closes the connection', '', 'ERR_PROXY_CLOSED'],
  ];
  for (const [label, response, reason] of refusals) {
    it(`gets one request and ends the call if it ${label}`, async () => {
      const proxy = await network.proxy(await network.server([]), socket => socket.end(response));
      const { fetch } = network.client({ proxy: proxy.address });
      const call = send({ method: 'GET', url: new URL('https://service.example/') }, network.context({ fetch }));
      const error = await failure(call);
      assert.deepEqual([error.code, error.reason, proxy.asked.length], ['network', reason, 1]);
      // Without a tunnel, the service has not received the request.
      assert(isUnsent(error), reason);
    });
  }

  it('may have passed on plain http before it fails, so the reason is not that of a missing tunnel', async () => {
    const { origin } = await network.server([response => void response.socket?.destroy(), () => undefined]);
    const { fetch } = network.client({ proxy: origin });
    const init = { method: 'POST', headers: {}, body: null, redirect: 'manual', silence: 20 } as const;
    for (const code of ['UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT']) {
      const { signal } = new AbortController();
      await assert.rejects(fetch('http://service.example/', { ...init, signal }), { code });
    }
  });

  it('is reported as refused when it does not exist', async () => {
    const { fetch } = network.client({ proxy: await freeOrigin() });
    const call = send({ method: 'GET', url: new URL('https://service.example/') }, network.context({ fetch }));
    const { code, reason } = await failure(call);
    assert.deepEqual([code, reason], ['refused', 'ERR_PROXY_REFUSED']);
  });

  for (const change of [(text: string) => text.replace('http://', ''), (text: string) => ` ${text}/ `]) {
    it(`can be written as ${change('http://host:port')}`, async () => {
      const server = await network.server([hello]);
      const proxy = await network.proxy(server);
      const { fetch } = network.client({ proxy: change(proxy.address) });
      assert.equal((await get(fetch, 'http://service.example/')).text, 'hello');
      assert.equal(proxy.asked.length, 1);
    });
  }

  for (const empty of ['', '  ']) {
    it(`is not used when its address is ${JSON.stringify(empty)}`, async () => {
      const server = await network.server([hello]);
      const { fetch } = network.client({ proxy: empty });
      assert.equal((await get(fetch, `${server.origin}/`)).text, 'hello');
    });
  }

  for (const bad of ['http://user:hush@', 'http://user:hush@host:port', 'socks4://user:hush@host', 'user:hush@ho st']) {
    it(`is refused without its password when its address is ${bad.replace('hush', '***')}`, () => {
      assert.throws(
        () => network.client({ proxy: bad }),
        (error: Error) => error instanceof TypeError && !inspect(error, { showHidden: true }).includes('hush'),
      );
    });
  }
});
