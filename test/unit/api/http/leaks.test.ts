import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { authorize, refreshTokens, type ClientCredentials } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { listOrders } from '../../../../src/api/webApi/webApi';
import { assertHoldsNone, failure } from '../failure';
import { freeOrigin, redirect, useNetwork, type Reply } from '../network';

// Short and without a known format, so that only a search for the known values can find them. The last one is written
// differently in JSON and addresses.
const secrets = ['hush-client', 'HUSH.client+1', 'hu sh"/ü<%>'];
const cookie = 'crumb-cookie';
const code = 'hush-the-code';

/** Ways in which a server repeats a text. */
const echoes: [label: string, reply: (text: string) => Reply][] = [
  ['a page', text => ({ headers: { 'content-type': 'text/html' }, body: `<p>You sent ${text}.</p>` })],
  ['a page after much else', text => ({ body: `<p>${' '.repeat(1990)}${text} and ${text}` })],
  ['an error message', text => ({ status: 401, body: { error_msg: `${text} is not valid` } })],
  ['an error page', text => ({ status: 500, body: `<pre>${text}</pre>` })],
  ['an error text', text => ({ status: 500, body: text })],
  ['an error in a field of its own', text => ({ status: 400, body: { errors: { client_secret: [text] } } })],
  ['an error with status 200', text => ({ body: { error_msg: `not ${text}`, [text]: text } })],
  ['the name of a field', text => ({ body: { [text]: 1 } })],
  ['JSON inside JSON', text => ({ status: 400, body: { sent: JSON.stringify({ client_secret: text }) } })],
  ['JSON that is cut', text => ({ body: JSON.stringify({ sent: text, again: text }).slice(0, -3) })],
  ['a header', text => ({ status: 403, headers: { 'x-sent': encodeURIComponent(text) }, body: 'no' })],
  ['a path to follow', text => redirect(`http://service.example/${encodeURIComponent(text)}/`)],
  ['a path as it is', text => redirect(`http://service.example/${encodeURI(text)}/?a=${encodeURIComponent(text)}`)],
  ['a host to follow', text => redirect(`http://${text.replace(/[^a-z.-]/gi, '')}.example/`)],
  ['a password in the address', text => redirect(`https://name:${encodeURIComponent(text)}@service.example/`)],
  [
    'a header that is none',
    text => response => void response.socket?.end(`HTTP/1.1 200 OK\r\nno header ${text}\r\n\r\n${text}`),
  ],
  ['a status line that is none', text => response => void response.socket?.end(`${text} says hello\r\n\r\n`)],
];

describe('an error contains no credential that a server repeats', () => {
  const network = useNetwork();
  const credentials = (authUrl: string, secret: string): ClientCredentials => ({
    authUrl,
    clientId: 'abc123',
    clientSecret: new Secret(secret),
  });

  for (const [label, reply] of echoes) {
    it(`for ${label}, at each of the four requests`, async () => {
      for (const secret of secrets) {
        const asHost = secret.replace(/[^a-z.-]/gi, '').toLowerCase();
        const unwanted = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
        if (asHost === secret) unwanted.push(asHost);
        const hops = [
          redirect('/second/', [`first=${cookie}; Path=/`]),
          redirect(`/third/?ticket=${code}`),
          { body: { code } },
        ];
        for (const length of [0, 1, 2, 3]) {
          const server = await network.server([...hops.slice(0, length), reply(secret)]);
          assertHoldsNone(await failure(authorize(credentials(server.origin, secret), network.context())), unwanted);
        }
      }
    });
  }

  for (const [label, reply] of echoes) {
    it(`for ${label}: the cookie and the values of a redirect`, async () => {
      for (const text of [cookie, code]) {
        const hops = [redirect(`/second/?ticket=${code}`, [`first=${cookie}; Path=/`])];
        const server = await network.server([...hops, reply(text)]);
        assertHoldsNone(await failure(authorize(credentials(server.origin, 'hush-client'), network.context())), [text]);
      }
    });

    it(`for ${label}: the refresh token`, async () => {
      const server = await network.server([reply('old-refresh')]);
      const call = refreshTokens(
        credentials(server.origin, 'hush-client'),
        new Secret('old-refresh'),
        network.context(),
      );
      assertHoldsNone(await failure(call), ['old-refresh']);
    });

    it(`for ${label}: the token of a user`, async () => {
      const server = await network.server([reply('user-token')]);
      const target = { serverDomain: server.origin, clientId: 'abc123' };
      assertHoldsNone(await failure(listOrders(target, new Secret('user-token'), {}, network.context())), [
        'user-token',
      ]);
    });
  }

  it('for the address of a redirect, which receives the next request', async () => {
    for (const secret of secrets) {
      for (const spelled of [encodeURIComponent(secret), encodeURI(secret)]) {
        const server = await network.server([redirect(`/second/${spelled}/`), { status: 500 }]);
        const error = await failure(authorize(credentials(server.origin, secret), network.context()));
        assert.equal(error.url, `${server.origin}/second/•••/`);
        assertHoldsNone(error, [secret, spelled]);
      }
    }
  });

  it('for a new code in the path of a redirect', async () => {
    const ticket = 'T1ck3t-'.repeat(6);
    const server = await network.server([redirect(`/hop/${ticket}/?state=1`), { status: 500 }]);
    const error = await failure(authorize(credentials(server.origin, 'hush-client'), network.context()));
    assert.equal(error.url, `${server.origin}/hop/•••/`);
    assertHoldsNone(error, [ticket]);
  });

  it('for a request that cannot be sent, or gets no response', async () => {
    const target = { serverDomain: await freeOrigin(), clientId: 'abc123' };
    for (const token of ['line\nfeed-token', 'plain-token']) {
      const error = await failure(listOrders(target, new Secret(token), {}, network.context()));
      assertHoldsNone(error, [token, token.slice(5)]);
    }
  });

  it('for the reason of a cancellation', async () => {
    const reason = new Error('stop hush-client', { cause: new Error('hush-client again') });
    const context = network.context({ signal: AbortSignal.abort(reason) });
    const error = await failure(authorize(credentials('https://service.example', 'hush-client'), context));
    assert.equal(error.code, 'cancelled');
    assertHoldsNone(error, ['hush-client']);
  });

  it('keeps a cause that describes the problem', async () => {
    const origin = await freeOrigin();
    const error = await failure(authorize(credentials(origin, 'hush-client'), network.context()));
    const inner = error.cause as NodeJS.ErrnoException;
    assert.equal(inner.code, 'ECONNREFUSED');
    assert.match(inner.message, /^connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
  });
});
