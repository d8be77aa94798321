import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Tokens } from '../fixture';
import { accepts, authorize, credentialsOf, obtainTokens, redeem, refresh, tokenPath, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf, send, sendJson } from '../http';

describe('sandbox: call 2, a code becomes tokens', () => {
  it('returns the documented token set', () =>
    withSandbox(async (_, shop) => {
      const { access_token, refresh_token, ...rest } = await obtainTokens(shop);
      assert.match(access_token, /^[0-9a-f]{40}$/);
      assert.match(refresh_token, /^[0-9a-f]{40}$/);
      assert.notEqual(access_token, refresh_token);
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 31_535_999, scope: 'write' });
      assert.ok(await accepts(shop, access_token));
      assert.ok(!(await accepts(shop, refresh_token)));
    }));

  it('accepts a code once', () =>
    withSandbox(async (_, shop) => {
      const code = await authorize(shop);
      assert.equal((await redeem(shop, code)).status, 200);
      const again = await redeem(shop, code);
      assert.equal(again.status, 400);
      assert.match(errorMessageOf(again), /^code was used/);
    }));

  it('accepts a code until it expires', () =>
    withSandbox(async (sandbox, shop) => {
      const [early, late] = [await authorize(shop), await authorize(shop)];
      sandbox.moveClock(599_999);
      assert.equal((await redeem(shop, early)).status, 200);
      sandbox.moveClock(1);
      assert.match(errorMessageOf(await redeem(shop, late)), /^code has expired/);
    }));

  it('accepts a code from its own application only, and a failed attempt does not spend it', () =>
    withSandbox(async (_, shop, blog) => {
      const code = await authorize(shop);
      assert.match(errorMessageOf(await redeem(blog, code)), /^code is not known/);
      assert.equal((await redeem({ ...shop, clientSecret: blog.clientSecret }, code)).status, 401);
      assert.equal((await redeem(shop, code)).status, 200);
    }));

  it('reports every missing or invalid field', () =>
    withSandbox(async (sandbox, shop, blog) => {
      const right = { ...credentialsOf(shop), code: await authorize(shop), grant_type: 'authorization_code' };
      const cases: [Record<string, unknown>, number, RegExp][] = [
        [{ client_id: undefined }, 400, /^client_id is required/],
        [{ client_secret: undefined }, 400, /^client_secret is required/],
        [{ code: undefined }, 400, /^code is required/],
        [{ grant_type: undefined }, 400, /^grant_type is required/],
        [{ grant_type: 'client_credentials' }, 400, /^grant_type must be/],
        [{ grant_type: 'refresh_token' }, 400, /^refresh_token is required/],
        [{ client_id: 'f'.repeat(20) }, 401, /^client_id is not known/],
        [{ client_secret: blog.clientSecret }, 401, /^client_secret is wrong/],
        [{ code: 'f'.repeat(40) }, 400, /^code is not known/],
        [{ code: 7 }, 400, /^code must be a string/],
      ];
      for (const [change, status, message] of cases) {
        const response = await sendJson(sandbox.origin + tokenPath, { ...right, ...change });
        assert.equal(response.status, status, JSON.stringify(change));
        assert.match(errorMessageOf(response), message);
      }
      assert.equal((await sendJson(sandbox.origin + tokenPath, right)).status, 200);
    }));

  it('accepts JSON and both kinds of form, nothing else', () =>
    withSandbox(async (sandbox, shop) => {
      const url = sandbox.origin + tokenPath;
      const fields = async () => ({
        ...credentialsOf(shop),
        code: await authorize(shop),
        grant_type: 'authorization_code',
      });
      const form = new FormData();
      for (const [name, value] of Object.entries(await fields())) form.set(name, value);
      const multipart = await fetch(url, { method: 'POST', body: form });
      assert.equal(multipart.status, 200);
      assert.equal(((await multipart.json()) as Tokens).scope, 'write');
      const encoded = await fetch(url, { method: 'POST', body: new URLSearchParams(await fields()) });
      assert.equal(encoded.status, 200);
      const plain = await send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify(await fields()),
      });
      assert.equal(plain.status, 415);
      errorMessageOf(plain);
      const mislabelled = await send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: JSON.stringify(await fields()),
      });
      assert.equal(mislabelled.status, 400);
      errorMessageOf(mislabelled);
    }));

  it('keeps earlier tokens valid', () =>
    withSandbox(async (_, shop) => {
      const first = await obtainTokens(shop);
      const second = await obtainTokens(shop);
      assert.ok(await accepts(shop, first.access_token));
      assert.ok(await accepts(shop, second.access_token));
    }));

  it('lets access tokens expire by the clock', () =>
    withSandbox(
      async (sandbox, shop) => {
        const { access_token, expires_in } = await obtainTokens(shop);
        assert.equal(expires_in, 3600);
        sandbox.moveClock(3_599_999);
        assert.ok(await accepts(shop, access_token));
        sandbox.moveClock(1);
        assert.ok(!(await accepts(shop, access_token)));
      },
      { accessTokenLifetime: 3600 },
    ));
});

describe('sandbox: call 3, a refresh', () => {
  it('ends every earlier access token and refresh token of the application, and no other', () =>
    withSandbox(async (_, shop, blog) => {
      const [first, second, other] = [await obtainTokens(shop), await obtainTokens(shop), await obtainTokens(blog)];
      const response = await refresh(shop, first.refresh_token);
      assert.equal(response.status, 200);
      const renewed = jsonOf<Tokens>(response);
      assert.deepEqual(Object.keys(renewed).sort(), Object.keys(first).sort());
      assert.ok(!(await accepts(shop, first.access_token)));
      assert.ok(!(await accepts(shop, second.access_token)));
      assert.ok(await accepts(shop, renewed.access_token));
      assert.ok(await accepts(blog, other.access_token));
      for (const spent of [first.refresh_token, second.refresh_token]) {
        const refused = await refresh(shop, spent);
        assert.equal(refused.status, 400);
        assert.match(errorMessageOf(refused), /^refresh_token/);
      }
      assert.ok(await accepts(shop, renewed.access_token), 'a refused refresh ends nothing');
      assert.equal((await refresh(shop, renewed.refresh_token)).status, 200);
    }));

  it('refuses a refresh token of another application, an access token, and wrong credentials', () =>
    withSandbox(async (_, shop, blog) => {
      const tokens = await obtainTokens(shop);
      assert.equal((await refresh(blog, tokens.refresh_token)).status, 400);
      assert.equal((await refresh(shop, tokens.access_token)).status, 400);
      assert.equal((await refresh({ ...shop, clientSecret: blog.clientSecret }, tokens.refresh_token)).status, 401);
      assert.ok(await accepts(shop, tokens.access_token));
      assert.equal((await refresh(shop, tokens.refresh_token)).status, 200);
    }));

  it('works after the access token expired', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      sandbox.moveClock(2 * 31_535_999_000);
      assert.ok(!(await accepts(shop, tokens.access_token)));
      const renewed = jsonOf<Tokens>(await refresh(shop, tokens.refresh_token));
      assert.ok(await accepts(shop, renewed.access_token));
    }));
});

describe('sandbox: the console', () => {
  it('revokes every token of one application', () =>
    withSandbox(async (sandbox, shop, blog) => {
      const [tokens, other] = [await obtainTokens(shop), await obtainTokens(blog)];
      sandbox.revokeTokens(shop.clientId);
      assert.ok(!(await accepts(shop, tokens.access_token)));
      assert.equal((await refresh(shop, tokens.refresh_token)).status, 400);
      assert.ok(await accepts(blog, other.access_token));
      assert.throws(() => sandbox.revokeTokens('unknown'), RangeError);
    }));

  it('resets the ClientSecret', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      const clientSecret = sandbox.resetSecret(shop.clientId);
      assert.match(clientSecret, /^[0-9a-f]{40}$/);
      assert.notEqual(clientSecret, shop.clientSecret);
      assert.equal(sandbox.applications[0]?.clientSecret, clientSecret);
      assert.equal((await refresh(shop, tokens.refresh_token)).status, 401);
      assert.equal((await refresh({ ...shop, clientSecret }, tokens.refresh_token)).status, 200);
      assert.throws(() => sandbox.resetSecret('unknown'), RangeError);
    }));
});
