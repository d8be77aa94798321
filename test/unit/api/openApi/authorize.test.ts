import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { authorize, requestCode, type ClientCredentials } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { redirect, useNetwork, type Received, type Reply } from '../network';

const secret = 'hush-client-secret';
const tokens = {
  access_token: 'the-access-token',
  token_type: 'Bearer',
  expires_in: 31535999,
  refresh_token: 'the-refresh-token',
  scope: 'write',
};

describe('authorization: code and token', () => {
  const network = useNetwork();
  const credentialsAt = (authUrl: string): ClientCredentials => ({
    authUrl,
    clientId: 'abc123',
    clientSecret: new Secret(secret),
  });
  const lines = (received: Received[]): string[] => received.map(({ method, path }) => `${method} ${path}`);

  it('sends exactly four requests, with the cookies on the second and third and the secret in the first and last', async () => {
    const server = await network.server([
      redirect('/second/', ['first=crumb-one; Path=/; HttpOnly']),
      redirect('/third/?state=1', ['second=crumb-two; Path=/']),
      { body: { code: 'the-code', expires_in: 600 } },
      { body: tokens },
    ]);
    await authorize(credentialsAt(server.origin), network.context());
    assert.deepEqual(lines(server.received), [
      'POST /api/oauth2/hydrogen/openapi/authorize/',
      'GET /second/',
      'GET /third/?state=1',
      'POST /api/oauth2/access_token/',
    ]);
    assert.deepEqual(
      server.received.map(({ headers }) => headers.cookie),
      [undefined, 'first=crumb-one', 'first=crumb-one; second=crumb-two', undefined],
    );
    assert.deepEqual(
      server.received.map(received => JSON.stringify(received).includes(secret)),
      [true, false, false, true],
    );
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it('sends JSON in the POSTs, and neither a body nor its headers in the GETs', async () => {
    const server = await network.server([
      redirect('/second/'),
      redirect('/third/'),
      { body: { code: 'the-code', expires_in: 600 } },
      { body: tokens },
    ]);
    await authorize(credentialsAt(server.origin), network.context());
    assert.deepEqual(
      server.received.map(({ body }) => (body === '' ? '' : (JSON.parse(body) as unknown))),
      [
        { client_id: 'abc123', client_secret: secret },
        '',
        '',
        { client_id: 'abc123', client_secret: secret, code: 'the-code', grant_type: 'authorization_code' },
      ],
    );
    const json = 'application/json';
    const types = server.received.map(({ headers }) => headers['content-type']);
    assert.deepEqual(types, [json, undefined, undefined, json]);
    const lengths = server.received.map(({ headers }) => headers['content-length'] ?? headers['transfer-encoding']);
    assert.deepEqual([lengths[1], lengths[2]], [undefined, undefined]);
    assert.ok(server.received.every(({ headers }) => headers.accept === json && headers.authorization === undefined));
  });

  it('returns the code when there is no redirect', async () => {
    const server = await network.server([{ body: { code: 'the-code' } }]);
    const code = await requestCode(credentialsAt(server.origin), network.context());
    assert.equal(code.reveal(), 'the-code');
  });

  for (const status of [301, 302, 303]) {
    it(`turns the POST into a GET on ${status}`, async () => {
      const server = await network.server([redirect('/next/', [], status), { body: { code: 'the-code' } }]);
      await requestCode(credentialsAt(server.origin), network.context());
      assert.deepEqual(lines(server.received).slice(1), ['GET /next/']);
    });
  }

  for (const status of [307, 308]) {
    it(`follows ${status} from one GET to the next, because nothing is sent again`, async () => {
      const server = await network.server([
        redirect('/second/'),
        redirect('/third/', [], status),
        { body: { code: 'the-code' } },
      ]);
      await requestCode(credentialsAt(server.origin), network.context());
      assert.deepEqual(lines(server.received).slice(1), ['GET /second/', 'GET /third/']);
    });
  }

  it('resolves a relative Location against its address, and accepts an absolute one', async () => {
    let origin = '';
    const server = await network.server([
      redirect('../login/'),
      (response): void => void response.writeHead(302, { location: `${origin}/absolute/?a=1#part` }).end(),
      redirect('?only=query'),
      { body: { code: 'the-code' } },
    ]);
    origin = server.origin;
    await requestCode(credentialsAt(server.origin), network.context());
    assert.deepEqual(lines(server.received).slice(1), [
      'GET /api/oauth2/hydrogen/openapi/login/',
      'GET /absolute/?a=1',
      'GET /absolute/?only=query',
    ]);
  });

  it('sends a cookie only where its path, its domain and its age allow', async () => {
    const server = await network.server([
      redirect('/second/here/', [
        'anywhere=1; Path=/',
        'here=2; Path=/second',
        'elsewhere=3; Path=/api',
        'foreign=4; Domain=example.com; Path=/',
        'dead=5; Path=/; Max-Age=0',
        'not a cookie at all',
      ]),
      redirect('/third/', ['anywhere=changed; Path=/']),
      { body: { code: 'the-code' } },
    ]);
    await requestCode(credentialsAt(server.origin), network.context());
    const pairs = (index: number): string[] => (server.received[index]?.headers.cookie ?? '').split('; ').sort();
    assert.deepEqual([pairs(1), pairs(2)], [['anywhere=1', 'here=2'], ['anywhere=changed']]);
  });

  it('keeps the cookies of one host from another', async () => {
    let port = 0;
    const server = await network.server([
      (response): void =>
        void response
          .writeHead(302, { location: `http://localhost:${port}/other/`, 'set-cookie': 'first=crumb-one; Path=/' })
          .end(),
      { body: { code: 'the-code' } },
    ]);
    port = server.port;
    await requestCode(credentialsAt(server.origin), network.context());
    assert.equal(server.received[1]?.headers.host, `localhost:${port}`);
    assert.equal(server.received[1]?.headers.cookie, undefined);
  });

  it('starts every authorization without the cookies of the last', async () => {
    const once: Reply[] = [redirect('/next/', ['first=crumb-one; Path=/']), { body: { code: 'the-code' } }];
    const server = await network.server([...once, ...once]);
    const context = network.context();
    await requestCode(credentialsAt(server.origin), context);
    await requestCode(credentialsAt(server.origin), context);
    assert.equal(server.received[2]?.headers.cookie, undefined);
  });

  it('reads the token set', async () => {
    const server = await network.server([{ body: { code: 'the-code' } }, { body: tokens }]);
    const read = await authorize(credentialsAt(server.origin), network.context());
    assert.deepEqual(
      [read.accessToken.reveal(), read.refreshToken?.reveal(), read.tokenType, read.expiresIn, read.scope],
      ['the-access-token', 'the-refresh-token', 'Bearer', 31535999, 'write'],
    );
  });
});
