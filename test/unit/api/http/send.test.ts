import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ApiRequest } from '../../../../src/api/http/apiRequest';
import { Secret } from '../../../../src/api/secret';
import { send } from '../../../../src/api/http/send';
import { failure, fields } from '../failure';
import { redirect, useNetwork, type Reply } from '../network';

describe('a redirected call', () => {
  const network = useNetwork();
  const get = (origin: string, path = '/a/?q=1'): ApiRequest => ({
    method: 'GET',
    url: new URL(path, origin),
    headers: { 'X-Hydrogen-Client-ID': 'abc123' },
    authorization: { scheme: 'Bearer', token: new Secret('the-token') },
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows ${status} within its origin, with all its headers`, async () => {
      const server = await network.server([redirect('/b/?q=2', [], status), { body: { ok: true } }]);
      const response = await send(get(server.origin), network.context());
      assert.deepEqual([response.status, response.body], [200, { ok: true }]);
      assert.deepEqual(
        server.received.map(({ path, headers }) => [path, headers.authorization, headers['x-hydrogen-client-id']]),
        [
          ['/a/?q=1', 'Bearer the-token', 'abc123'],
          ['/b/?q=2', 'Bearer the-token', 'abc123'],
        ],
      );
    });
  }

  it('never sends its token to another port, host or scheme', async () => {
    const other = await network.server([]);
    const secure = await network.server([], true);
    const places = [other.origin, secure.origin, `http://localhost:${other.port}`, 'https://service.example'];
    const server = await network.server(places.map(place => redirect(`${place}/b/?token=x`)));
    for (const place of places) {
      assert.deepEqual(fields(await failure(send(get(server.origin), network.context()))), {
        code: 'unsafeRedirect',
        method: 'GET',
        url: `${server.origin}/a/`,
        status: 302,
        received: `${place}/b/`,
      });
    }
    assert.deepEqual([other.connections, secure.connections], [0, 0]);
  });

  it('does not follow a redirect to its own origin with a password in the address', async () => {
    const server = await network.server([
      (response, { headers }): void =>
        void response.writeHead(302, { location: `http://name:word@${headers.host}/b/` }).end(),
    ]);
    const error = await failure(send(get(server.origin), network.context()));
    assert.deepEqual([error.code, error.received], ['unsafeRedirect', `${server.origin}/b/`]);
  });

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    it(`is not followed for ${method}, even within its origin`, async () => {
      const server = await network.server([redirect('/b/')]);
      const request: ApiRequest = { method, url: new URL('/a/', server.origin), body: { text: 'once' } };
      const error = await failure(send(request, network.context()));
      assert.deepEqual([error.code, error.method, error.status], ['unsafeRedirect', method, 302]);
    });
  }

  it('stops in a loop', async () => {
    const server = await network.server(Array.from({ length: 6 }, () => redirect('/a/')));
    const error = await failure(send(get(server.origin), network.context()));
    assert.deepEqual([error.code, error.status, error.received], ['tooManyRedirects', 302, `${server.origin}/a/`]);
  });

  it('needs a Location', async () => {
    const server = await network.server([{ status: 302 }]);
    const error = await failure(send(get(server.origin), network.context()));
    assert.deepEqual([error.code, error.expected], ['unexpectedShape', 'Location']);
  });
});

describe('the body of a call', () => {
  const network = useNetwork();
  const sent = async (body: Record<string, unknown>): Promise<unknown> => {
    const server = await network.server([{ status: 204 }]);
    await send({ method: 'POST', url: new URL('/', server.origin), body }, network.context());
    return JSON.parse(server.received[0]?.body ?? '');
  };

  it('reveals secrets at any depth only when it is sent', async () => {
    const secret = new Secret('the "secret" ü');
    assert.deepEqual(await sent({ a: secret, b: { c: [secret, { d: secret }] }, e: 'plain', f: undefined }), {
      a: 'the "secret" ü',
      b: { c: ['the "secret" ü', { d: 'the "secret" ü' }] },
      e: 'plain',
    });
  });

  it('uses toJSON of other values', async () => {
    assert.deepEqual(await sent({ at: new Date(0), list: [null, 1, true] }), {
      at: '1970-01-01T00:00:00.000Z',
      list: [null, 1, true],
    });
  });
});

describe('the response of a call', () => {
  const network = useNetwork();
  const call = async (reply: Reply): ReturnType<typeof send> => {
    const server = await network.server([reply]);
    return send({ method: 'GET', url: new URL('/a/?token=x', server.origin) }, network.context());
  };

  const bodies: [label: string, reply: Reply, status: number, body: unknown][] = [
    ['204', { status: 204 }, 204, undefined],
    ['200 without a body', { body: '' }, 200, undefined],
    ['200 with white space', { body: ' \r\n ' }, 200, undefined],
    ['201', { status: 201, body: { id: 1 } }, 201, { id: 1 }],
    ['304', { status: 304 }, 304, undefined],
    ['JSON under another content type', { headers: { 'content-type': 'text/html' }, body: '{"a":1}' }, 200, { a: 1 }],
    ['JSON after a byte order mark', { body: '\ufeff{"a":"ü"}' }, 200, { a: 'ü' }],
    ['a bare null', { body: 'null' }, 200, null],
  ];
  for (const [label, reply, status, body] of bodies) {
    it(`can be ${label}`, async () => {
      const response = await call(reply);
      assert.deepEqual([response.status, response.body], [status, body]);
    });
  }

  it('joins characters that arrive in two parts', async () => {
    // Three bytes each, so that packets end in the middle of characters.
    const text = '知'.repeat(1_000_000);
    assert.equal((await call({ body: JSON.stringify(text) })).body, text);
  });

  const errors: [label: string, reply: Reply, expected: Record<string, unknown>][] = [
    ['error_msg', { status: 400, body: { status: 'error', error_msg: 'a' } }, { serverMessage: 'a' }],
    ['message', { status: 400, body: { message: 'b' } }, { serverMessage: 'b' }],
    ['error_message', { status: 400, body: { error_message: 'c' } }, { serverMessage: 'c' }],
    [
      'error_description before error',
      { status: 400, body: { error: 'd', error_description: 'e' } },
      { serverMessage: 'e' },
    ],
    ['detail', { status: 404, body: { detail: 'f' } }, { serverMessage: 'f' }],
    [
      'the first that is a text',
      { status: 400, body: { error_msg: '', message: 5, detail: 'g' } },
      { serverMessage: 'g' },
    ],
    ['a JSON string', { status: 400, body: '"h"' }, { serverMessage: 'h' }],
    ['a text', { status: 402, body: 'In  arrears.\n' }, { serverMessage: 'In arrears.', expected: 'JSON' }],
    ['a page', { status: 502, body: '  <html>Bad</html>' }, { received: '<html>Bad</html>', expected: 'JSON' }],
    ['fields that nobody knows', { status: 400, body: { name: ['taken'] } }, { received: '{"name":["taken"]}' }],
    ['a list', { status: 400, body: '["no"]' }, { received: '["no"]' }],
    ['null', { status: 400, body: 'null' }, { received: 'null' }],
    ['nothing', { status: 500 }, { received: '' }],
  ];
  for (const [label, reply, expected] of errors) {
    it(`can be an error status with ${label}`, async () => {
      const { code, method, url, status, ...rest } = fields(await failure(call(reply)));
      assert.deepEqual([code, method, status], ['status', 'GET', (reply as { status: number }).status]);
      assert.match(String(url), /^http:\/\/127\.0\.0\.1:\d+\/a\/$/);
      assert.deepEqual(rest, expected);
    });
  }

  it('has its long messages and pages shortened', async () => {
    const long = 'word '.repeat(10_000);
    const { serverMessage } = await failure(call({ status: 400, body: { error_msg: long } }));
    const { received } = await failure(call({ body: `<p>${long}` }));
    assert.deepEqual([serverMessage?.length, received?.length], [500, 160]);
  });

  it('is masked before it is shortened, so that no part of a secret remains', async () => {
    const server = await network.server(
      [2, 155, 1990, 99_990].map(length => ({ body: `<p>${' '.repeat(length)}hush-secret` })),
    );
    const request: ApiRequest = { method: 'GET', url: new URL(server.origin), masks: [new Secret('hush-secret')] };
    for (let call = 0; call < 4; call++) {
      const { received } = await failure(send(request, network.context()));
      assert.equal(received, '<p> •••');
    }
  });

  const waits: [header: string, seconds: number | undefined][] = [
    ['120', 120],
    ['0', 0],
    [' 7 ', 7],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['later', undefined],
    ['', undefined],
  ];
  for (const [header, seconds] of waits) {
    it(`has a Retry-After "${header}" of ${seconds} seconds`, async () => {
      const error = await failure(call({ status: 429, headers: { 'retry-after': header } }));
      assert.equal(error.retryAfter, seconds);
    });
  }

  it('has a Retry-After with a date as the remaining time', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfter = 0 } = await failure(call({ status: 503, headers: { 'retry-after': date } }));
    assert.ok(retryAfter > 0 && retryAfter <= 3600, String(retryAfter));
  });
});
