import assert from 'node:assert/strict';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { Secret } from '../../../../src/api/secret';
import { RequestError } from '../../../../src/requests/document/requestError';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import type { RunResult } from '../../../../src/requests/sending/runResult';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import type { ExecutionContext } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

describe('sending a request', () => {
  const own = useServer();
  const other = useServer();

  async function send(text: string, changes: Partial<ExecutionContext> = {}): Promise<RunResult> {
    const here = { ...target, serverDomain: own.origin, authUrl: own.origin };
    const context = contextFor(text, { target: here, ...changes });
    return runRequest(await resolveRequest(context.document.requests.at(-1) ?? assert.fail(), context), context);
  }

  async function failure(text: string, changes: Partial<ExecutionContext> = {}): Promise<unknown> {
    return send(text, changes).then(
      () => assert.fail('no error'),
      (error: unknown) => error,
    );
  }

  it('sends method, headers and body as written, and reads the whole response', async () => {
    own.handler = (_, response) => {
      response.writeHead(
        201,
        'Made',
        [
          ['Content-Type', 'application/json'],
          ['X-Two', 'a'],
          ['X-Two', 'b'],
        ].flat(),
      );
      response.end('{"id": 1}');
    };
    const result = await send('PUT /hserve/v2.2/table/t/record/1/\nX-One: 1\n\n{"a": [1, 2]}');
    assert.equal(own.received[0]?.method, 'PUT');
    assert.equal(own.received[0]?.headers['x-one'], '1');
    assert.equal(own.received[0]?.body, '{"a": [1, 2]}');
    const { report } = result;
    assert.equal(report.status, 201);
    assert.equal(report.statusText, 'Made');
    assert.deepEqual(JSON.parse(report.text ?? ''), { id: 1 });
    assert.equal(report.size, 9);
    assert.deepEqual(
      report.headers.filter(([name]) => name === 'x-two').map(([, value]) => value),
      ['a', 'b'],
    );
    assert.ok(report.ms.headers >= 0 && report.ms.total >= report.ms.headers);
    assert.deepEqual(report.expectedStatus, [200]);
  });

  it('shows no token of a response until requested, and passes it on', async () => {
    const token = 'abcdefghijklmnopqrstuvwxyz012345';
    own.handler = json({ token, _session: { session_key: token }, again: `x ${token}`, name: 'Ann' }, 201, {
      'Set-Cookie': 's=1',
    });
    const result = await send('# @name login\nPOST /hserve/v2.1/login/email/\n\n{"email":"a@b","password":"c"}');
    for (const printed of [
      inspect(result, { depth: 9, showHidden: true }),
      JSON.stringify(result),
      result.report.text,
    ]) {
      assert.ok(printed !== undefined && !printed.includes(token) && !printed.includes('s=1'));
    }
    assert.match(result.report.text ?? '', /"name":"Ann"/);
    assert.ok(result.revealText()?.includes(token));
    assert.equal(result.userToken()?.reveal(), token);
    assert.ok(result.asNamed().text.reveal().includes(token));
  });

  it('masks the sent token everywhere in the response', async () => {
    own.handler = (_, response, { headers }) => {
      response.writeHead(400, { 'X-Echo': String(headers.authorization) }).end(`wrong: ${headers.authorization}`);
    };
    const result = await send('GET /oserve/v2.2/server/time/');
    assert.equal(result.report.text, 'wrong: Bearer •••');
    assert.ok(!JSON.stringify(result).includes('access-token'));
    assert.equal(result.report.ok, false);
  });

  it('masks credentials from the body in the headers, and those from headers and the window in the body', async () => {
    const [named, cookie, stored] = ['b0dy-t0ken-0123456789', 'c00kie-0123456789', 'st0red-0123456789'];
    own.handler = json({ token: named, first: cookie, second: `is ${stored}` }, 200, {
      'Set-Cookie': `session=${cookie}; Path=/`,
      'X-Trace': `for ${named} and ${stored}`,
    });
    const result = await send('GET /hserve/v2.2/server/time/', { otherSecrets: async () => [new Secret(stored)] });
    assert.equal(result.report.text, '{"token":"•••","first":"•••","second":"is •••"}');
    const headers = new Map(result.report.headers);
    assert.deepEqual([headers.get('set-cookie'), headers.get('x-trace')], ['•••', 'for ••• and •••']);
    for (const value of [named, cookie, stored]) {
      assert.ok(!inspect(result, { depth: 9, showHidden: true }).includes(value));
      assert.ok(result.credentials().some(secret => secret.reveal() === value));
    }
  });

  it('renews a refused token and sends the request once more', async () => {
    own.handler = (_, response, { headers }) => {
      response.writeHead(headers.authorization === 'Bearer new-token' ? 200 : 401).end('{}');
    };
    const refused: string[] = [];
    const renew: NonNullable<ExecutionContext['renew']> = async token => (
      refused.push(token.reveal()),
      new Secret('new-token')
    );
    const result = await send('POST /oserve/v1.8/table/\n\n{"name":"a"}', { renew });
    assert.equal(result.status, 200);
    assert.equal(result.report.renewed, true);
    assert.deepEqual(refused, ['access-token-0123456789']);
    assert.deepEqual(
      own.received.map(({ body }) => body),
      ['{"name":"a"}', '{"name":"a"}'],
    );
  });

  const noRenewal: [name: string, renew: NonNullable<ExecutionContext['renew']>][] = [
    ['there is none', async () => undefined],
    ['it is the same', async () => new Secret('access-token-0123456789')],
    ['the new one is refused too', async () => new Secret('new-token')],
  ];
  for (const [index, [name, renew]] of noRenewal.entries()) {
    it(`returns 401 when a token cannot be renewed: ${name}`, async () => {
      own.handler = json({}, 401);
      const result = await send('GET /oserve/v2.2/server/time/', { renew });
      assert.equal(result.status, 401);
      assert.equal(own.received.length, index === 2 ? 2 : 1);
    });
  }

  const foreign = ['GET /oserve/v9.9/unheard/', 'POST /oserve/v2.2/server/time/', 'GET /oserve/v1.8/tables/'];
  for (const line of foreign) {
    it(`does not renew for a call that is not documented to use the token: ${line}`, async () => {
      own.handler = json({}, 401);
      const result = await send(line, { renew: () => assert.fail('renewed') });
      assert.equal(result.status, 401);
      assert.equal(own.received.length, 1);
    });
  }

  it('does not renew a token that it did not send', async () => {
    own.handler = json({}, 401);
    await send('GET /hserve/v2.2/server/time/', { renew: () => assert.fail('renewed') });
    assert.equal(own.received.length, 1);
  });

  describe('redirects', () => {
    it('are followed for GET on the same host', async () => {
      own.handler = (request, response) => {
        if (request.url === '/hserve/end/') response.end('{"a":1}');
        else response.writeHead(302, { Location: '../../end/' }).end();
      };
      const result = await send('GET /hserve/v2.2/server/');
      assert.equal(result.status, 200);
      assert.deepEqual(
        own.received.map(({ url }) => url),
        ['/hserve/v2.2/server/', '/hserve/end/'],
      );
    });

    it('send nothing to another port', async () => {
      own.handler = (_, response) => void response.writeHead(302, { Location: `${other.origin}/` }).end();
      const result = await send('GET /oserve/v2.2/server/time/');
      assert.equal(result.status, 302);
      assert.equal(result.report.notFollowed, 'otherOrigin');
      assert.equal(result.report.ok, false);
      assert.equal(other.received.length, 0);
    });

    it('are followed before their own body ends, which is discarded', async () => {
      let closed: Promise<unknown> | undefined;
      own.handler = (request, response) => {
        if (request.url === '/hserve/end/') return void response.end('{"a":1}');
        closed = once(response, 'close');
        response.writeHead(302, { Location: '/hserve/end/' }).write('and so on');
      };
      assert.equal((await send('GET /hserve/v2.2/server/')).report.text, '{"a":1}');
      await closed;
    });

    it('are not followed to an address with a name and a password', async () => {
      const withPassword = own.origin.replace('//', '//somebody:secret@');
      own.handler = (_, response) => void response.writeHead(302, { Location: `${withPassword}/hserve/end/` }).end();
      const result = await send('GET /hserve/v2.2/server/');
      assert.deepEqual([result.status, result.report.notFollowed, own.received.length], [302, 'otherHost', 1]);
    });

    it('do not send a body twice', async () => {
      own.handler = (_, response) => void response.writeHead(307, { Location: '/again/' }).end();
      const result = await send('POST /oserve/v1.8/table/\n\n{"name":"a"}');
      assert.equal(result.report.notFollowed, 'method');
      assert.equal(own.received.length, 1);
    });
  });

  it('sends no credential to another host in any header', async () => {
    const session = { status: 201, headers: [], text: new Secret('{"token":"abcdefghijklmnopqrstuvwxyz012345"}') };
    const changes = { responses: new Map([['login', session]]), secret: async () => new Secret('shop-secret') };
    const login = '# @name login\nPOST /hserve/v2.1/login/email/\n\n###\n';
    await send(`GET ${other.origin}/hserve/v2.0/idp/pay/order/?a=1`);
    await send(`# @as user\nPOST ${other.origin}/oserve/v2.2/server/time/\n\n{"a":1}`);
    for (const text of [
      `${login}GET ${other.origin}/\nAuthorization: Hydrogen-r1 {{login.response.body.token}}`,
      `${login}POST ${other.origin}/\n\n{{login.response.body}}`,
      `GET ${other.origin}/\nX-A: {{$secret shop}}`,
    ]) {
      const error = await failure(text, changes);
      assert.ok(error instanceof RequestError && error.code === 'secretToOtherOrigin');
    }
    assert.equal(other.received.length, 2);
    const usual = [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ];
    for (const { headers, body } of other.received) {
      assert.deepEqual(
        Object.keys(headers).filter(name => !usual.includes(name)),
        [],
      );
      assert.doesNotMatch(JSON.stringify(headers) + body, /token|client-1|env-|secret/);
    }
  });

  it('can be cancelled, and ends in time', async () => {
    own.handler = () => undefined;
    const abort = new AbortController();
    const cancelled = failure('GET /a/', { signal: abort.signal });
    abort.abort();
    assert.equal(((await cancelled) as ApiError).code, 'cancelled');
    assert.equal(((await failure('# @timeout 20ms\nGET /a/')) as ApiError).code, 'timeout');
    own.handler = (_, response) => void response.writeHead(200).write('{');
    assert.equal(((await failure('# @timeout 50ms\nGET /a/')) as ApiError).code, 'timeout');
  });

  it('reports how the connection failed, without its secrets', async () => {
    own.handler = (request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{');
      setImmediate(() => request.socket.destroy());
    };
    const broken = await failure('GET /oserve/v2.2/server/time/');
    assert.ok(broken instanceof ApiError && broken.code === 'network', inspect(broken));
    assert.ok(!inspect(broken, { depth: 9 }).includes('access-token'));
    const gone = { ...target, serverDomain: 'http://127.0.0.1:1' };
    assert.ok(((await failure('GET /a/', { target: gone })) as Error).message.includes('failed'));
  });

  it('reports a missing file', async () => {
    const error = await failure('POST /a/\n\n< ./none.json');
    assert.ok(error instanceof RequestError && error.code === 'noFile' && error.detail === './none.json');
    assert.equal(own.received.length, 0);
  });

  it('cuts off a compressed response that does not end', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    own.handler = (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    const written: number[] = [];
    const sink = async (chunk: Uint8Array) => void written.push(chunk.byteLength);
    const result = await send('GET /a/', { keepBytes: 1000, maxBytes: 3_000_000, sink });
    assert.equal(result.report.size, 3_000_000);
    assert.equal(result.report.stopped, true);
    assert.equal(
      written.reduce((sum, size) => sum + size, 0),
      3_000_000,
    );
  });

  it('reports no wrong character set when a character lies on the border of a truncated response', async () => {
    const type = { 'Content-Type': 'text/plain; charset=utf-8' };
    own.handler = (_, response) => void response.writeHead(200, type).end('é'.repeat(10));
    const { report } = await send('GET /a/', { keepBytes: 5 });
    assert.deepEqual([report.truncated, report.wrongCharset, report.text], [true, false, 'éé']);
    own.handler = (_, response) => void response.writeHead(200, type).end(Buffer.from('é\xe9', 'latin1'));
    assert.equal((await send('GET /a/', { keepBytes: 5 })).report.wrongCharset, true);
  });

  it('reports that a large response could not be written', async () => {
    own.handler = (_, response) => void response.end('x'.repeat(5000));
    const error = await failure('GET /a/', { keepBytes: 10, sink: () => Promise.reject(new TypeError('full')) });
    assert.ok(error instanceof RequestError && error.code === 'notSaved');
  });
});
