import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { describe, it } from 'mocha';
import { gzipSync } from 'node:zlib';
import { isUnsent, type ApiError } from '../../../../src/api/errors';
import type { CallContext } from '../../../../src/api/http/apiRequest';
import { send } from '../../../../src/api/http/send';
import { failure, fields } from '../failure';
import { freeOrigin, useNetwork, type Reply } from '../network';

const megabyte = 1024 * 1024;

describe('a call that fails', () => {
  const network = useNetwork();
  const fail = (origin: string, more?: Partial<CallContext>): Promise<ApiError> =>
    failure(send({ method: 'GET', url: new URL('/a/?token=x', origin) }, network.context(more)));
  const failAt = async (reply: Reply, more?: Partial<CallContext>): Promise<ApiError> =>
    fail((await network.server([reply])).origin, more);

  const silent: Reply = () => undefined;
  const half: Reply = response => void response.writeHead(200, { 'content-length': '100' }).write('{"begun":');

  it('ends with timeout when the server never responds', async () => {
    const error = await failAt(silent, { timeoutMs: 1000 });
    assert.deepEqual([error.code, error.method, error.status], ['timeout', 'GET', undefined]);
    assert.match(error.url, /^http:\/\/127\.0\.0\.1:\d+\/a\/$/);
  });

  it('ends with timeout when the body never ends', async () => {
    assert.equal((await failAt(half, { timeoutMs: 1000 })).code, 'timeout');
  });

  const failAtSilentProxy = async (more: Partial<CallContext>): Promise<ApiError> => {
    const proxy = await network.proxy(await network.server([]), () => undefined);
    const { fetch } = network.client({ proxy: proxy.address });
    const error = await fail('https://service.example', { fetch, ...more });
    // The signal ended the request before the connection gave up by itself.
    assert.equal((error.cause as Error).name, 'TimeoutError');
    return error;
  };

  it('ends with timeout when the proxy never responds', async () => {
    assert.equal((await failAtSilentProxy({ timeoutMs: 50 })).code, 'timeout');
  });

  it('sends nothing when it was cancelled before', async () => {
    const server = await network.server([]);
    assert.equal((await fail(server.origin, { signal: AbortSignal.abort() })).code, 'cancelled');
    assert.equal(server.connections, 0);
  });

  it('is cancelled while waiting, and the server notices it', async () => {
    const stop = new AbortController();
    let closed: Promise<unknown> | undefined;
    const error = await failAt(
      response => {
        closed = once(response, 'close');
        stop.abort();
      },
      { signal: stop.signal },
    );
    assert.equal(error.code, 'cancelled');
    await closed;
  });

  it('is cancelled while reading the body', async () => {
    const stop = new AbortController();
    const { fetch } = network.client();
    const error = await failAt(half, {
      signal: stop.signal,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        stop.abort();
        return response;
      },
    });
    assert.equal(error.code, 'cancelled');
  });

  it('leaves no listener on the signal of its caller after any kind of end', async () => {
    const { signal } = new AbortController();
    const broken: Reply = response => void response.destroy();
    const server = await network.server([{ body: '{}' }, { body: Buffer.alloc(2 * megabyte, 'x') }, broken]);
    const { fetch } = network.client();
    const ends = [];
    for (const method of ['GET', 'GET', 'POST'] as const) {
      const request = { method, url: new URL(server.origin) };
      const ended = send(request, { fetch, signal, maxBytes: megabyte });
      ends.push(
        await ended.then(
          () => 'ok',
          (error: ApiError) => error.code,
        ),
      );
    }
    assert.deepEqual(ends, ['ok', 'tooLarge', 'network']);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('reports the cancellation before a simultaneous timeout', async () => {
    const error = await failAtSilentProxy({ timeoutMs: 20, signal: AbortSignal.timeout(20) });
    assert.equal(error.code, 'cancelled');
  });

  it('ends with tooLarge for a body over the limit', async () => {
    const error = await failAt({ body: Buffer.alloc(2 * megabyte, 'x') }, { maxBytes: megabyte });
    assert.equal(error.code, 'tooLarge');
  });

  it('ends with tooLarge for an error page over the limit', async () => {
    const error = await failAt({ status: 500, body: Buffer.alloc(2 * megabyte, 'x') }, { maxBytes: megabyte });
    assert.equal(error.code, 'tooLarge');
  });

  it('ends with tooLarge for an endless body, and closes the connection', async () => {
    let closed: Promise<unknown> | undefined;
    const error = await failAt(
      response => {
        closed = once(response, 'close');
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65536, 'x')));
        };
        response.on('drain', more);
        more();
      },
      { maxBytes: megabyte },
    );
    assert.equal(error.code, 'tooLarge');
    await closed;
  });

  it('ends with tooLarge for a small body that decompresses to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * megabyte));
    assert.ok(bomb.length < megabyte);
    const error = await failAt({ headers: { 'content-encoding': 'gzip' }, body: bomb }, { maxBytes: megabyte });
    assert.equal(error.code, 'tooLarge');
  });

  it('does not include one whose body has exactly the limit, compressed or not', async () => {
    const body = JSON.stringify('x'.repeat(megabyte - 2));
    const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) };
    const { origin } = await network.server([{ body }, packed]);
    const context = network.context({ maxBytes: megabyte });
    for (let call = 0; call < 2; call++) {
      const response = await send({ method: 'GET', url: new URL('/', origin) }, context);
      assert.equal(String(response.body).length, megabyte - 2);
    }
  });

  it('ends with refused when no server listens', async () => {
    const origin = await freeOrigin();
    assert.deepEqual(fields(await fail(origin)), {
      code: 'refused',
      method: 'GET',
      url: `${origin}/a/`,
      reason: 'ECONNREFUSED',
    });
  });

  it('ends with unknownHost for an impossible name', async () => {
    // The name is too long, so the lookup fails without a network.
    const origin = `https://${'a'.repeat(64)}.invalid`;
    const { code, url, reason } = await fail(origin);
    assert.deepEqual([code, url, reason], ['unknownHost', `${origin}/a/`, 'ENOTFOUND']);
  });

  it('ends with insecure for plain http to another machine', async () => {
    const fetch = (): Promise<Response> => assert.fail('nothing may be sent');
    assert.equal((await fail('http://service.example', { fetch })).code, 'insecure');
  });

  it('ends with tls for a certificate of an unknown authority', async () => {
    const server = await network.server([], true);
    const { code, reason } = await fail(server.origin);
    assert.deepEqual([code, reason], ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });

  it('ends with tls for a server that does not speak it', async () => {
    const server = await network.server([]);
    const { code } = await fail(`https://127.0.0.1:${server.port}`);
    assert.equal(code, 'tls');
  });

  const lost: [label: string, reply: Reply][] = [
    ['before the response', response => void response.socket?.destroy()],
    ['by a reset before the response', response => void response.socket?.resetAndDestroy()],
    [
      'in the middle of the body',
      response => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"begun":', () => response.socket?.resetAndDestroy());
      },
    ],
    [
      'in the middle of a body of unknown length',
      response => void response.write('{"begun":', () => response.socket?.destroy()),
    ],
  ];
  for (const [label, reply] of lost) {
    it(`ends with network when it broke twice ${label}`, async () => {
      const server = await network.server([reply, reply]);
      const error = await fail(server.origin);
      assert.deepEqual([error.code, error.status, server.received.length], ['network', undefined, 2]);
      assert.ok(error.cause instanceof Error);
    });

    it(`is read again after it broke ${label}`, async () => {
      const server = await network.server([reply, { body: { read: true } }]);
      const { body } = await send({ method: 'GET', url: new URL('/a/', server.origin) }, network.context());
      assert.deepEqual([body, server.received.length], [{ read: true }, 2]);
    });

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      it(`is never written again after it broke ${label} (${method})`, async () => {
        const server = await network.server([reply]);
        const url = new URL('/a/', server.origin);
        const { code } = await failure(send({ method, url, body: {} }, network.context()));
        assert.deepEqual([code, server.received.length], ['network', 1]);
      });
    }
  }

  it('is not repeated when it was cancelled meanwhile', async () => {
    const stop = new AbortController();
    const reply: Reply = response => {
      stop.abort();
      response.socket?.destroy();
    };
    const server = await network.server([reply]);
    assert.equal((await fail(server.origin, { signal: stop.signal })).code, 'cancelled');
    assert.equal(server.received.length, 1);
  });

  const broken: [label: string, reply: Reply][] = [
    ['by what is no HTTP', response => void response.socket?.end('hello\r\n\r\n')],
    ['by a body that is not packed as said', { headers: { 'content-encoding': 'gzip' }, body: 'not packed' }],
  ];
  for (const [label, reply] of broken) {
    it(`ends with network when it broke ${label}`, async () => {
      const error = await failAt(reply);
      assert.deepEqual([error.code, error.status], ['network', undefined]);
      assert.ok(error.cause instanceof Error);
    });
  }

  it('ends with network when the client was closed, once or twice', async () => {
    const client = network.client();
    await client.close();
    await client.close();
    const { code, reason } = await fail('https://service.example', { fetch: client.fetch });
    assert.deepEqual([code, reason], ['network', 'UND_ERR_DESTROYED']);
  });

  for (const [syscall, isKnown] of [
    ['connect', true],
    ['bind', true],
    ['read', false],
    ['write', false],
  ] as const)
    for (const reason of ['EHOSTUNREACH', 'ETIMEDOUT'])
      it(`is${isKnown ? '' : ' not'} known not to have been sent when ${syscall} fails with ${reason}`, async () => {
        const cause = Object.assign(new Error(`${syscall} ${reason}`), { code: reason, syscall });
        // Node tries the next address of a host after a moment, and reports the failures of all.
        const ofAddresses = Object.assign(new AggregateError([cause, new Error('connect ECONNREFUSED')]), {
          code: reason,
        });
        for (const each of [cause, ...(syscall === 'connect' ? [ofAddresses] : [])]) {
          const error = await fail('https://service.example', {
            fetch: () => Promise.reject(new TypeError('fetch failed', { cause: each })),
          });
          assert.deepEqual([error.reason, isUnsent(error)], [reason, isKnown]);
        }
      });

  it('is known not to have been sent when the client was closing', async () => {
    const client = network.client();
    let error: ApiError | undefined;
    const server = await network.server([
      async response => {
        const closing = client.close();
        error = await fail(server.origin, { fetch: client.fetch });
        response.end('{}');
        await closing;
      },
    ]);
    await send({ method: 'GET', url: new URL(server.origin) }, network.context({ fetch: client.fetch }));
    assert.equal(error?.reason, 'UND_ERR_CLOSED');
    assert.ok(isUnsent(error));
  });
});
