import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { errorMessageOf, send } from '../http';
import { logIn, register, withCaller } from '../fixture';

type Profile = Record<string, unknown>;
interface List {
  objects: Profile[];
}

const web = '/hserve/v2.2/user/info/';
const open = '/oserve/v2.2/miniapp/user_profile/';
const customer = 36_845_069_000_101;

/** Adds a pointer to a product to the user table and sets it for the customer. Returns the ID of the product. */
async function withFavourite(call: Caller): Promise<string> {
  const table = await call.json<{ schema: { fields: object[] } }>('GET /oserve/v1.8/table/4998/');
  const fields = [...table.schema.fields, { name: 'favourite', type: 'reference', schema_id: '5001' }];
  await call.json('PUT /oserve/v1.8/table/4998/', { body: { ...table, schema: { fields } } });
  const [product] = (await call.json<List>('GET /oserve/v2.4/table/5001/record/', { query: { limit: '1' } })).objects;
  const favourite = String(product?.id);
  await call.json(`PUT /oserve/v2.6/miniapp/user_profile/${customer}/`, { body: { favourite } });
  return favourite;
}

describe('sandbox: profiles', () => {
  it('are narrowed by keys and widened by expand, in both families', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const id = await withFavourite(call);
      const query = { keys: 'nickname,favourite', expand: 'favourite' };
      for (const path of [web, open]) {
        const one = await call.json<Profile>(`GET ${path}${customer}/`, { token, query });
        assert.deepEqual(Object.keys(one), ['id', 'nickname', 'favourite'], path);
        const { _table, sku, ...rest } = one.favourite as Profile;
        assert.deepEqual([_table, sku, rest.id], ['product', 'SKU-0000060', id], path);
        const where = { id: { $eq: customer } };
        const list = await call.json<List>(`GET ${path}`, { token, query: { ...query, where } });
        assert.deepEqual(list.objects, [one], path);
        const plain = await call.json<Profile>(`GET ${path}${customer}/`, { token, query: { keys: '-nickname' } });
        assert.deepEqual([plain.favourite, 'nickname' in plain], [{ id, _table: 'product' }, false], path);
      }
    }));

  it('refuse keys and expand of unknown fields, and an invalid where', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      for (const path of [web, open, `${web}${customer}/`, `${open}${customer}/`]) {
        for (const query of [{ keys: 'shoe' }, { expand: 'nickname' }, { keys: 'passwordHash' }]) {
          assert.equal((await call(`GET ${path}`, { token, query })).status, 400, path + JSON.stringify(query));
        }
      }
      for (const where of ['{', '[]', { nickname: 'x' }, { nickname: { $near: 1 } }]) {
        for (const path of [web, open])
          assert.equal((await call(`GET ${path}`, { token, query: { where } })).status, 400);
      }
    }));

  it('cannot be searched by internal fields of the sandbox', () =>
    withCaller(async call => {
      for (const name of ['passwordHash', 'salt', '_groups']) {
        const { objects } = await call.json<List>(`GET ${open}`, { query: { where: { [name]: { $exists: true } } } });
        assert.deepEqual(objects, [], name);
      }
    }));

  it('cannot be searched or sorted by fields that the caller does not see', () =>
    withCaller(async call => {
      const { id, token } = await register(call, 'one');
      await register(call, 'other');
      const idsOf = async (path: string, where: object) => {
        const { objects } = await call.json<List>(`GET ${path}`, { token, query: { where } });
        return objects.map(profile => profile.id);
      };
      const webRecords = '/hserve/v2.4/table/_userprofile/record/';
      const openRecords = '/oserve/v2.4/table/_userprofile/record/';
      for (const path of [webRecords, openRecords, web, open])
        for (const name of ['passwordHash', 'salt', '_groups', '_persons']) {
          assert.deepEqual(await idsOf(path, { [name]: { $exists: true } }), [], `${path} ${name}`);
          assert.equal((await call(`GET ${path}`, { token, query: { order_by: name } })).status, 400, path + name);
        }
      for (const path of [webRecords, web]) {
        assert.deepEqual(await idsOf(path, { _email: { $contains: '@' } }), [], path);
        assert.deepEqual(await idsOf(path, { _username: { $exists: true } }), [id], path);
        assert.equal((await call(`GET ${path}`, { token, query: { order_by: '_email' } })).status, 400, path);
        assert.equal((await idsOf(path, { nickname: { $eq: 'customer' } })).length, 1, path);
      }
      for (const path of [openRecords, open]) {
        assert.equal((await idsOf(path, { _email: { $eq: 'customer@example.com' } })).length, 1, path);
        assert.equal((await call(`GET ${path}`, { query: { order_by: '-_email' } })).status, 200, path);
      }
      const exports = '/oserve/v1.5/table/4998/export/';
      const where = { passwordHash: { $exists: true } };
      const body = { file_type: 'json', mode: 'part', where };
      const { job_id } = await call.json<{ job_id: string }>(`POST ${exports}`, { body }, 201);
      const job = await call.json<{ download_url: string }>(`GET ${exports}${job_id}/`);
      assert.equal((await send(job.download_url)).text, '[]');
    }));

  it('contain only entered values for a new user', () =>
    withCaller(async call => {
      const { id, token } = await register(call, 'fresh');
      const session = await call.json<Profile>(
        'POST /hserve/v2.1/login/username/',
        {
          body: { username: 'fresh', password: 'a-password' },
        },
        201,
      );
      assert.ok(!('_email' in session) && !('_phone' in session), 'names that are absent are absent in the session');
      const avatar = 'https://cdn.example.com/sandbox/default_avatar.png';
      assert.equal(session.avatar, avatar);
      const blank = (user: unknown, now = 1_800_000_000) => ({
        id: user,
        avatar,
        is_authorized: false,
        created_by: user,
        created_at: now,
        updated_at: now,
        _provider: {},
        _anonymous: false,
        _email: null,
        _email_verified: false,
        _username: null,
        _phone: null,
        _phone_verified: false,
      });
      const own = { ...blank(id), _username: 'fresh' };
      assert.deepEqual(await call.json<Profile>(`GET ${web}${id}/`, { token }), own);
      const where = { id: { $eq: id } };
      for (const path of [web, open])
        assert.deepEqual((await call.json<List>(`GET ${path}`, { token, query: { where } })).objects, [own], path);
      const account = await call.json<Profile>('PUT /hserve/v2.2/user/account/', { token, body: { phone: null } });
      assert.deepEqual([account.email, account.phone], [null, null]);

      const anonymous = await call.json<Profile>('POST /hserve/v2.0/login/anonymous/', {}, 201);
      const nobody = String(anonymous.user_id);
      assert.deepEqual(await call.json(`GET ${open}${nobody}/`), { ...blank(anonymous.user_id), _anonymous: true });
      const silent = 'POST /hserve/v2.5/idp/qq/silent-login/';
      const { user_info } = await call.json<{ user_info: Profile }>(silent, { body: { code: 'new' } }, 201);
      const { openid, unionid, _provider, ...rest } = user_info;
      const { _provider: _none, ...expected } = blank(user_info.id);
      assert.deepEqual(rest, expected);
      assert.deepEqual(_provider, { qq: { openid, unionid } });
    }));

  it('accept only values of the columns', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const before = await call.json<Profile>(`GET ${web}${customer}/`, { token });
      for (const body of [{ nickname: 5 }, { gender: 'female' }, { avatar: {} }, { points: 'many' }]) {
        const response = await call('PUT /hserve/v2.5/user/info/', { token, body });
        assert.equal(errorMessageOf(response), 'Failed to save record, type conflict on fields', JSON.stringify(body));
      }
      assert.deepEqual(await call.json<Profile>(`GET ${web}${customer}/`, { token }), before);
      const partly = await call.json<Profile>('PUT /hserve/v2.5/user/info/', {
        token,
        body: { nickname: 5, city: 'Canton' },
      });
      assert.deepEqual([partly.nickname, partly.city], [before.nickname, 'Canton']);
      const changed = await call.json<Profile>('PUT /hserve/v2.5/user/info/', {
        token,
        body: { gender: 2, avatar: '' },
      });
      assert.deepEqual([changed.gender, changed.avatar, changed._status], [2, '', null]);
    }));

  it('are changed by the version of the Flutter SDK', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const changed = await call.json<Profile>('PUT /hserve/v2.4/user/info/', { token, body: { city: 'Shenzhen' } });
      assert.equal(changed.city, 'Shenzhen');
    }));
});
