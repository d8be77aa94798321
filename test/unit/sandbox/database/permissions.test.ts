import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { logIn, openPermissions, register, withCaller } from '../fixture';

const records = (table: string) => `/hserve/v2.4/table/${table}/record/`;

async function makeTable(call: Caller, name: string, perms: Record<string, string[]>, acl = {}): Promise<void> {
  const schema = { fields: [{ name: 'text', type: 'string', acl }] };
  await call.json('POST /oserve/v1.8/table/', { body: { name, schema, ...openPermissions, ...perms } }, 201);
}

describe('sandbox: permissions of tables and records', () => {
  it('allow adding records as the table says', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const visitor = await register(call, 'one');
      const anonymous = await call.json<{ token: string }>('POST /hserve/v2.0/login/anonymous/', {}, 201);
      const status = async (table: string, who?: string) =>
        (await call(`POST ${records(table)}`, { body: { text: 'x' }, ...(who ? { token: who } : {}) })).status;
      for (const [name, perm, expected] of [
        ['everybody', 'user:anonymous', [401, 201, 201, 201]],
        ['users', 'user:*', [401, 403, 201, 201]],
        ['one_user', `user:${visitor.id}`, [401, 403, 403, 201]],
        ['editors', 'gid:1', [401, 403, 403, 403]],
      ] as const) {
        await makeTable(call, name, { write_perm: [perm] });
        const found = [];
        for (const who of [undefined, anonymous.token, token, visitor.token]) found.push(await status(name, who));
        assert.deepEqual(found, expected, name);
      }
      const change = { op: 'add', users: [visitor.id], groups: [1] };
      assert.equal((await call('PATCH /oserve/v1/miniapp/group/membership/', { body: [change] })).status, 204);
      assert.equal(await status('editors', visitor.token), 201);
      assert.equal((await call.json<{ members: number }>('GET /oserve/v1/user-group/1/')).members, 1);
      await call('PATCH /oserve/v1/miniapp/group/membership/', { body: [{ ...change, op: 'remove' }] });
      assert.equal(await status('editors', visitor.token), 403);
      await makeTable(call, 'nobody', { write_perm: [] });
      assert.equal(await status('nobody', token), 403);
    }));

  it('hide records from users who may not read them', () =>
    withCaller(async call => {
      const [one, two] = [await register(call, 'one'), await register(call, 'two')];
      const own = ['user:{created_by}'];
      await makeTable(call, 'diary', { row_read_perm: own, row_write_perm: own });
      const body = { text: 'secret' };
      const { id, read_perm } = await call.json<{ id: string; read_perm: string[] }>(
        `POST ${records('diary')}`,
        { token: one.token, body },
        201,
      );
      assert.deepEqual(read_perm, [`user:${one.id}`]);
      const count = async (options: object) =>
        (await call.json<{ objects: object[] }>(`GET ${records('diary')}`, options)).objects.length;
      assert.deepEqual(
        [await count({ token: one.token }), await count({ token: two.token }), await count({})],
        [1, 0, 0],
      );
      assert.equal((await call(`GET ${records('diary')}${id}/`, { token: two.token })).status, 404);
      assert.equal((await call(`DELETE ${records('diary')}${id}/`, { token: two.token })).status, 404);
      const shared = { read_perm: ['user:*'] };
      await call.json(`PUT ${records('diary')}${id}/`, { token: one.token, body: shared });
      assert.deepEqual([await count({ token: two.token }), await count({})], [1, 0]);
      for (const method of ['PUT', 'DELETE']) {
        const response = await call(`${method} ${records('diary')}${id}/`, { token: two.token, body: { text: 'x' } });
        assert.equal(response.status, 403, method);
      }
      // The Open API ignores permissions.
      assert.equal((await call(`DELETE /oserve/v2.4/table/diary/record/${id}/`)).status, 204);
    }));

  it('hide pointed-to records from users who may not read them', () =>
    withCaller(async call => {
      const [one, two] = [await register(call, 'one'), await register(call, 'two')];
      await makeTable(call, 'diary', { row_read_perm: ['user:{created_by}'] });
      const { id: diary } = await call.json<{ id: number }>('GET /oserve/v1.8/table/diary/');
      const schema = { fields: [{ name: 'entry', type: 'reference', schema_id: String(diary) }] };
      await call.json('POST /oserve/v1.8/table/', { body: { name: 'link', schema, ...openPermissions } }, 201);
      const add = async (table: string, body: object) =>
        call.json<{ id: string }>(`POST ${records(table)}`, { token: one.token, body }, 201);
      const { id } = await add('diary', { text: 'secret' });
      const link = await add('link', { entry: id });
      const query = { expand: 'entry' };
      const entryOf = async (path: string, token?: string) => {
        const { entry } = await call.json<{ entry: { text?: string } }>(`GET ${path}${link.id}/`, {
          query,
          ...(token ? { token } : {}),
        });
        return entry;
      };
      const hidden = { id, _table: 'diary' };
      assert.deepEqual(await entryOf(records('link'), two.token), hidden);
      assert.deepEqual(await entryOf(records('link')), hidden);
      assert.equal((await entryOf(records('link'), one.token)).text, 'secret');
      assert.equal((await entryOf('/oserve/v2.4/table/link/record/')).text, 'secret');
    }));

  it('exclude read-only records from bulk changes', () =>
    withCaller(async call => {
      const [one, two] = [await register(call, 'one'), await register(call, 'two')];
      await makeTable(call, 'wall', { row_write_perm: ['user:{created_by}'] });
      for (const { token } of [one, one, two])
        await call.json(`POST ${records('wall')}`, { token, body: { text: 'x' } }, 201);
      const query = { where: { text: { $eq: 'x' } } };
      const changed = await call.json(`PUT ${records('wall')}`, { token: one.token, query, body: { text: 'y' } });
      assert.equal(changed.succeed, 2);
      const dropped = await call.json(`DELETE ${records('wall')}`, { token: one.token, query });
      assert.equal(dropped.succeed, 0);
      assert.equal((await call(`DELETE ${records('wall')}`, { query })).status, 401);
    }));

  it('hide columns from clients as the table says', () =>
    withCaller(async call => {
      const [one, two] = [await register(call, 'one'), await register(call, 'two')];
      await makeTable(call, 'hidden', {}, { clientVisible: false });
      await makeTable(call, 'misspelled', {}, { clientVisibile: false });
      await makeTable(call, 'fixed', {}, { clientReadOnly: true });
      await makeTable(call, 'mine', {}, { creatorVisible: true });
      const write = (table: string) => call(`POST ${records(table)}`, { token: one.token, body: { text: 'x' } });
      for (const table of ['hidden', 'misspelled']) assert.ok(!(await write(table)).text.includes('"text"'), table);
      assert.equal((await write('fixed')).status, 400);
      assert.match((await write('mine')).text, /"text":"x"/);
      assert.ok(!(await call(`GET ${records('mine')}`, { token: two.token })).text.includes('"text"'));
      assert.match((await call('GET /oserve/v2.4/table/mine/record/')).text, /"text":"x"/);
    }));

  it('do not let conditions and orders of clients see hidden columns', () =>
    withCaller(async call => {
      const [one, two] = [await register(call, 'one'), await register(call, 'two')];
      await makeTable(call, 'hidden', {}, { clientVisible: false });
      await makeTable(call, 'mine', {}, { creatorVisible: true });
      const path = { hidden: records('hidden'), mine: records('mine') };
      for (const table of Object.values(path))
        await call.json(`POST ${table}`, { token: one.token, body: { text: 'secret' } }, 201);
      const where = { text: { $contains: 'sec' } };
      const found = async (table: string, token: string) =>
        (await call.json<{ objects: object[] }>(`GET ${table}`, { token, query: { where } })).objects.length;
      assert.deepEqual([await found(path.hidden, one.token), await found(path.hidden, two.token)], [0, 0]);
      assert.deepEqual([await found(path.mine, one.token), await found(path.mine, two.token)], [1, 0]);
      assert.equal(await found('/oserve/v2.4/table/hidden/record/', ''), 1);
      for (const [method, table, expected] of [
        ['PUT', path.hidden, 0],
        ['DELETE', path.hidden, 0],
        ['DELETE', path.mine, 0],
      ] as const) {
        const body = { text: 'other' };
        const bulk = await call.json(`${method} ${table}`, { token: two.token, query: { where }, body });
        assert.equal(bulk.succeed, expected, `${method} ${table}`);
      }
      for (const table of Object.values(path))
        assert.equal((await call(`GET ${table}`, { token: one.token, query: { order_by: 'text' } })).status, 400);
    }));

  it('do not let conditions of clients see hidden columns of contents', () =>
    withCaller(async call => {
      const table = await call.json<{ id: number; schema: { fields: object[] } }>(
        'GET /oserve/v1.8/table/_richtextcontent/',
      );
      const fields = [...table.schema.fields, { name: 'note', type: 'string', acl: { clientVisible: false } }];
      await call.json(`PUT /oserve/v1.8/table/${table.id}/`, { body: { schema: { fields } } });
      const { objects } = await call.json<{ objects: { id: number }[] }>('GET /oserve/v2.2/content/');
      const group = objects[0]?.id ?? 0;
      await call.json(`POST /oserve/v2.2/content/${group}/text/`, { body: { title: 'x', note: 'secret' } }, 201);
      const query = { where: { note: { $eq: 'secret' } } };
      const list = async (path: string, more = {}) =>
        (await call.json<{ objects: object[] }>(`GET ${path}`, { query: { ...query, ...more } })).objects.length;
      assert.equal(await list(`/oserve/v2.2/content/${group}/text/`), 1);
      assert.equal(await list('/hserve/v2.2/content/detail/', { content_group_id: String(group) }), 0);
    }));
});
