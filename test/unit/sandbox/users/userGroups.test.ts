import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, withSandbox } from '../fixture';

interface Group {
  id: number;
  name: string;
}

describe('sandbox: supergroups', () => {
  it('store and remove their groups', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
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

describe('sandbox: a dashboard', () => {
  it('is deployed with a message and a status', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const body = { repository_path: 'https://files.example/a.zip', url_refresh: 'true' };
      const response = await call.json('POST /oserve/v2.6/miniapp/custom-userdash/', { body });
      assert.deepEqual(Object.keys(response), ['message', 'status']);
      assert.equal(response.status, 'ok');
    }));
});
