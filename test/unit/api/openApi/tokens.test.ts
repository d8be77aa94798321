import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { exchangeCode, lifetime, refreshTokens, type ClientCredentials } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { failure } from '../failure';
import { useNetwork, type ScriptedServer } from '../network';

describe('tokens', () => {
  const network = useNetwork();
  const credentialsAt = ({ origin }: ScriptedServer): ClientCredentials => ({
    authUrl: origin,
    clientId: 'abc123',
    clientSecret: new Secret('the-secret'),
  });

  it('exchange a code with the documented body', async () => {
    const server = await network.server([{ body: { access_token: 'a' } }]);
    await exchangeCode(credentialsAt(server), new Secret('the-code'), network.context());
    const [{ method, path, headers, body } = assert.fail()] = server.received;
    assert.deepEqual([method, path], ['POST', '/api/oauth2/access_token/']);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(body), {
      client_id: 'abc123',
      client_secret: 'the-secret',
      code: 'the-code',
      grant_type: 'authorization_code',
    });
  });

  it('exchange a refresh token with the documented body', async () => {
    const server = await network.server([{ body: { access_token: 'a', refresh_token: 'next' } }]);
    const tokens = await refreshTokens(credentialsAt(server), new Secret('the-refresh'), network.context());
    const [{ method, path, headers, body } = assert.fail()] = server.received;
    assert.deepEqual([method, path], ['POST', '/api/oauth2/access_token/']);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(body), {
      client_id: 'abc123',
      client_secret: 'the-secret',
      refresh_token: 'the-refresh',
      grant_type: 'refresh_token',
    });
    assert.equal(tokens.refreshToken?.reveal(), 'next');
  });

  it('are requested without an environment or ClientID header', async () => {
    const server = await network.server([{ body: { access_token: 'a' } }]);
    await exchangeCode(credentialsAt(server), new Secret('the-code'), network.context());
    const names = Object.keys(server.received[0]?.headers ?? {}).filter(name => /hydrogen|authorization/.test(name));
    assert.deepEqual(names, []);
  });

  for (const [label, missing] of [
    ['absent', {}],
    ['null', { refresh_token: null, token_type: null, scope: null, expires_in: null }],
    ['empty', { refresh_token: '' }],
  ] as const) {
    it(`have an access token even if other fields are ${label}`, async () => {
      const server = await network.server([{ body: { access_token: 'a', ...missing } }]);
      const tokens = await exchangeCode(credentialsAt(server), new Secret('the-code'), network.context());
      assert.equal(tokens.accessToken.reveal(), 'a');
      assert.deepEqual(
        [tokens.refreshToken, tokens.tokenType, tokens.scope, tokens.expiresIn],
        [undefined, 'Bearer', '', undefined],
      );
    });
  }

  it('report a refused refresh', async () => {
    const server = await network.server([
      { status: 401, body: { error: 'invalid_grant', error_description: 'spent' } },
    ]);
    const call = refreshTokens(credentialsAt(server), new Secret('the-refresh'), network.context());
    const { code, status, serverMessage } = await failure(call);
    assert.deepEqual([code, status, serverMessage], ['status', 401, 'spent']);
  });

  it('are not requested through a redirect, which would forward the secret', async () => {
    const target = await network.server([]);
    const server = await network.server([{ status: 302, headers: { location: `${target.origin}/` } }]);
    const error = await failure(exchangeCode(credentialsAt(server), new Secret('the-code'), network.context()));
    assert.deepEqual([error.code, target.connections], ['unsafeRedirect', 0]);
  });
});

describe('the lifetime of a token, in seconds', () => {
  const century = 100 * 365 * 24 * 3600;
  const table: [value: unknown, seconds: number | undefined][] = [
    [600, 600],
    [31535999, 31535999],
    [0, 0],
    [0.5, 0.5],
    ['600', 600],
    [' 600 ', 600],
    [-1, 0],
    ['-1', 0],
    [1e300, century],
    [Infinity, undefined],
    [NaN, undefined],
    ['', undefined],
    ['  ', undefined],
    ['soon', undefined],
    ['10 minutes', undefined],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [[600], undefined],
    [{ seconds: 600 }, undefined],
  ];
  for (const [value, seconds] of table) {
    it(`is ${seconds} for the ${typeof value} ${JSON.stringify(value) ?? String(value)}`, () => {
      assert.equal(lifetime(value), seconds);
    });
  }

  it('can always be added to a date', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        const seconds = lifetime(value) ?? 0;
        assert.ok(seconds >= 0 && !Number.isNaN(new Date(Date.now() + seconds * 1000).getTime()));
      }),
    );
  });
});
