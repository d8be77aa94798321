import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { refreshRequest } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { redactedRequest } from '../../../../src/api/http/redactedRequest';
import { registrationRequest } from '../../../../src/api/webApi/users';

const target = { serverDomain: 'https://shop.example.com', clientId: 'client-1', envId: 'env-1' };

describe('a request for display', () => {
  it('is the sent request with the password masked', () => {
    const account = { method: 'email', name: 'ann@example.com', password: new Secret('hunter2-hunter2') } as const;
    assert.deepEqual(redactedRequest(registrationRequest(target, account)), {
      method: 'POST',
      url: 'https://shop.example.com/hserve/v2.1/register/email/',
      headers: [
        ['X-Hydrogen-Client-ID', 'client-1'],
        ['X-Hydrogen-Env-ID', 'env-1'],
      ],
      body: '{\n  "email": "ann@example.com",\n  "password": "•••"\n}',
    });
  });

  it('contains neither ClientSecret nor tokens', () => {
    const secrets = ['secret-one-secret', 'token-two-token'] as const;
    const credentials = { authUrl: 'https://auth.example.com', clientId: 'c', clientSecret: new Secret(secrets[0]) };
    const request = refreshRequest(credentials, new Secret(secrets[1]));
    const authorization = { scheme: 'Bearer', token: new Secret('token-three-token') } as const;
    request.url.searchParams.set('again', 'token-three-token');
    const shown = redactedRequest({ ...request, authorization });
    const text = JSON.stringify(shown);
    assert.ok(!/secret-one|token-two|token-three/.test(text), text);
    assert.deepEqual(shown.headers.at(-1), ['Authorization', 'Bearer •••']);
    assert.deepEqual(JSON.parse(shown.body ?? ''), {
      client_id: 'c',
      client_secret: '•••',
      refresh_token: '•••',
      grant_type: 'refresh_token',
    });
  });
});
