import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { callerOf, withSandbox } from '../fixture';
import { errorMessageOf } from '../http';

interface Shown {
  id: number;
  schema: { fields: Record<string, unknown>[] };
}
const tables = '/oserve/v1.8/table/';
const perms = { row_read_perm: ['user:*'], row_write_perm: ['user:*'], write_perm: ['user:*'] };

async function refusedColumn(call: Caller, column: object, message: RegExp): Promise<void> {
  const response = await call(`POST ${tables}`, { body: { name: 'odd', schema: { fields: [column] }, ...perms } });
  assert.equal(response.status, 400, JSON.stringify(column));
  assert.match(errorMessageOf(response), message);
}

describe('sandbox: data tables', () => {
  it('say by name which table a pointer leads to', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const pointerOf = ({ schema }: Shown, name: string) => {
        const field = schema.fields.find(each => each.name === name);
        return [field?.schema_id, field?.collection_name];
      };
      for (const base of [tables, '/hserve/v2.0/table/']) {
        assert.deepEqual(pointerOf(await call.json<Shown>(`GET ${base}review/`), 'product'), ['5001', 'product']);
        assert.deepEqual(pointerOf(await call.json<Shown>(`GET ${base}store/`), 'manager'), [
          '_userprofile',
          '_userprofile',
        ]);
      }
      const schema = { fields: [{ name: 'to', type: 'reference', schema_id: 5002 }] };
      const made = await call.json<Shown>(`POST ${tables}`, { body: { name: 'made', schema, ...perms } }, 201);
      assert.deepEqual(pointerOf(made, 'to'), [5002, 'store']);
      await call.json(`PUT ${tables}5002/`, { body: { name: 'shop' } });
      assert.deepEqual(pointerOf(await call.json<Shown>(`GET ${tables}${made.id}/`), 'to'), [5002, 'shop']);
    }));

  it('need all three permissions when they are made', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const schema = { fields: [{ name: 'a', type: 'string' }] };
      for (const name of Object.keys(perms)) {
        const response = await call(`POST ${tables}`, { body: { name: 'made', schema, ...perms, [name]: undefined } });
        assert.equal(response.status, 400, name);
        assert.ok(errorMessageOf(response).startsWith(name), errorMessageOf(response));
      }
      await call.json(`POST ${tables}`, { body: { name: 'made', schema, ...perms } }, 201);
    }));

  it('need of a column what its type needs', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
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

  it('that were read can be written back, every one of the seed', () =>
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
