import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, it } from 'mocha';
import { get, redirect, useNetwork, type Reply } from '../network';

describe('the HTTP client', () => {
  const network = useNetwork();

  it('returns a redirect unchanged: status, Location and every Set-Cookie', async () => {
    const server = await network.server([redirect('/next/?a=1', ['a=1; Path=/', 'b=2, and more; HttpOnly'])]);
    const response = await get(network.client().fetch, `${server.origin}/`);
    assert.deepEqual(
      [response.status, response.headers.get('location'), response.headers.getSetCookie()],
      [302, '/next/?a=1', ['a=1; Path=/', 'b=2, and more; HttpOnly']],
    );
    assert.equal(response.text, '<html>moved</html>');
  });

  it('keeps its connections for the next calls', async () => {
    const server = await network.server(Array.from({ length: 10 }, () => ({ body: 'x' })));
    const { fetch } = network.client();
    for (let call = 0; call < 10; call++) await get(fetch, `${server.origin}/`);
    // The connection of the previous call may not be free yet.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it('measures the steps of a request, and detects a reused connection', async () => {
    const server = await network.server(
      Array.from({ length: 2 }, () => ({ body: 'x' })),
      true,
    );
    const { fetch } = network.client({ strictSSL: false });
    const timings = [];
    const address = `${server.origin.replace('127.0.0.1', 'localhost')}/`;
    for (let call = 0; call < 2; call++) {
      const init = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal: new AbortController().signal };
      const response = await fetch(address, init as Parameters<typeof fetch>[1]);
      for await (const part of response.body ?? []) assert.ok(part.byteLength > 0);
      timings.push(response.timing ?? assert.fail('no timing'));
      await setImmediate();
    }
    const [first = assert.fail(), second = assert.fail()] = timings;
    assert.deepEqual([first.reused, second.reused], [false, true]);
    for (const step of ['dns', 'connect', 'tls', 'firstByte'] as const) assert.ok((first[step] ?? -1) >= 0, step);
    assert.deepEqual([second.dns, second.connect, second.tls], [undefined, undefined, undefined]);
    assert.ok((second.firstByte ?? -1) >= 0);
  });

  it('shares no connection with another client', async () => {
    const server = await network.server([{ body: '1' }, { body: '2' }]);
    for (let call = 0; call < 2; call++) await get(network.client().fetch, `${server.origin}/`);
    assert.equal(server.connections, 2);
  });

  it('connects again when the server has closed the connection', async () => {
    const server = await network.server([
      { headers: { connection: 'close' }, body: '1' },
      { headers: { connection: 'close' }, body: '2' },
    ]);
    const { fetch } = network.client();
    for (let call = 0; call < 2; call++) await get(fetch, `${server.origin}/`);
    assert.equal(server.connections, 2);
  });

  it('refuses a certificate of an unknown authority', async () => {
    const server = await network.server([], true);
    await assert.rejects(get(network.client().fetch, `${server.origin}/`), ({ code }: NodeJS.ErrnoException) => {
      return code === 'DEPTH_ZERO_SELF_SIGNED_CERT';
    });
  });

  it('accepts it when the editor disables the check', async () => {
    const server = await network.server([{ body: 'secure' }], true);
    const response = await get(network.client({ strictSSL: false }).fetch, `${server.origin}/`);
    assert.equal(response.text, 'secure');
  });

  it('still refuses it with the certificates of the system', async () => {
    const server = await network.server([], true);
    const { fetch } = network.client({ systemCertificates: true });
    await assert.rejects(get(fetch, `${server.origin}/`), ({ code }: NodeJS.ErrnoException) => /CERT/.test(code ?? ''));
  });

  const packed = gzipSync('packed'.repeat(1000));
  const responses: [label: string, reply: Reply, method?: string][] = [
    ['JSON', { body: { objects: ['商品'] } }],
    ['an error page', { status: 500, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['nothing', { status: 204 }],
    ['headers that come twice', { headers: { 'x-a': ['1', '2'], 'set-cookie': ['a=1', 'b=2'] }, body: 'x' }],
    ['a header that is no ASCII', { headers: { 'x-name': 'Café' }, body: 'x' }],
    ['gzip', { headers: { 'content-encoding': 'gzip' }, body: packed }],
    ['brotli', { headers: { 'content-encoding': 'br' }, body: brotliCompressSync('two') }],
    ['deflate', { headers: { 'content-encoding': 'deflate' }, body: deflateSync('three') }],
    ['deflate without a header', { headers: { 'content-encoding': 'deflate' }, body: deflateRawSync('three') }],
    ['packed twice', { headers: { 'content-encoding': 'gzip, br' }, body: brotliCompressSync(packed) }],
    ['packed by a name that is not written so any more', { headers: { 'content-encoding': 'X-GZIP' }, body: packed }],
    ['packed in a way nobody knows', { headers: { 'content-encoding': 'squeezed' }, body: 'as it is' }],
    ['packed in a way every object has', { headers: { 'content-encoding': 'constructor' }, body: 'as it is' }],
    ['packed in nothing', { headers: { 'content-encoding': 'identity' }, body: 'plain' }],
    ['packed without its end', { headers: { 'content-encoding': 'gzip' }, body: packed.subarray(0, -8) }],
    ['the headers alone of something packed', { headers: { 'content-encoding': 'gzip' } }, 'HEAD'],
  ];
  for (const [label, reply, method] of responses) {
    it(`reads ${label} like fetch`, async () => {
      const server = await network.server([reply, reply]);
      const both = [await get(network.client().fetch, `${server.origin}/a/?b=1`, method)];
      both.push(await get(fetch, `${server.origin}/a/?b=1`, method));
      const [ours, theirs] = both.map(({ headers, ...response }) => ({
        ...response,
        // Join and sort the headers, as `fetch` does.
        headers: [...new Headers([...headers])].filter(([name]) => name !== 'date'),
      }));
      assert.deepEqual(ours, theirs);
      for (const [name] of both[1]?.headers ?? [])
        if (name !== 'date') assert.equal(both[0]?.headers.get(name), both[1]?.headers.get(name));
      const [sent, expected] = server.received;
      assert.deepEqual([sent?.method, sent?.path, sent?.body], [expected?.method, expected?.path, expected?.body]);
    });
  }

  it('keeps repeated headers separate, in their order', async () => {
    const server = await network.server([{ headers: { 'X-B': ['1', '2'], 'x-a': '3', date: 'now' }, body: 'x' }]);
    const { headers } = await get(network.client().fetch, server.origin);
    assert.deepEqual([...headers].slice(0, 4), [
      ['x-b', '1'],
      ['x-b', '2'],
      ['x-a', '3'],
      ['date', 'now'],
    ]);
  });

  it('fails when compressed data is broken', async () => {
    const server = await network.server([{ headers: { 'content-encoding': 'gzip' }, body: 'no gzip' }]);
    await assert.rejects(get(network.client().fetch, server.origin), { code: 'Z_DATA_ERROR' });
  });

  it('sends default headers, unless the request sets them', async () => {
    const server = await network.server([{}, {}]);
    const { fetch } = network.client();
    await get(fetch, server.origin);
    const headers = { 'User-Agent': 'me', ACCEPT: 'text/plain' };
    const signal = AbortSignal.timeout(20_000);
    await fetch(server.origin, { method: 'GET', headers, body: null, redirect: 'manual', signal });
    assert.deepEqual(
      server.received.map(({ headers }) => [headers['user-agent'], headers.accept, headers['accept-encoding']]),
      [
        ['hydrogen-baas-vscode', '*/*', 'gzip, br'],
        ['me', 'text/plain', 'gzip, br'],
      ],
    );
  });

  it('closes the connection of a body that is not read completely', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await network.server([
      response => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('a start'));
      },
    ]);
    const signal = AbortSignal.timeout(20_000);
    const { body } = await network
      .client()
      .fetch(server.origin, { method: 'GET', headers: [], body: null, redirect: 'manual', signal });
    for await (const part of body ?? []) {
      assert.equal(Buffer.from(part).toString(), 'a start');
      break;
    }
    await closed;
  });
});
