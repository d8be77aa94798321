import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operations } from '../../../../src/api/operations/catalogue';
import { logIn, register, withCaller } from '../fixture';
import { errorMessageOf } from '../http';

interface Session {
  token: string;
  expires_in: number;
  user_id: number;
  openid: string;
  unionid: string;
  user_info: Record<string, unknown> & { id: number };
}

const platforms = ['wechat', 'alipay', 'qq', 'baidu', 'bytedance', 'jd', 'kuaishou'];
const silent = (platform: string) => `POST /hserve/v2.5/idp/${platform}/silent-login/`;

describe('sandbox: logins by a platform', () => {
  it('return the same user for the same code, and another user for another code', () =>
    withCaller(async call => {
      const users = new Set<number>();
      for (const platform of platforms) {
        const first = await call.json<Session>(silent(platform), { body: { code: 'anna' } }, 201);
        const again = await call.json<Session>(silent(platform), { body: { code: 'anna' } }, 201);
        const other = await call.json<Session>(silent(platform), { body: { code: 'bob' } }, 201);
        assert.deepEqual([again.user_id, again.openid, again.unionid], [first.user_id, first.openid, first.unionid]);
        assert.notEqual(other.openid, first.openid);
        users.add(first.user_id).add(other.user_id);
        assert.equal(first.user_info.id, first.user_id);
        await call.json('GET /hserve/v2.2/user/info/', { token: first.token });
      }
      assert.equal(users.size, 2 * platforms.length);
      const none = { code: 'nobody-yet', create_user: false };
      assert.equal((await call(silent('wechat'), { body: none })).status, 404);
    }));

  it('refuse a code that is empty, 10 kB, or of another platform', () =>
    withCaller(async call => {
      for (const platform of platforms) {
        const foreign = platform === 'qq' ? 'wechat-anna' : 'qq-anna';
        for (const code of ['', undefined, 7, 'x'.repeat(10_240), foreign]) {
          assert.equal((await call(silent(platform), { body: { code } })).status, 400, `${platform} ${String(code)}`);
        }
        await call.json(silent(platform), { body: { code: `${platform}-anna` } }, 201);
      }
    }));

  it('refuse such a code in every operation that takes one', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const takesCode = operations.filter(
        ({ path, body }) => path.includes('/idp/') && body.some(({ name }) => name === 'code' || name === 'auth_token'),
      );
      assert.ok(takesCode.length > 25);
      const others = { encryptedData: 'e', iv: 'i', rawData: '{}', app_name: 'douyin' };
      for (const { method, path, otherPaths, body } of takesCode) {
        const name = body.some(field => field.name === 'code') ? 'code' : 'auth_token';
        for (const template of [path, ...otherPaths]) {
          const provider = template.includes('/oauth/') ? 'wechat-native' : 'oauth-wechat-web';
          const line = `${method} ${template.replace(':provider', provider)}`;
          const foreign = line.includes('/idp/qq/') ? 'jd-anna' : 'qq-anna';
          for (const code of ['', 7, 'x'.repeat(10_240), foreign]) {
            const refused = await call(line, { token, body: { ...others, [name]: code } });
            assert.equal(refused.status, 400, `${line} ${String(code).slice(0, 20)}`);
            assert.ok(errorMessageOf(refused).startsWith(name), refused.text);
          }
        }
      }
    }));

  it('respond to an association as documented', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const associations = operations.filter(({ id }) => id.endsWith('.associate') && !/^(web|app)\./.test(id));
      assert.equal(associations.length, platforms.length);
      for (const { id, method, path, otherPaths } of associations) {
        const platform = id.split('.')[0] ?? '';
        const { openid, unionid } = await call.json<Session>(silent(platform), { body: { code: 'dora' } }, 201);
        for (const template of [path, ...otherPaths]) {
          const line = `${method} ${template}`;
          assert.equal(
            (await call(line, { token, body: { code: 'dora' } })).status,
            400,
            'she is another user already',
          );
          const known = await call.json<Session>(line, { token, body: { code: `eve-${platform}` } });
          assert.notEqual(known.openid, openid);
          const own = await call.json<Session>(silent(platform), { body: { code: `eve-${platform}` } }, 201);
          const shown = { status: 'ok', message: 'User associated.', user_id: own.user_id, openid: own.openid };
          assert.deepEqual(known, platform === 'wechat' ? { ...shown, unionid: own.unionid } : shown, line);
          assert.notEqual(own.unionid, unionid);
        }
      }
    }));

  it('support the version between the two that most SDKs use', () =>
    withCaller(async call => {
      for (const platform of ['wechat', 'bytedance', 'jd']) {
        const sessions = await Promise.all(
          ['v2.4', 'v2.5'].flatMap(version =>
            ['silent-login', 'authenticate'].map(kind =>
              call.json<Session>(`POST /hserve/${version}/idp/${platform}/${kind}/`, { body: { code: 'dora' } }, 201),
            ),
          ),
        );
        assert.equal(new Set(sessions.map(({ user_info: { id } }) => id)).size, 1, platform);
      }
    }));

  it('store the sent profile, and associate an existing user', () =>
    withCaller(async call => {
      const authenticate = 'POST /hserve/v2.5/idp/wechat/authenticate/';
      const rawData = JSON.stringify({ nickName: 'Anna', gender: 2 });
      const session = await call.json<Session>(authenticate, { body: { code: 'anna', rawData } }, 201);
      assert.deepEqual([session.user_info.nickname, session.user_info.gender], ['Anna', 2]);
      const kept = { code: 'anna', rawData: JSON.stringify({ nickName: 'Other' }) };
      assert.equal((await call.json<Session>(authenticate, { body: kept }, 201)).user_info.nickname, 'Anna');
      const replaced = { ...kept, update_userprofile: 'overwrite' };
      assert.equal((await call.json<Session>(authenticate, { body: replaced }, 201)).user_info.nickname, 'Other');
      const { id, token } = await register(call, 'linked');
      const link = 'PUT /hserve/v2.0/idp/alipay/user-associate/';
      assert.equal((await call(link, { body: { code: 'carol' } })).status, 401);
      await call.json(link, { token, body: { code: 'carol' } });
      const linked = await call.json<Session>(silent('alipay'), { body: { code: 'carol' } }, 201);
      assert.equal(linked.user_id, id);
      const second = await register(call, 'second');
      assert.equal((await call(link, { token: second.token, body: { code: 'carol' } })).status, 400);
    }));

  it('work from web pages and apps, and with the phone number of a platform', () =>
    withCaller(async call => {
      const redirect = await call.json<{ redirect_url: string }>('POST /hserve/v2.0/idp/oauth-wechat-web/redirect/', {
        body: { callback_url: 'http://localhost/back?x=1' },
      });
      const auth_token = new URL(redirect.redirect_url).searchParams.get('token');
      const web = 'POST /hserve/v2.0/idp/oauth-wechat-web/authenticate/';
      const first = await call.json<Session>(web, { body: { auth_token } }, 201);
      assert.equal((await call.json<Session>(web, { body: { auth_token } }, 201)).user_id, first.user_id);
      const apple = 'POST /hserve/v2.3/idp/oauth/apple-native/authenticate/';
      await call.json<Session>(apple, { body: { auth_token: 'a' } }, 201);
      assert.equal((await call(apple, { body: {} })).status, 400);
      const phone = 'POST /hserve/v2.7/idp/wechat/phone-login/';
      const body = { code: 'anna', encryptedData: 'e', iv: 'i' };
      const session = await call.json<Session>(phone, { body }, 201);
      assert.match(String(session.user_info._phone), /^139\d{8}$/);
      assert.equal((await call.json<Session>(phone, { body }, 201)).user_id, session.user_id);
      assert.equal((await call(phone, { body: { code: 'anna' } })).status, 400);
    }));

  it('update the profile of the logged-in user without a code, like the oldest SDK', () =>
    withCaller(async call => {
      const login = 'POST /hserve/v2.0/idp/wechat/silent-login/';
      const one = await call.json<{ token: string; user_id: number }>(login, { body: { code: 'one' } }, 201);
      const authenticate = 'POST /hserve/v2.0/idp/wechat/authenticate/';
      const body = { rawData: JSON.stringify({ nickName: 'Ann' }), signature: 's', encryptedData: 'e', iv: 'i' };
      const same = await call.json(authenticate, { token: one.token, body }, 201);
      assert.deepEqual([same.user_id, (same.user_info as { nickname: string }).nickname], [one.user_id, 'Ann']);
      assert.equal((await call(authenticate, { body })).status, 400);
    }));

  it('respond to the verification of a phone number with the whole profile', () =>
    withCaller(async call => {
      for (const path of ['v2.5/idp/wechat', 'v2.7/idp/wechat', 'v2.5/idp/kuaishou']) {
        const { id, token } = await register(call, path.replace(/\W/g, ''));
        const line = `PUT /hserve/${path}/phone-verification/`;
        const profile = await call.json(line, { token, body: { encryptedData: path, iv: 'i' } });
        assert.deepEqual([profile.id, profile._phone_verified], [id, true], path);
        assert.match(String(profile._phone), /^\d{11}$/);
      }
    }));
});
