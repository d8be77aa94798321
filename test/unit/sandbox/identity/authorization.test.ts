import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { authorizePath, credentialsOf, withSandbox } from '../fixture';
import type { CurlOptions } from '../http';
import { curl, jsonOf, errorMessageOf, send, sendJson } from '../http';

describe('sandbox: call 1, authorization', () => {
  it('returns a code to a client that follows with GET and keeps cookies', () =>
    withSandbox(async (sandbox, shop) => {
      const responses = await curl(sandbox.origin + authorizePath, credentialsOf(shop), { cookies: true });
      assert.deepEqual(
        responses.map(({ status }) => status),
        [302, 302, 200],
      );
      const [first, second, last] = responses;
      assert.ok(first && second && last);
      assert.match(first.headers.location ?? '', /^\.\.\//);
      assert.ok(second.headers.location?.startsWith(sandbox.origin));
      assert.equal(first.headers['set-cookie']?.length, 2);
      assert.match(first.headers['set-cookie']?.[0] ?? '', /Expires=\w+, /);
      assert.equal(second.headers['set-cookie']?.length, 1);
      assert.match(last.headers['content-type'] ?? '', /^application\/json/);
      const { code, ...rest } = jsonOf(last);
      assert.match(String(code), /^[0-9a-f]{40}$/);
      assert.deepEqual(rest, { expires_in: 600 });
    }));

  it('keeps the host name of the client, because the cookies belong to it', () =>
    withSandbox(async (sandbox, shop) => {
      const headers = { Host: `localhost:${sandbox.port}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify(credentialsOf(shop));
      const first = await send(sandbox.origin + authorizePath, { method: 'POST', headers, body });
      const cookies = (first.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ');
      const target = new URL(first.headers.location ?? '', sandbox.origin + authorizePath);
      const second = await send(target, { headers: { Host: headers.Host, Cookie: cookies } });
      assert.ok(second.headers.location?.startsWith(`http://localhost:${sandbox.port}/`));
    }));

  const wrongClients: [string, CurlOptions, number, RegExp][] = [
    ['has no cookie engine', {}, 403, /cookie sandbox_csrf was lost/],
    ['keeps only the last cookie', { cookies: true, loses: 'sandbox_csrf' }, 403, /cookie sandbox_csrf/],
    ['keeps only the first cookie', { cookies: true, loses: 'sandbox_session' }, 403, /cookie sandbox_session/],
    ['drops the cookie of the second hop', { cookies: true, loses: 'sandbox_grant' }, 403, /cookie sandbox_grant/],
    ['repeats POST', { cookies: true, method: 'POST' }, 405, /POST is not allowed/],
    ['repeats POST and body', { cookies: true, keepBody: true }, 405, /POST is not allowed/],
  ];
  for (const [what, options, status, message] of wrongClients) {
    it(`refuses a client that ${what}`, () =>
      withSandbox(async (sandbox, shop) => {
        const responses = await curl(sandbox.origin + authorizePath, credentialsOf(shop), options);
        const last = responses.at(-1);
        assert.ok(last);
        assert.equal(last.status, status);
        assert.match(errorMessageOf(last), message);
      }));
  }

  it('refuses a redirect with a body or the secret', () =>
    withSandbox(async (sandbox, shop) => {
      const body = credentialsOf(shop);
      const first = (await curl(sandbox.origin + authorizePath, body))[0];
      assert.ok(first);
      const target = new URL(first.headers.location ?? '', sandbox.origin + authorizePath);
      const Cookie = (first.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ');
      const withBody = await send(target, { headers: { Cookie, 'Content-Length': 2 }, body: '{}' });
      assert.match(errorMessageOf(withBody), /no body/);
      const withHeader = await send(target, { headers: { Cookie, 'X-Secret': shop.clientSecret } });
      assert.match(errorMessageOf(withHeader), /client_secret must not be sent again/);
      const withQuery = await send(`${target.href}&client_secret=${shop.clientSecret}`, { headers: { Cookie } });
      assert.match(errorMessageOf(withQuery), /client_secret must not be sent again/);
      assert.equal((await send(target, { headers: { Cookie } })).status, 302);
    }));

  it('returns no code to a client that skips, repeats or delays a redirect', () =>
    withSandbox(async (sandbox, shop) => {
      const body = credentialsOf(shop);
      const url = sandbox.origin + authorizePath;
      const first = await sendJson(url, body);
      const Cookie = (first.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ');
      const target = new URL(first.headers.location ?? '', url);
      const skipped = await send(target.href.replace('/grant/', '/code/'), { headers: { Cookie } });
      assert.match(errorMessageOf(skipped), /first redirect was not followed/);

      const second = await send(target, { headers: { Cookie } });
      const headers = { Cookie: `${Cookie}; ${second.headers['set-cookie']?.[0]?.split(';')[0]}` };
      const last = second.headers.location ?? '';
      sandbox.moveClock(60_000);
      assert.match(errorMessageOf(await send(last, { headers })), /took too long/);
      sandbox.moveClock(-60_000);
      assert.equal((await send(last, { headers })).status, 200);
      assert.match(errorMessageOf(await send(last, { headers })), /was completed/);
    }));

  it('reports what is wrong with the credentials', () =>
    withSandbox(async (sandbox, shop, blog) => {
      const { client_id, client_secret } = credentialsOf(shop);
      const url = sandbox.origin + authorizePath;
      const cases: [unknown, number, RegExp][] = [
        [{ client_id }, 400, /^client_secret is required/],
        [{ client_secret }, 400, /^client_id is required/],
        [{ client_id: '', client_secret }, 400, /^client_id is required/],
        [{ client_id: 7, client_secret }, 400, /^client_id must be a string/],
        [{ client_id: 'f'.repeat(20), client_secret }, 401, /^client_id is not known/],
        [{ client_id, client_secret: 'f'.repeat(40) }, 401, /^client_secret is wrong/],
        [{ client_id, client_secret: blog.clientSecret }, 401, /^client_secret is wrong/],
        [[client_id, client_secret], 400, /JSON object/],
      ];
      for (const [body, status, message] of cases) {
        const response = await sendJson(url, body);
        assert.equal(response.status, status, JSON.stringify(body));
        assert.match(errorMessageOf(response), message);
        assert.equal(response.headers['set-cookie'], undefined);
      }
    }));

  it('accepts JSON with any Content-Type, and forms', () =>
    withSandbox(async (sandbox, shop) => {
      const url = sandbox.origin + authorizePath;
      const json = JSON.stringify(credentialsOf(shop));
      const form = new URLSearchParams(credentialsOf(shop)).toString();
      for (const [type, body] of [
        ['text/plain', json],
        ['application/x-www-form-urlencoded', json],
        ['application/x-www-form-urlencoded', form],
      ] as const) {
        const response = await send(url, { method: 'POST', headers: { 'Content-Type': type }, body });
        assert.equal(response.status, 302, type);
      }
      assert.equal((await send(url, { method: 'POST', body: json })).status, 302);
      const plain = await send(url, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: form });
      assert.equal(plain.status, 415);
      const broken = await send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"client_id":',
      });
      assert.equal(broken.status, 400);
      assert.match(errorMessageOf(broken), /not JSON/);
      const charset = await send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: json,
      });
      assert.equal(charset.status, 302);
    }));
});
