import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { authorize, requestCode, type ClientCredentials } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { failure, fields } from '../failure';
import { freeOrigin, redirect, useNetwork, type Reply } from '../network';

const html = { 'content-type': 'text/html' };

describe('authorization without a usable code', () => {
  const network = useNetwork();
  const credentialsAt = (authUrl: string): ClientCredentials => ({
    authUrl,
    clientId: 'abc123',
    clientSecret: new Secret('hush-client-secret'),
  });

  const responses: [label: string, reply: Reply, expected: Record<string, unknown>][] = [
    [
      'a page, with status 200',
      { headers: html, body: '<html>\n  <title>Sign   in</title>\n</html>' },
      { code: 'notJson', status: 200, expected: 'JSON', received: '<html> <title>Sign in</title> </html>' },
    ],
    [
      'plain text',
      { body: 'service under maintenance' },
      { code: 'notJson', status: 200, expected: 'JSON', received: 'service under maintenance' },
    ],
    [
      'JSON that ends in the middle, without the code that it began',
      { body: '{"expires_in": 600, "code": "half-a-co' },
      { code: 'notJson', status: 200, expected: 'JSON', received: '{"expires_in": 600, "code": "•••' },
    ],
    [
      'JSON without a code',
      { body: { token: 'x', expires_in: 600 } },
      { code: 'unexpectedShape', status: 200, expected: 'code', received: 'token, expires_in' },
    ],
    [
      'an empty code',
      { body: { code: '' } },
      { code: 'unexpectedShape', status: 200, expected: 'code', received: 'code' },
    ],
    [
      'a code that is no text',
      { body: { code: 600 } },
      { code: 'unexpectedShape', status: 200, expected: 'code', received: 'code' },
    ],
    [
      'an error that comes with status 200',
      { body: { status: 'error', error_msg: 'This application is frozen.' } },
      {
        code: 'unexpectedShape',
        status: 200,
        expected: 'code',
        received: 'status, error_msg',
        serverMessage: 'This application is frozen.',
      },
    ],
    ['a list', { body: [] }, { code: 'unexpectedShape', status: 200, expected: 'code', received: '' }],
    ['null', { body: 'null' }, { code: 'unexpectedShape', status: 200, expected: 'code', received: 'object' }],
    ['nothing', { body: '' }, { code: 'unexpectedShape', status: 200, expected: 'code', received: 'undefined' }],
    ['204', { status: 204 }, { code: 'unexpectedShape', status: 204, expected: 'code', received: 'undefined' }],
    [
      'a refused secret',
      { status: 401, body: { status: 'error', error_msg: 'Invalid client credentials.' } },
      { code: 'status', status: 401, serverMessage: 'Invalid client credentials.' },
    ],
    [
      'a page, with status 502',
      { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' },
      {
        code: 'status',
        status: 502,
        expected: 'JSON',
        received: '<h1>Bad Gateway</h1>',
      },
    ],
  ];
  for (const [label, reply, expected] of responses) {
    it(`fails immediately with ${label}`, async () => {
      const server = await network.server([reply]);
      const error = await failure(authorize(credentialsAt(server.origin), network.context()));
      const url = `${server.origin}/api/oauth2/hydrogen/openapi/authorize/`;
      assert.deepEqual(fields(error), { method: 'POST', url, ...expected });
    });

    it(`fails after the redirects with ${label}`, async () => {
      const server = await network.server([redirect('/second/'), redirect('/third/?code=abc'), reply]);
      const error = await failure(authorize(credentialsAt(server.origin), network.context()));
      assert.deepEqual(fields(error), { method: 'GET', url: `${server.origin}/third/`, ...expected });
    });
  }

  it('fails with a token response without an access token', async () => {
    const server = await network.server([{ body: { code: 'the-code' } }, { body: { token_type: 'Bearer' } }]);
    const error = await failure(authorize(credentialsAt(server.origin), network.context()));
    assert.deepEqual(fields(error), {
      code: 'unexpectedShape',
      method: 'POST',
      url: `${server.origin}/api/oauth2/access_token/`,
      status: 200,
      expected: 'access_token',
      received: 'token_type',
    });
  });

  it('fails with a code that the token call refuses', async () => {
    const server = await network.server([
      { body: { code: 'the-code' } },
      { status: 400, body: { error: 'invalid_grant' } },
    ]);
    const error = await failure(authorize(credentialsAt(server.origin), network.context()));
    assert.deepEqual([error.code, error.status, error.serverMessage], ['status', 400, 'invalid_grant']);
  });

  it('fails for plain http to another machine before anything is sent', async () => {
    const error = await failure(requestCode(credentialsAt('http://service.example'), network.context()));
    assert.deepEqual(fields(error), {
      code: 'insecure',
      method: 'POST',
      url: 'http://service.example/api/oauth2/hydrogen/openapi/authorize/',
    });
  });

  it('fails when no server listens', async () => {
    const origin = await freeOrigin();
    const error = await failure(requestCode(credentialsAt(origin), network.context()));
    assert.deepEqual([error.code, error.reason], ['refused', 'ECONNREFUSED']);
  });
});
