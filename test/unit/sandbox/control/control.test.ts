import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Sandbox } from '../../../../src/sandbox/sandbox';
import { accepts, logIn, obtainTokens, webApi, withCaller, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf, send } from '../http';

const path = '/hserve/v1/content/group/';

async function control(sandbox: Sandbox, line: string, body?: unknown, token = sandbox.controlToken) {
  const [method = '', name = ''] = line.split(' ');
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send(`${sandbox.origin}/__sandbox/${name}/`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    },
    ...(text === undefined ? {} : { body: text }),
  });
}

async function controls(sandbox: Sandbox, line: string, body?: unknown): Promise<unknown> {
  const response = await control(sandbox, line, body);
  assert.ok(response.status < 300, response.text);
  return response.text === '' ? undefined : jsonOf(response);
}

describe('sandbox: control over HTTP', () => {
  it('has its own token, which gives no other access', () =>
    withSandbox(async (sandbox, shop) => {
      const { access_token } = await obtainTokens(shop);
      for (const token of ['', access_token, shop.clientSecret, `${sandbox.controlToken}0`]) {
        const response = await control(sandbox, 'POST reset', {}, token);
        assert.equal(response.status, 401);
        errorMessageOf(response);
      }
      assert.ok(!(await accepts(shop, sandbox.controlToken)));
      await withSandbox(async other => assert.notEqual(other.controlToken, sandbox.controlToken));
      assert.ok(!JSON.stringify(sandbox.requests).includes(sandbox.controlToken));
    }));

  it('refuses to move the clock so far that dates are invalid', () =>
    withSandbox(async (sandbox, shop) => {
      for (const move of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 32_000_000_000_000]) {
        const response = await control(sandbox, 'POST clock', { move });
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), /1,000 years/);
      }
      assert.throws(() => sandbox.moveClock(Number.NaN), RangeError);
      const { clockOffset, ...rest } = sandbox.state();
      assert.equal(clockOffset, 0);
      assert.throws(() => sandbox.load({ ...rest, clockOffset: 1e300 }), RangeError);
      await obtainTokens(shop);
    }));

  it('moves the clock, ends and expires tokens and sessions, resets the secret', () =>
    withSandbox(async (sandbox, shop) => {
      const client_id = shop.clientId;
      const first = await obtainTokens(shop);
      await controls(sandbox, 'POST clock', { move: 31_535_999_000 });
      assert.ok(!(await accepts(shop, first.access_token)));
      const second = await obtainTokens(shop);
      await controls(sandbox, 'POST tokens/expire', { client_id });
      assert.match(
        errorMessageOf(
          await send(`${sandbox.origin}/oserve/v2.2/server/time/`, {
            headers: { Authorization: `Bearer ${second.access_token}` },
          }),
        ),
        /has expired/,
      );
      const third = await obtainTokens(shop);
      await controls(sandbox, 'POST tokens/revoke', { client_id });
      assert.ok(!(await accepts(shop, third.access_token)));
      const token = await logIn(shop);
      await controls(sandbox, 'POST sessions/end', { client_id });
      assert.equal((await webApi(shop, path, { token })).status, 401);
      const { client_secret } = (await controls(sandbox, 'POST secret/reset', { client_id })) as {
        client_secret: string;
      };
      assert.equal(sandbox.applications[0]?.clientSecret, client_secret);
      assert.equal((await control(sandbox, 'POST tokens/revoke', { client_id: 'x' })).status, 400);
    }));

  it('sets and clears faults, which do not affect it', () =>
    withSandbox(async (sandbox, shop) => {
      await controls(sandbox, 'POST faults', {
        kind: 'status',
        status: 429,
        retryAfter: 3,
        path: '/hserve/',
        times: 2,
      });
      const response = await webApi(shop, path);
      assert.deepEqual([response.status, response.headers['retry-after']], [429, '3']);
      await controls(sandbox, 'DELETE faults');
      assert.equal((await webApi(shop, path)).status, 200);
      await controls(sandbox, 'POST faults', { kind: 'reset', times: 100 });
      await controls(sandbox, 'DELETE faults');
      for (const wrong of [
        {},
        { kind: 'fire' },
        { kind: 'status', status: 99 },
        { kind: 'slow', delay: 1 },
        { kind: 'html', times: 0 },
      ]) {
        assert.equal((await control(sandbox, 'POST faults', wrong)).status, 400);
      }
    }));

  it('shows requests, their masked exchanges, and codes that were not sent', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      const token = await logIn(shop);
      await webApi(shop, '/hserve/v2.2/sms-verification-code/', { body: { phone: '13800138000' } });
      const requests = (await controls(sandbox, 'GET requests')) as { id: number; path: string; note?: string }[];
      assert.equal(requests.length, sandbox.requests.length);
      const [{ code } = { code: '' }] = (await controls(sandbox, 'GET sms-codes')) as { code: string }[];
      assert.match(requests.at(-1)?.note ?? '', new RegExp(`13800138000 is ${code}`));
      const exchanges = await Promise.all(requests.map(({ id }) => controls(sandbox, `GET requests/${id}`)));
      const text = JSON.stringify(exchanges);
      for (const secret of [shop.clientSecret, tokens.access_token, tokens.refresh_token, token, 'customer-password']) {
        assert.ok(!text.includes(secret), secret);
      }
      for (const shown of ['expires_in', 'customer@example.com', 'application/json', 'grant_type'])
        assert.ok(text.includes(shown), shown);
      assert.equal((await control(sandbox, 'GET requests/9999')).status, 404);
    }));

  it('saves, loads and resets the state', () =>
    withCaller(async (call, _, sandbox) => {
      const records = '/oserve/v2.4/table/product/record/';
      const { id } = await call.json<{ id: string }>(`POST ${records}`, { body: { sku: 'x' } }, 201);
      const saved = await controls(sandbox, 'GET state');
      await controls(sandbox, 'POST reset');
      assert.equal((await call(`GET ${records}${id}/`)).status, 404);
      await controls(sandbox, 'POST state', saved);
      assert.equal((await call(`GET ${records}${id}/`)).status, 200);
      assert.equal((await control(sandbox, 'POST state', { version: 2 })).status, 400);
    }));
});

describe('sandbox: the network and its limits', () => {
  it('delays and throttles a response without changing it', () =>
    withSandbox(async (sandbox, shop) => {
      const quick = await webApi(shop, path);
      sandbox.setNetwork({ latencyMs: 5, jitterMs: 5, bytesPerSecond: 20_000 });
      const slow = await webApi(shop, path);
      assert.deepEqual([slow.status, slow.text], [200, quick.text]);
      // Timers may fire a millisecond early by this clock.
      assert.ok((sandbox.requests.at(-1)?.milliseconds ?? 0) >= 4);
      await controls(sandbox, 'POST network', {});
      assert.equal((await webApi(shop, path)).text, quick.text);
      for (const wrong of [{ latencyMs: -1 }, { bytesPerSecond: 0 }, { latencyMs: 'long' }]) {
        assert.equal((await control(sandbox, 'POST network', wrong)).status, 400);
      }
    }));

  it('limits the requests of an application per minute', () =>
    withSandbox(
      async (sandbox, shop, blog) => {
        const statuses = async (count: number) => {
          const found = [];
          for (let number = 0; number < count; number += 1) found.push((await webApi(shop, path)).status);
          return found;
        };
        assert.deepEqual(await statuses(4), [200, 200, 200, 429]);
        const refused = await webApi(shop, path);
        const wait = Number(refused.headers['retry-after']);
        assert.ok(wait > 0 && wait <= 60);
        assert.match(errorMessageOf(refused), /More than 3 requests/);
        assert.equal((await webApi(blog, path)).status, 200);
        sandbox.moveClock(wait * 1000);
        assert.deepEqual(await statuses(1), [200]);
        await controls(sandbox, 'POST rate-limit', { limit: 'free' });
        assert.equal((await statuses(51)).at(-1), 429);
        await controls(sandbox, 'POST rate-limit', { limit: null });
        assert.deepEqual(await statuses(1), [200]);
        assert.equal((await control(sandbox, 'POST rate-limit', { limit: 'gold' })).status, 400);
      },
      { rateLimit: 3 },
    ));
});

describe('sandbox: pages of other origins', () => {
  it('may call the Web API from this machine and from allowed origins', () =>
    withSandbox(
      async (sandbox, shop) => {
        const preflight = (origin: string, to = path) =>
          send(sandbox.origin + to, {
            method: 'OPTIONS',
            headers: {
              Origin: origin,
              'Access-Control-Request-Method': 'GET',
              'Access-Control-Request-Headers': 'x-hydrogen-client-id',
            },
          });
        const call = (origin: string) =>
          send(sandbox.origin + path, { headers: { Origin: origin, 'X-Hydrogen-Client-ID': shop.clientId } });
        for (const origin of ['http://localhost:5173', 'http://127.0.0.1:80', 'https://app.example.com']) {
          const asked = await preflight(origin);
          assert.equal(asked.status, 204);
          assert.equal(asked.headers['access-control-allow-origin'], origin);
          assert.equal(asked.headers['access-control-allow-headers'], 'x-hydrogen-client-id');
          assert.equal((await call(origin)).headers['access-control-allow-origin'], origin);
        }
        for (const origin of [
          'https://evil.example.com',
          'http://localhost.evil.com',
          'null',
          'http://127.0.0.1.evil.com:1',
        ]) {
          assert.ok(!('access-control-allow-origin' in (await preflight(origin)).headers), origin);
          assert.ok(!('access-control-allow-origin' in (await call(origin)).headers), origin);
        }
        for (const to of ['/oserve/v2.2/server/time/', '/api/oauth2/access_token/', '/__sandbox/reset/']) {
          assert.ok(!('access-control-allow-origin' in (await preflight('http://localhost:1', to)).headers), to);
        }
        const refused = await send(sandbox.origin + path, { headers: { Origin: 'http://localhost:1' } });
        assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [400, 'http://localhost:1']);
      },
      { allowedOrigins: ['https://app.example.com'] },
    ));
});
