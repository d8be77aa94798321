import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it } from 'mocha';
import type { RecordedRequest } from '../../../../src/sandbox/sandbox';
import { authorize, logIn, obtainTokens, refresh, stagingOf, tokenPath, webApi, withSandbox } from '../fixture';
import { send } from '../http';

describe('sandbox: the request log', () => {
  it('contains requests and responses', () =>
    withSandbox(async (sandbox, shop) => {
      const seen: RecordedRequest[] = [];
      const stop = sandbox.onRequest(request => seen.push(request));
      const envId = stagingOf(shop);
      const path = '/hserve/v1/content/group/?limit=1';
      await webApi(shop, path, { envId });
      await webApi(shop, '/nowhere/');
      stop();
      await webApi(shop, path);
      assert.equal(sandbox.requests.length, 3);
      assert.deepEqual(seen, sandbox.requests.slice(0, 2));
      const [first, second, third] = sandbox.requests;
      const { milliseconds, headers, ...rest } = first ?? assert.fail();
      assert.ok(milliseconds >= 0);
      assert.equal(headers['x-hydrogen-client-id'], shop.clientId);
      assert.equal(headers['x-hydrogen-env-id'], envId);
      assert.deepEqual(rest, {
        id: 1,
        at: 1_800_000_000_000,
        method: 'GET',
        path,
        status: 200,
        bodyHasSecret: false,
        hasCookie: false,
        connection: 1,
        environment: envId,
      });
      assert.equal(second?.status, 404);
      assert.ok(!('environment' in (third ?? {})));
    }));

  it('contains each redirect of an authorization', () =>
    withSandbox(async (sandbox, shop) => {
      await authorize(shop);
      assert.deepEqual(
        sandbox.requests.map(({ method, bodyHasSecret, hasCookie }) => [method, bodyHasSecret, hasCookie]),
        [
          ['POST', true, false],
          ['GET', false, true],
          ['GET', false, true],
        ],
      );
    }));

  it('contains no credential', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      const token = await logIn(shop);
      await webApi(shop, '/hserve/v2.0/idp/pay/order/', { token });
      await refresh(shop, tokens.refresh_token);
      const secrets = [shop.clientSecret, tokens.access_token, tokens.refresh_token, token];
      for (const secret of secrets) {
        await send(`${sandbox.origin}/nowhere/${secret}/?client_secret=${secret}`, {
          headers: { Authorization: secret, 'X-Other': `is ${secret}`, Cookie: `a=${secret}; b=short` },
        });
        await send(`${sandbox.origin}/nowhere/`, { headers: { Authorization: `Bearer ${secret}` } });
      }
      const text = JSON.stringify(sandbox.requests);
      for (const secret of [...secrets, 'short', 'customer-password']) assert.ok(!text.includes(secret), secret);
      assert.equal(sandbox.requests.at(-1)?.headers.authorization, 'Bearer •••');
      assert.equal(sandbox.requests.at(-2)?.headers.cookie, 'a=•••; b=•••');
    }));

  it('masks every cookie of a response, and keeps the names', () =>
    withSandbox(async (sandbox, shop) => {
      await authorize(shop);
      const { response } = sandbox.exchange(1) ?? assert.fail();
      assert.equal(
        response.headers['set-cookie']?.replace(/Expires=[^;]+/, 'Expires=…'),
        'sandbox_csrf=•••; Path=/api/oauth2/; Expires=…; HttpOnly; SameSite=Lax, ' +
          'sandbox_session=•••; Path=/api/oauth2/; HttpOnly; SameSite=Lax',
      );
    }));

  it('detects a secret in every kind of body, under any name', () =>
    withSandbox(async (sandbox, shop) => {
      const bodies = [
        JSON.stringify({ x: shop.clientSecret }),
        'client_secret=wrong',
        `a=${shop.clientSecret}`,
        '{}',
        '',
      ];
      for (const body of bodies) await send(sandbox.origin + tokenPath, { method: 'POST', body });
      assert.deepEqual(
        sandbox.requests.map(({ bodyHasSecret }) => bodyHasSecret),
        [true, true, true, false, false],
      );
    }));

  it('numbers connections', () =>
    withSandbox(async (sandbox, shop) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId };
      const url = `${sandbox.origin}/hserve/v1/content/group/`;
      for (const call of [{ headers, agent }, { headers, agent }, { headers }, { headers, agent }])
        await send(url, call);
      agent.destroy();
      assert.deepEqual(
        sandbox.requests.map(({ connection }) => connection),
        [1, 1, 2, 1],
      );
    }));

  it('keeps the last 1000', () =>
    withSandbox(async (sandbox, shop) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId };
      for (let number = 0; number < 1003; number += 1) {
        await send(`${sandbox.origin}/hserve/v2.2/server/time/?n=${number}`, { headers, agent });
      }
      agent.destroy();
      assert.equal(sandbox.requests.length, 1000);
      assert.match(sandbox.requests[0]?.path ?? '', /n=3$/);
      assert.match(sandbox.requests.at(-1)?.path ?? '', /n=1002$/);
    }));
});
