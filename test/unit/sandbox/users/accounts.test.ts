import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, register, withCaller } from '../fixture';
import { errorMessageOf } from '../http';

const account = 'PUT /hserve/v2.1/user/account/';

describe('sandbox: accounts', () => {
  it('register and log in by e-mail, user name and phone', () =>
    withCaller(async call => {
      for (const [method, name, wrong] of [
        ['email', 'one@example.com', 'one'],
        ['username', 'one', 'o ne'],
        ['phone', '13800138000', 'phone'],
      ] as const) {
        const body = { [method]: name, password: 'p' };
        const path = (act: string, version = 'v2.1') => `POST /hserve/${version}/${act}/${method}/`;
        const { user_id } = await call.json(path('register'), { body }, 201);
        assert.equal((await call.json(path('login', 'v2.0'), { body }, 201)).user_id, user_id);
        assert.equal((await call(path('register'), { body })).status, 400, 'twice');
        assert.equal((await call(path('login'), { body: { ...body, password: 'x' } })).status, 400);
        assert.equal((await call(path('register'), { body: { [method]: wrong, password: 'p' } })).status, 400);
      }
    }));

  it('ignore case in user names and e-mail addresses, and store addresses in lower case', () =>
    withCaller(async call => {
      const password = 'p';
      const register = (body: object) => call(`POST /hserve/v2.1/register/${Object.keys(body)[0]}/`, { body });
      const logInAs = async (method: string, name: string) => {
        const body = { [method]: name, password };
        return call.json(`POST /hserve/v2.1/login/${method}/`, { body }, 201);
      };
      assert.equal((await register({ email: 'iFanrX@Hello.com', password })).status, 201);
      assert.equal((await logInAs('email', 'IFANRX@hello.com'))._email, 'ifanrx@hello.com');
      assert.equal((await register({ username: 'iFanrX', password })).status, 201);
      const { _username, token } = await logInAs('username', 'IFANRX');
      assert.equal(_username, 'iFanrX');
      for (const body of [
        { email: 'ifanrx@HELLO.com', password },
        { username: 'ifanrx', password },
        { username: 'CUSTOMER', password },
      ]) {
        assert.match(errorMessageOf(await register(body)), /already registered/);
      }
      const changed = await call.json(account, { token: String(token), body: { email: 'Mine@Example.COM' } });
      assert.equal(changed.email, 'mine@example.com');
      const own = await call.json(account, { token: String(token), body: { username: 'IFANRX' } });
      assert.equal(own.username, 'IFANRX');
      const taken = await call(account, { token: String(token), body: { username: 'Customer' } });
      assert.match(errorMessageOf(taken), /already registered/);
    }));

  it('belong to users who registered or logged in, not to anonymous ones', () =>
    withCaller(async call => {
      const { token } = await call.json<{ token: string }>('POST /hserve/v2.0/login/anonymous/', {}, 201);
      for (const [line, body] of [
        [account, { username: 'somebody' }],
        ['POST /hserve/v2.0/user/email-verify/', {}],
        ['POST /hserve/v2.1/sms-phone-verification/', { code: '123456' }],
      ] as const) {
        const response = await call(line, { token, body });
        assert.equal(response.status, 403, line);
        assert.match(errorMessageOf(response), /anonymous user has no account/);
      }
      const profile = await call.json('PUT /hserve/v2.5/user/info/', { token, body: { level: 'gold' } });
      assert.deepEqual([profile.level, profile._anonymous], ['gold', true]);
    }));

  it('change names and password', () =>
    withCaller(async call => {
      const { token } = await register(call, 'changing');
      assert.deepEqual(await call.json(account, { token, body: { email: 'c@example.com', phone: '13800138001' } }), {
        email: 'c@example.com',
        email_verified: false,
        username: 'changing',
        phone: '13800138001',
        phone_verified: false,
      });
      const older = await call.json('PUT /hserve/v2.0/user/account/', { token, body: { username: null } });
      assert.deepEqual(older, { email: 'c@example.com', email_verified: false, username: null });
      assert.equal((await call.json('POST /hserve/v2.0/user/email-verify/', { token }, 201)).status, 'ok');
      assert.equal((await call.json(account, { token, body: { email: 'c@example.com' } })).email_verified, true);
      await call.json(account, { token, body: { password: 'a-password', new_password: 'b' } });
      const body = { email: 'c@example.com', password: 'b' };
      await call.json('POST /hserve/v2.1/login/email/', { body }, 201);
      for (const [wrong, message] of [
        [{ new_password: 'x' }, /belong together/],
        [{ password: 'b' }, /belong together/],
        [{ password: 'a-password', new_password: 'x' }, /password is wrong/],
        [{ email: 'customer@example.com' }, /already registered/],
        [{ email: 'nothing' }, /not an e-mail address/],
        [{ phone: 5 }, /must be a string or null/],
        [{}, /nothing to change/],
      ] as const) {
        const response = await call(account, { token, body: wrong });
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), message);
      }
      assert.equal((await call(account, { body: { username: 'x' } })).status, 401);
    }));

  it('require a user for a new password', () =>
    withCaller(async (call, _, sandbox) => {
      const path = 'POST /hserve/v2.0/user/password/reset/';
      await call.json(path, { body: { email: 'customer@example.com' } }, 201);
      assert.match(sandbox.requests.at(-1)?.note ?? '', /No e-mail is sent/);
      assert.equal((await call(path, { body: { email: 'nobody@example.com' } })).status, 404);
    }));

  it('log in with a code that is shown instead of sent, once and for ten minutes', () =>
    withCaller(async (call, _, sandbox) => {
      const phone = '13900139000';
      const sent = async () => {
        await call.json('POST /hserve/v2.2/sms-verification-code/', { body: { phone } });
        return sandbox.smsCodes.at(-1)?.code ?? '';
      };
      const code = await sent();
      const again = await call('POST /hserve/v2.1/sms-verification-code/', { body: { phone } });
      assert.match(errorMessageOf(again), /less than a minute ago/);
      const none = await call('POST /hserve/v2.1/login/sms/', { body: { phone, code, create_user: false } });
      assert.equal(none.status, 404);
      await call.json('POST /hserve/v2.1/login/sms/', { body: { phone, code } }, 201);
      assert.equal((await call('POST /hserve/v2.1/login/sms/', { body: { phone, code } })).status, 400);
      sandbox.moveClock(60_000);
      const second = await sent();
      await call.json('POST /oserve/v1.8/sms-verification-code/verify/', { body: { phone, code: second } });
      sandbox.moveClock(60_000);
      const third = await sent();
      sandbox.moveClock(600_000);
      const late = await call('POST /hserve/v1.8/sms-verification-code/verify/', { body: { phone, code: third } });
      assert.equal(late.status, 400);
    }));

  it('have profiles that can be listed, searched and changed', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const path = '/hserve/v2.2/user/info/';
      assert.equal((await call(`GET ${path}`)).status, 401);
      const where = { level: { $eq: 'silver' } };
      const query = { where, order_by: '-id', return_total_count: '1' };
      const list = await call.json<{ meta: { total_count: number }; objects: object[] }>(`GET ${path}`, {
        token,
        query,
      });
      assert.equal(list.meta.total_count, 2);
      const text = JSON.stringify(list.objects);
      for (const kept of ['salt', 'passwordHash', '_groups']) assert.ok(!text.includes(`"${kept}"`), kept);
      const [visitor = {}, own = {}] = list.objects as Record<string, unknown>[];
      assert.deepEqual(Object.keys(visitor).sort(), ['avatar', 'id', 'level', 'nickname', 'points']);
      assert.equal(own._email, 'customer@example.com');
      assert.equal((await call(`GET ${path}`, { token, query: { order_by: 'gender' } })).status, 400);
      const changed = await call.json('PUT /hserve/v2.5/user/info/', {
        token,
        body: { points: { $incr_by: 5 }, nickname: 'N' },
      });
      assert.deepEqual([changed.points, changed.nickname, changed._email], [125, 'N', 'customer@example.com']);
      for (const body of [{ points: 'x' }, { passwordHash: 'x' }, { _email: 'x' }, { nothing: 1 }]) {
        assert.equal((await call('PUT /hserve/v2.5/user/info/', { token, body })).status, 400);
      }
      const open = '/oserve/v2.6/miniapp/user_profile/';
      const many = await call.json(`PUT ${open}`, { query: { where }, body: { level: 'gold' } });
      assert.equal(many.succeed, 2);
      assert.equal((await call(`PUT ${open}36845069000101/`, { body: { nickname: 'x' } })).status, 400);
      const old = await call.json<{ objects: { user_group: number[] }[] }>('GET /oserve/v1/miniapp/user-profile/', {
        query: { nickname__contains: 'N' },
      });
      assert.deepEqual(old.objects[0]?.user_group, []);
      assert.equal((await call('GET /oserve/v1/miniapp/user-profile/', { query: { shoe: '4' } })).status, 400);
      const table = await call.json<{ objects: object[] }>('GET /hserve/v2.4/table/_userprofile/record/', { token });
      assert.ok(table.objects.length > 0 && !JSON.stringify(table).includes('passwordHash'));
    }));
});
