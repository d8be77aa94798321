import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SandboxApplication } from '../../../../src/sandbox/sandbox';
import { logIn, obtainTokens, stagingOf, webApi, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf, send } from '../http';

const emailLogin = '/hserve/v2.1/login/email/';
const emailRegistration = '/hserve/v2.1/register/email/';
const orders = '/hserve/v2.0/idp/pay/order/';
const destroy = '/hserve/v2.0/session/destroy/';
const customer = { email: 'customer@example.com', password: 'customer-password' };

async function isLoggedIn(shop: SandboxApplication, token: string, envId?: string): Promise<boolean> {
  const { status } = await webApi(shop, orders, { token, ...(envId ? { envId } : {}) });
  return status === 200;
}

describe('sandbox: users of the Web API', () => {
  it('receive every field of the user session object when they log in', () =>
    withSandbox(async (sandbox, shop) => {
      const response = await send(sandbox.origin + emailLogin, {
        method: 'POST',
        headers: {
          'X-Hydrogen-Client-ID': shop.clientId,
          'Content-Type': 'application/json',
          'User-Agent': 'a test',
        },
        body: JSON.stringify(customer),
      });
      assert.equal(response.status, 201);
      const body = jsonOf(response);
      const { token } = body;
      assert.match(String(token), /^[0-9a-z]{32}$/);
      assert.deepEqual(body, {
        token,
        expires_in: 2_592_000,
        id: 36_845_069_000_101,
        user_id: 36_845_069_000_101,
        created_at: 1_767_225_600,
        updated_at: 1_767_225_600,
        created_by: 36_845_069_000_101,
        is_authorized: false,
        avatar: 'https://cdn.example.com/sandbox/avatar.png',
        _anonymous: false,
        _username: 'customer',
        _email: 'customer@example.com',
        _email_verified: false,
        _provider: {},
        _session: { ip_address: '127.0.0.1', login_method: 'email', session_key: token, user_agent: 'a test' },
      });
      assert.ok(await isLoggedIn(shop, String(token)));
    }));

  it('can log in by e-mail address and user name, in both versions', () =>
    withSandbox(async (_, shop, blog) => {
      for (const application of [shop, blog]) {
        assert.equal(application.users.length, 2);
        for (const { email, username, password } of application.users) {
          for (const version of ['v2.0', 'v2.1']) {
            const base = `/hserve/${version}/login`;
            const byEmail = await webApi(application, `${base}/email/`, { body: { email, password } });
            const byName = await webApi(application, `${base}/username/`, { body: { username, password } });
            assert.deepEqual([byEmail.status, byName.status], [201, 201]);
          }
        }
      }
    }));

  it('get the same error for a wrong password and an unknown user', () =>
    withSandbox(async (_, shop) => {
      for (const body of [
        { ...customer, password: 'wrong' },
        { ...customer, email: 'nobody@example.com' },
      ]) {
        const response = await webApi(shop, emailLogin, { body });
        assert.equal(response.status, 400);
        assert.equal(errorMessageOf(response), 'Invalid username/email or password.');
      }
      const missing = await webApi(shop, emailLogin, { body: { email: customer.email } });
      assert.match(errorMessageOf(missing), /^password is required/);
    }));

  it('can register once', () =>
    withSandbox(async (_, shop) => {
      const body = { email: '新用户@example.com', password: 'chosen' };
      const response = await webApi(shop, emailRegistration, { body });
      assert.equal(response.status, 201);
      const registered = jsonOf<{ token: string; id: number; _email: string; created_at: number }>(response);
      assert.equal(registered._email, body.email);
      assert.equal(registered.created_at, 1_800_000_000);
      assert.ok(await isLoggedIn(shop, registered.token));
      const again = await webApi(shop, emailRegistration, { body });
      assert.equal(again.status, 400);
      assert.match(errorMessageOf(again), /^This email is already registered/);
      assert.equal(jsonOf(await webApi(shop, emailLogin, { body })).id, registered.id);
      assert.equal((await webApi(shop, emailLogin, { body: { ...body, password: 'other' } })).status, 400);

      const byName = await webApi(shop, '/hserve/v2.1/register/username/', {
        body: { username: 'new', password: 'chosen' },
      });
      assert.equal(byName.status, 201);
      assert.notEqual(jsonOf(byName).id, registered.id);
    }));

  it('cannot register with a used name or incomplete data', () =>
    withSandbox(async (_, shop) => {
      for (const [body, message] of [
        [customer, /already registered/],
        [{ email: 'x@example.com' }, /^password is required/],
        [{ password: 'x' }, /^email is required/],
        [{ email: 'x', password: 'x' }, /not an e-mail address/],
      ] as const) {
        const response = await webApi(shop, emailRegistration, { body });
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), message);
      }
    }));

  it('are separate per environment and application', () =>
    withSandbox(async (_, shop, blog) => {
      const envId = stagingOf(shop);
      const visitor = { email: 'visitor@example.com', password: 'visitor-password' };
      assert.equal((await webApi(shop, emailLogin, { body: visitor })).status, 201);
      assert.equal((await webApi(shop, emailLogin, { body: visitor, envId })).status, 400);
      assert.equal((await webApi(shop, emailRegistration, { body: visitor, envId })).status, 201);
      const added = { email: 'added@example.com', password: 'staging only' };
      assert.equal((await webApi(shop, emailRegistration, { body: added, envId })).status, 201);
      assert.equal((await webApi(shop, emailLogin, { body: added })).status, 400);
      assert.equal((await webApi(shop, emailRegistration, { body: added })).status, 201);
      const token = await logIn(shop, envId);
      assert.ok(await isLoggedIn(shop, token, envId));
      assert.ok(!(await isLoggedIn(shop, token)));
      assert.ok(!(await isLoggedIn(blog, token)));
    }));

  it('get a token when they are anonymous', () =>
    withSandbox(async (_, shop) => {
      const response = await webApi(shop, '/hserve/v2.0/login/anonymous/', { body: {} });
      assert.equal(response.status, 201);
      const { token, user_id, expires_in } = jsonOf<{ token: string; user_id: number; expires_in: number }>(response);
      assert.equal(expires_in, 2_592_000);
      assert.ok(await isLoggedIn(shop, token));
      const profile = jsonOf(await webApi(shop, `/hserve/v2.2/user/info/${user_id}/`, { token }));
      assert.equal(profile.id, user_id);
      const emptyName = await webApi(shop, '/hserve/v2.1/login/username/', { body: { username: '', password: '' } });
      assert.equal(emptyName.status, 400);
    }));

  it('see profiles only when they are logged in', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      const path = '/hserve/v2.2/user/info/36845069000102/';
      assert.equal(jsonOf(await webApi(shop, path, { token })).nickname, 'visitor');
      assert.equal((await webApi(shop, path)).status, 401);
      assert.equal((await webApi(shop, '/hserve/v2.2/user/info/1/', { token })).status, 404);
      assert.equal((await webApi(shop, '/hserve/v2.2/user/info/me/', { token })).status, 400);
    }));

  it('can log out of one session', () =>
    withSandbox(async (_, shop) => {
      const [token, other] = [await logIn(shop), await logIn(shop)];
      const response = await webApi(shop, destroy, { token, body: {} });
      assert.equal(response.status, 201);
      assert.deepEqual(jsonOf(response), { message: 'Destroy succeed.', status: 'ok' });
      assert.ok(!(await isLoggedIn(shop, token)));
      assert.ok(await isLoggedIn(shop, other));
      assert.equal((await webApi(shop, destroy, { token, body: {} })).status, 401);
      assert.equal((await webApi(shop, destroy, { body: {} })).status, 401);
    }));

  it('log out without a body, and not with invalid JSON', () =>
    withSandbox(async (sandbox, shop) => {
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId, Authorization: `Hydrogen-r1 ${await logIn(shop)}` };
      const url = sandbox.origin + destroy;
      const wrong = await send(url, { method: 'POST', headers, body: 'bye' });
      assert.equal(wrong.status, 415);
      assert.equal((await send(url, { method: 'POST', headers })).status, 201);
    }));

  it('have sessions that end after 30 days', () =>
    withSandbox(async (sandbox, shop) => {
      const token = await logIn(shop);
      sandbox.moveClock(2_592_000_000 - 1);
      assert.ok(await isLoggedIn(shop, token));
      sandbox.moveClock(1);
      assert.match(errorMessageOf(await webApi(shop, orders, { token })), /has expired/);
    }));

  it('need their own scheme and token', () =>
    withSandbox(async (sandbox, shop) => {
      const { access_token } = await obtainTokens(shop);
      const token = await logIn(shop);
      const attempt = async (Authorization: string) => {
        const headers = { 'X-Hydrogen-Client-ID': shop.clientId, Authorization };
        return (await send(sandbox.origin + orders, { headers })).status;
      };
      assert.equal(await attempt(`Hydrogen-r1 ${token}`), 200);
      assert.equal(await attempt(`Bearer ${token}`), 401);
      assert.equal(await attempt(token), 401);
      assert.equal(await attempt(`Hydrogen-r1 ${access_token}`), 401);
      assert.equal((await webApi(shop, orders)).status, 401);
    }));
});
