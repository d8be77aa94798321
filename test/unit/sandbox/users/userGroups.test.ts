import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { register, withCaller } from '../fixture';

interface Group {
  id: number;
  name: string;
}

describe('sandbox: supergroups', () => {
  it('store and remove their groups', () =>
    withCaller(async call => {
      const base = '/oserve/v1/user-supergroup/';
      const make = (name: string) => call.json<Group>('POST /oserve/v1/user-group/', { body: { name } }, 201);
      const shown = ({ id, name }: Group) => ({ id, name });
      const [one, two] = [await make('one'), await make('two')];
      const body = { name: 'all', children: [one.id, two.id] };
      const all = await call.json<Group & { children: Group[] }>(`POST ${base}`, { body }, 201);
      assert.deepEqual(all.children, [shown(one), shown(two)]);
      const parentOf = async (id: number) => (await call.json(`GET /oserve/v1/user-group/${id}/`)).parent;
      assert.deepEqual(await parentOf(one.id), { id: all.id, name: 'all' });
      const line = `PUT ${base}${all.id}/`;
      assert.deepEqual((await call.json<typeof all>(line, { body: { name: 'rest' } })).children.length, 2);
      assert.deepEqual((await call.json<typeof all>(line, { body: { children: [two.id] } })).children, [shown(two)]);
      assert.equal(await parentOf(one.id), null);
      for (const children of [[9999], 'one', [one.id, 'x']]) {
        assert.equal((await call(line, { body: { children } })).status, 400, JSON.stringify(children));
      }
      assert.deepEqual((await call.json<typeof all>(`GET ${base}${all.id}/`)).children, [shown(two)]);
    }));
});

describe('sandbox: user groups', () => {
  it('lose their supergroup when it is deleted or set to null', () =>
    withCaller(async call => {
      const make = (path: string, body: object) => call.json<Group>(`POST /oserve/v1/${path}/`, { body }, 201);
      for (const end of [(id: number) => `${id}/`, (id: number) => `?id__in=${id}`]) {
        const all = await make('user-supergroup', { name: 'all' });
        const { id } = await make('user-group', { name: 'one', parent: all.id });
        const line = `PUT /oserve/v1/user-group/${id}/`;
        assert.equal((await call.json(line, { body: { parent: null } })).parent, null);
        assert.deepEqual((await call.json(line, { body: { parent: all.id } })).parent, { id: all.id, name: 'all' });
        assert.equal((await call(`DELETE /oserve/v1/user-supergroup/${end(all.id)}`)).status, 204);
        const renamed = await call.json(line, { body: { name: 'two' } });
        assert.deepEqual([renamed.name, renamed.parent], ['two', null]);
        assert.equal((await call(line, { body: { parent: all.id } })).status, 400);
      }
    }));

  it('give no access after they are deleted', () =>
    withCaller(async (call, _, sandbox) => {
      const { id: user, token } = await register(call, 'member');
      for (const end of [(id: number) => `${id}/`, (id: number) => `?id__in=${id}`]) {
        const { id } = await call.json<Group>('POST /oserve/v1/user-group/', { body: { name: 'club' } }, 201);
        const change = { op: 'add', users: [user], groups: [1, id] };
        assert.equal((await call('PATCH /oserve/v1/miniapp/group/membership/', { body: change })).status, 204);
        const body = { text: 'x', read_perm: [`gid:${id}`] };
        const note = await call.json<{ id: string }>('POST /oserve/v2.4/table/note/record/', { body }, 201);
        const status = async () => (await call(`GET /hserve/v2.4/table/note/record/${note.id}/`, { token })).status;
        assert.equal(await status(), 200);
        assert.equal((await call(`DELETE /oserve/v1/user-group/${end(id)}`)).status, 204);
        assert.equal(await status(), 404);
        const stored = sandbox
          .state()
          .documents.find(({ collection, id }) => collection === 'user' && id === `${user}`);
        assert.deepEqual(stored?.doc?._groups, [1]);
      }
    }));
});

describe('sandbox: a dashboard', () => {
  it('is deployed with a message and a status', () =>
    withCaller(async call => {
      const body = { repository_path: 'https://files.example/a.zip', url_refresh: 'true' };
      const response = await call.json('POST /oserve/v2.6/miniapp/custom-userdash/', { body });
      assert.deepEqual(Object.keys(response), ['message', 'status']);
      assert.equal(response.status, 'ok');
    }));
});
