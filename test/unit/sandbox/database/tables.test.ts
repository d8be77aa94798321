import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { callerOf, withCaller, withSandbox } from '../fixture';
import { errorMessageOf } from '../http';

interface Shown {
  id: number;
  schema: { fields: Record<string, unknown>[] };
}
const tables = '/oserve/v1.8/table/';
const perms = { row_read_perm: ['user:*'], row_write_perm: ['user:*'], write_perm: ['user:*'] };

/** Returns the types of a table's columns by their names. */
function typesOf({ schema }: Shown): Record<string, string> {
  const typeOf = ({ type, items }: Record<string, unknown>): string =>
    items === undefined ? String(type) : `${String(type)} of ${(items as { type: string }).type}`;
  return Object.fromEntries(schema.fields.map(column => [String(column.name), typeOf(column)]));
}

async function refusedColumn(call: Caller, column: object, message: RegExp): Promise<void> {
  const response = await call(`POST ${tables}`, { body: { name: 'odd', schema: { fields: [column] }, ...perms } });
  assert.equal(response.status, 400, JSON.stringify(column));
  assert.match(errorMessageOf(response), message);
}

describe('sandbox: data tables', () => {
  it('name the target of a pointer as application, table and name, as clients parse it', () =>
    withSandbox(async (_, shop, blog) => {
      const call = await callerOf(shop);
      const application = parseInt(shop.clientId.slice(0, 6), 16);
      assert.notEqual(application, parseInt(blog.clientId.slice(0, 6), 16));
      const pointerOf = ({ schema }: Shown, name: string) => {
        const field = schema.fields.find(each => each.name === name);
        const [app, table, ...words] = String(field?.collection_name).split('_');
        assert.equal(app, String(application));
        return [field?.schema_id, table, words.join('_')];
      };
      for (const base of [tables, '/hserve/v2.0/table/']) {
        const review = await call.json<Shown>(`GET ${base}review/`);
        assert.deepEqual(pointerOf(review, 'product'), ['5001', '5001', 'product']);
        const store = await call.json<Shown>(`GET ${base}store/`);
        assert.deepEqual(pointerOf(store, 'manager'), ['_userprofile', '4998', '_userprofile']);
      }
      const schema = { fields: [{ name: 'to', type: 'reference', schema_id: 5002 }] };
      const made = await call.json<Shown>(`POST ${tables}`, { body: { name: 'made', schema, ...perms } }, 201);
      assert.deepEqual(pointerOf(made, 'to'), [5002, '5002', 'store']);
    }));

  it('keep their name and cannot be deleted when others point to them', () =>
    withCaller(async call => {
      for (const response of [
        await call(`PUT ${tables}5001/`, { body: { name: 'other' } }),
        await call(`DELETE ${tables}5001/`),
      ]) {
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), /review\.product points at it/);
      }
      assert.equal((await call(`PUT ${tables}5001/`, { body: { name: 'product', write_perm: [] } })).status, 200);
      assert.equal((await call(`DELETE ${tables}5003/`)).status, 204);
      assert.equal((await call(`PUT ${tables}5001/`, { body: { name: 'other' } })).status, 200);
      assert.equal((await call(`DELETE ${tables}5001/`)).status, 204);
    }));

  it('have at most three pointers', () =>
    withCaller(async call => {
      const pointers = (count: number) => ({
        fields: Array.from({ length: count }, (_none, at) => ({
          name: `to_${at}`,
          type: 'reference',
          schema_id: '5001',
        })),
      });
      const create = (name: string, count: number) =>
        call(`POST ${tables}`, { body: { name, schema: pointers(count), ...perms } });
      assert.match(errorMessageOf(await create('four', 4)), /at most 3 pointers/);
      assert.equal((await create('three', 3)).status, 201);
      assert.equal((await call(`PUT ${tables}three/`, { body: { schema: pointers(4) } })).status, 400);
    }));

  it('remove or keep the columns that a PUT omits, as configured', () =>
    withCaller(async (call, _, sandbox) => {
      const schema = {
        fields: [
          { name: 'text', type: 'string', description: 'changed' },
          { name: 'more', type: 'string' },
        ],
      };
      const namesOf = ({ schema: { fields } }: Shown) => fields.map(({ name }) => name).slice(4);
      sandbox.setBehaviour({ omittedColumns: 'kept' });
      const kept = await call.json<Shown>(`PUT ${tables}review/`, { body: { schema } });
      assert.deepEqual(namesOf(kept), ['product', 'stars', 'text', 'more']);
      sandbox.setBehaviour({ omittedColumns: 'removed' });
      assert.deepEqual(namesOf(await call.json<Shown>(`PUT ${tables}review/`, { body: { schema } })), ['text', 'more']);
    }));

  it('have the columns of documentation and clients if they are built in', () =>
    withSandbox(async (_, shop, blog) => {
      const everyTable = { id: 'id', created_by: 'integer', created_at: 'integer', updated_at: 'integer' };
      const profile = {
        ...everyTable,
        ...{ nickname: 'string', avatar: 'string', gender: 'integer', country: 'string', province: 'string' },
        ...{ city: 'string', language: 'string', openid: 'string', unionid: 'string', is_authorized: 'boolean' },
        ...{ _provider: 'object', _username: 'string', _email: 'string', _phone: 'string' },
        ...{ _email_verified: 'boolean', _phone_verified: 'boolean', _anonymous: 'boolean' },
      };
      const content = {
        ...everyTable,
        ...{ title: 'string', description: 'string', cover: 'file', content: 'string', group_id: 'integer' },
        ...{ categories: 'array of integer', visit_count: 'integer' },
      };
      const added = { level: 'string', points: 'integer' };
      for (const [application, own] of [[shop, added] as const, [blog, {}] as const]) {
        const call = await callerOf(application);
        const { objects } = await call.json<{ objects: (Shown & Record<string, unknown>)[] }>(`GET ${tables}`);
        const builtIn = objects.filter(table => table.protected_fields !== null);
        assert.deepEqual(Object.fromEntries(builtIn.map(table => [String(table.name), typesOf(table)])), {
          _userprofile: { ...profile, ...own },
          _richtextcontent: content,
        });
        for (const table of builtIn) {
          const kept = Object.keys(typesOf(table)).filter(name => !(name in everyTable) && !(name in own));
          assert.deepEqual(table.protected_fields, kept);
        }
      }
    }));

  it('require all three permissions when they are created', () =>
    withCaller(async call => {
      const schema = { fields: [{ name: 'a', type: 'string' }] };
      for (const name of Object.keys(perms)) {
        const response = await call(`POST ${tables}`, { body: { name: 'made', schema, ...perms, [name]: undefined } });
        assert.equal(response.status, 400, name);
        assert.ok(errorMessageOf(response).startsWith(name), errorMessageOf(response));
      }
      await call.json(`POST ${tables}`, { body: { name: 'made', schema, ...perms } }, 201);
    }));

  it('require the properties of each column type', () =>
    withCaller(async call => {
      await refusedColumn(call, { name: 'a', type: 'array' }, /a needs items/);
      await refusedColumn(call, { name: 'a', type: 'array', items: { type: 'shoe' } }, /a needs items/);
      await refusedColumn(call, { name: 'g', type: 'geojson' }, /g needs a coordinate_type/);
      await refusedColumn(call, { name: 'g', type: 'geojson', coordinate_type: 'mars' }, /g needs a coordinate_type/);
      await refusedColumn(call, { name: 'g', type: 'geojson', coordinate_type: 'wgs84', format: 'x' }, /format/);
      await refusedColumn(call, { name: 'p', type: 'reference' }, /p needs the schema_id/);
      await refusedColumn(call, { name: 'p', type: 'reference', schema_id: '999' }, /p needs the schema_id/);
      const fields = [
        { name: 'a', type: 'array', items: { type: 'string' } },
        { name: 'g', type: 'geojson', coordinate_type: 'gcj02' },
        { name: 'p', type: 'reference', schema_id: '_userprofile' },
      ];
      const made = await call.json<Shown>(
        `POST ${tables}`,
        { body: { name: 'made', schema: { fields }, ...perms } },
        201,
      );
      assert.equal(made.schema.fields.find(({ name }) => name === 'g')?.format, 'default');
    }));

  it('can be written back after reading, for every one of the seed', () =>
    withSandbox(async (_, shop, blog) => {
      for (const application of [shop, blog]) {
        const call = await callerOf(application);
        const { objects } = await call.json<{ objects: Shown[] }>(`GET ${tables}`);
        for (const table of objects) {
          assert.deepEqual(await call.json(`PUT ${tables}${table.id}/`, { body: table }), {
            ...table,
            updated_at: 1_800_000_000,
          });
        }
      }
    }));
});
