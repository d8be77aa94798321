import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { target } from '../fixture';
import { headersOf, refusal, resolve } from '../resolving';

const client = { 'X-Hydrogen-Client-ID': 'client-1' };
const user = { Authorization: 'Hydrogen-r1 user-token-0123456789' };
const bearer = { Authorization: 'Bearer access-token-0123456789' };
const staging = { 'X-Hydrogen-Env-ID': 'env-staging' };

describe('a resolved request', () => {
  const sent: [text: string, url: string, headers: Record<string, string>][] = [
    [
      'GET /hserve/v1/content/category/?content_group_id=42',
      'https://shop.example.com/hserve/v1/content/category/?content_group_id=42',
      client,
    ],
    ['GET /hserve/v2.0/idp/pay/order/', 'https://shop.example.com/hserve/v2.0/idp/pay/order/', { ...client, ...user }],
    ['# @as anonymous\nGET /hserve/v2.0/idp/pay/order/', 'https://shop.example.com/hserve/v2.0/idp/pay/order/', client],
    [
      '# @as user\nGET /hserve/v2.2/server/time/',
      'https://shop.example.com/hserve/v2.2/server/time/',
      { ...client, ...user },
    ],
    ['GET /oserve/v2.2/server/time/', 'https://auth.example.com/oserve/v2.2/server/time/', bearer],
    [
      '# @environment staging\nGET /oserve/v2.2/server/time/',
      'https://auth.example.com/oserve/v2.2/server/time/',
      { ...bearer, ...staging },
    ],
    [
      '# @environment env-staging\nGET /hserve/v2.2/server/time/',
      'https://shop.example.com/hserve/v2.2/server/time/',
      { ...client, ...staging },
    ],
    ['GET /oserve/v1/incoming-webhook/key/', 'https://auth.example.com/oserve/v1/incoming-webhook/key/', {}],
    [
      'GET https://shop.example.com:443/hserve/v2.2/server/time/',
      'https://shop.example.com/hserve/v2.2/server/time/',
      client,
    ],
    [
      'GET https://AUTH.example.com/oserve/v2.2/server/time/',
      'https://auth.example.com/oserve/v2.2/server/time/',
      bearer,
    ],
    [
      'GET https://other.example.com/hserve/v2.2/server/time/',
      'https://other.example.com/hserve/v2.2/server/time/',
      {},
    ],
    ['GET http://shop.example.com/', 'http://shop.example.com/', {}],
    ['GET https://shop.example.com.evil.example/', 'https://shop.example.com.evil.example/', {}],
    ['GET /somewhere/else/', 'https://shop.example.com/somewhere/else/', client],
    ['@base = /hserve/v2.2\nGET {{base}}/server/time/', 'https://shop.example.com/hserve/v2.2/server/time/', client],
  ];
  for (const [text, url, headers] of sent) {
    it(text.replaceAll('\n', ' ⏎ '), async () => {
      const request = await resolve(text);
      assert.equal(request.url.href, url);
      assert.deepEqual(headersOf(request), headers);
    });
  }

  it('goes to the selected environment, unless the request names production', async () => {
    const selected = { target: { ...target, envId: 'env-staging' } };
    assert.deepEqual(headersOf(await resolve('GET /hserve/v2.2/server/time/', selected)), { ...client, ...staging });
    const production = await resolve('# @environment Production\nGET /hserve/v2.2/server/time/', selected);
    assert.deepEqual(headersOf(production), client);
    assert.equal(production.environment?.envId, undefined);
    const chinese = await resolve('# @environment 生产环境\nGET /hserve/v2.2/server/time/', selected);
    assert.deepEqual(chinese.environment, { name: 'Production' });
  });

  it('requires the user of its environment', async () => {
    const asked: (string | undefined)[] = [];
    const userToken = async (envId: string | undefined) => (asked.push(envId), new Secret('t'));
    await resolve('# @environment Staging\nGET /hserve/v2.0/idp/pay/order/', { target: { ...target, userToken } });
    assert.deepEqual(asked, ['env-staging']);
  });

  it('goes without a user when the permissions of the data decide', async () => {
    const nobody = { target: { ...target, userToken: async () => undefined } };
    assert.deepEqual(headersOf(await resolve('GET /hserve/v2.2/table/a/record/', nobody)), client);
    assert.equal(await refusal('GET /hserve/v2.0/idp/pay/order/', nobody), 'notSignedIn');
    assert.equal(await refusal('# @as user\nGET /hserve/v2.2/table/a/record/', nobody), 'notSignedIn');
  });

  it('accepts an own header whose value is a variable', async () => {
    const text = '@t = mine\nGET /hserve/v2.0/idp/pay/order/\nauthorization: Hydrogen-r1 {{t}}';
    assert.deepEqual(headersOf(await resolve(text)), { ...client, authorization: 'Hydrogen-r1 mine' });
  });

  const production = { name: 'Production' };
  const chosen = {
    environmentVariables: { e: 'env-staging', c: 'client-1' },
    target: { ...target, envId: 'env-staging' },
  };

  it('accepts its actual ClientID and Env ID once', async () => {
    const text = 'GET /hserve/v2.2/server/time/\nX-Hydrogen-Env-ID: {{e}}\nX-Hydrogen-Client-ID: {{c}}';
    assert.deepEqual(headersOf(await resolve(text, chosen)), { ...client, ...staging });
    assert.equal(await refusal(`${text}\nX-Hydrogen-Env-ID: {{e}}`, chosen), 'ownHeader');
  });

  it('is judged by the method in a header', async () => {
    const path = '/hserve/v2.2/user/info/1/';
    for (const name of ['X-Hydrogen-Request-Method', 'x-http-method-override', 'X_HTTP_Method_Override']) {
      const { risk, operation } = await resolve(`@m = delete\nGET /hserve/v2.2/table/a/record/1/\n${name}: {{m}}`);
      assert.deepEqual([risk, operation?.id], ['writes', 'record.delete'], name);
      assert.equal((await resolve(`GET ${path}\n${name}: FOO`)).risk, 'writes', name);
      assert.equal((await resolve(`POST /unknown/\n${name}: GET`)).risk, 'writes', name);
    }
  });

  it('belongs to production when it ends the tokens of all environments, in any spelling of its path', async () => {
    const paths = ['/api/oauth2/access_token/', '/%61pi/oauth2/access%5Ftoken/', '/api%2foauth2//access%255ftoken/'];
    for (const path of paths) {
      const text = `POST ${path}\n\n{"grant_type":"refresh_token"}`;
      const { risk, environment, url, ...request } = await resolve(text, chosen);
      assert.deepEqual([risk, environment, url.origin], ['endsTokens', production, 'https://auth.example.com'], path);
      assert.deepEqual(headersOf({ risk, environment, url, ...request }), { 'Content-Type': 'application/json' });
      const named = text.replace('\n\n', '\nX-Hydrogen-Env-ID: {{e}}\n\n');
      assert.equal(await refusal(named, chosen), 'ownHeader', path);
    }
    const logout = await resolve('POST /hserve/v2.0/session/destroy/', chosen);
    assert.deepEqual([logout.risk, logout.environment?.name], ['endsTokens', 'Staging']);
  });

  it('belongs to production when it creates tokens of all environments, in any spelling of its path', async () => {
    const paths = ['/access_token/', '/access%5Ftoken/', '//access_token/', '/Access_Token/', '/access_token;a=b/'];
    for (const path of [...paths, '/hydrogen/openapi/authorize/', '/hydrogen//openapi%2Fauthorize/']) {
      const text = `POST /api/oauth2${path}\n\n{"grant_type":"authorization_code"}`;
      assert.deepEqual((await resolve(text, chosen)).environment, production, path);
    }
  });

  it('is judged as a form when its body is one', async () => {
    // As JSON, this body has one grant_type; as a form, it has a second one, refresh_token.
    const body = '{"grant_type":"authorization_code","x":"&gran%74_type=refresh_token&"}';
    const types = [
      ['application/x-www-form-urlencoded'],
      ['application/x-www-form-urlencoded; as=application/json'],
      ['application/json; as=application/x-www-form-urlencoded'],
      ['application/json; charset=utf-16'],
      ['application/json', 'application/x-www-form-urlencoded'],
      ['application/x-www-form-urlencoded', 'application/json'],
    ];
    for (const values of types) {
      const lines = values.map(value => `Content-Type: ${value}`).join('\n');
      const text = `POST /api/oauth2/access_token/\n${lines}\n\n${body}`;
      assert.equal((await resolve(text)).risk, 'endsTokens', lines);
    }
  });

  it('is judged by its riskiest reading', async () => {
    const token = '/api/oauth2/access_token/';
    const code = '"grant_type":"authorization_code"';
    const requests = [
      `POST ${token}\n\n{${code},"grant_type":"refresh_token"}`,
      `POST ${token}\n\n{"grant_type":"refresh_token",${code}}`,
      `POST ${token}\n\n{${code},"Grant-Type":"refresh_token"}`,
      `POST ${token}\n\n{${code},"grant\\u005ftype":"refresh_token"}`,
      `POST ${token}?grant_type=refresh_token\n\n{${code}}`,
      `POST ${token}\nContent-Encoding: identity\n\n{${code}}`,
      `POST /api/oauth2/access_token\n\n{"grant_type":"refresh_token"}`,
      `POST /api/oauth2/Access_Token/\n\n{"grant_type":"refresh_token"}`,
      `POST /api/oauth2/access_token;a=b/\n\n{"grant_type":"refresh_token"}`,
      `PUT ${token}\n\n{"grant_type":"refresh_token"}`,
    ];
    for (const text of requests) {
      const { risk, environment } = await resolve(text, chosen);
      assert.deepEqual([risk, environment], ['endsTokens', production], text);
    }
    assert.equal((await resolve('HEAD /oserve/v1/incoming-webhook/key/')).risk, 'runsCode');
    assert.equal(
      (await resolve(`POST ${token}\nContent-Type: application/json;charset="UTF-8"\n\n{${code}}`)).risk,
      'writes',
    );
  });

  it('is judged by its riskiest reading when its body is JSON, but no object', async () => {
    for (const types of ['', 'Content-Type: application/json\nContent-Type: application/x-www-form-urlencoded\n']) {
      for (const body of ['5', 'null', '[1]', '"grant_type=refresh_token"', '{"grant_type":5}']) {
        const text = `POST /api/oauth2/access_token/\n${types}\n${body}`;
        assert.equal((await resolve(text)).risk, 'endsTokens', text);
      }
    }
  });

  it('has a risk even for a near miss', async () => {
    const riskOf = async (text: string) => (await resolve(text)).risk;
    assert.equal(await riskOf('GET /hserve/v2.2/server/time/'), 'reads');
    assert.equal(await riskOf('POST /hserve/v2.2/sms-verification-code'), 'spendsMoney');
    assert.equal(await riskOf('POST /hserve/v9/sms-verification-code/'), 'spendsMoney');
    assert.equal(await riskOf('POST /unknown/'), 'writes');
    const token = (grant: string) => `POST /api/oauth2/access_token/\n\n{"grant_type":"${grant}"}`;
    assert.equal(await riskOf(token('authorization_code')), 'writes');
    assert.equal(await riskOf(token('refresh_token')), 'endsTokens');
  });

  it('has the risk of its path on another host, too, which may be the service', async () => {
    const riskOf = async (line: string) => (await resolve(line.replace(' ', ' https://other.myminapp.com'))).risk;
    assert.equal(await riskOf('DELETE /oserve/v2.4/table/a/record/'), 'changesAll');
    assert.equal(await riskOf('GET /oserve/v1/incoming-webhook/key/'), 'runsCode');
    assert.equal(await riskOf('POST /hserve/v2.1/login/email/'), 'writes');
    assert.equal(await riskOf('DELETE /a/'), 'writes');
    assert.equal(await riskOf('GET /a/'), 'reads');
  });

  const timeouts: [text: string, milliseconds: number][] = [
    ['10s', 10_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['1.5', 1500],
  ];
  for (const [text, milliseconds] of timeouts) {
    it(`has the timeout ${text}`, async () => {
      assert.equal((await resolve(`# @timeout ${text}\nGET /a/`)).timeoutMs, milliseconds);
    });
  }

  it('shows no secret when it is printed', async () => {
    const secret = async () => new Secret('shop-secret');
    const request = await resolve('POST /oserve/v2.6/table/1/record/\nX-A: {{$secret a}}\n\n{"a":"{{$secret a}}"}', {
      secret,
    });
    for (const printed of [inspect(request, { depth: 9 }), JSON.stringify(request)]) {
      assert.ok(!printed.includes('shop-secret') && !printed.includes('access-token'));
    }
  });
});
