import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, logIn, withSandbox } from '../fixture';
import { errorMessageOf } from '../http';
import { upload } from '../upload';

const records = '/oserve/v2.6/table/product/record/';

describe('sandbox: values of records', () => {
  it('of a file column are what an upload gave', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const token = await logIn(shop);
      const { id } = await upload(call, 'a.txt', 'a', { token });
      const file = await call.json(`GET /hserve/v2.2/uploaded-file/${id}/`, { token });
      const create = (cover: unknown) => call(`POST ${records}`, { body: { sku: JSON.stringify(cover), cover } });
      for (const good of [file, { id }, null, '']) assert.equal((await create(good)).status, 201, JSON.stringify(good));
      for (const bad of [id, 'https://a.example/a.png', { name: 'a.txt' }, { id: '' }, [file], 7]) {
        const response = await create(bad);
        assert.equal(response.status, 400, JSON.stringify(bad));
        assert.match(errorMessageOf(response), /cover/);
      }
      for (const wrong of [
        { ...file, size: '1' },
        { ...file, path: 5 },
        { ...file, created_at: 'today' },
      ]) {
        assert.equal((await create(wrong)).status, 400, JSON.stringify(wrong));
      }
    }));

  it('cannot be set and unset at once', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const { id } = await call.json(`POST ${records}`, { body: { sku: 'one', note: 'before' } }, 201);
      const line = `PUT ${records}${String(id)}/`;
      for (const body of [
        { $set: { note: 'after' }, $unset: { note: '' } },
        { note: 'after', $unset: { note: '' } },
      ]) {
        const response = await call(line, { body });
        assert.equal(response.status, 400, JSON.stringify(body));
        assert.match(errorMessageOf(response), /note/);
      }
      assert.equal((await call.json(`GET ${records}${String(id)}/`)).note, 'before');
      const changed = await call.json(line, { body: { $set: { name: 'a' }, $unset: { note: '' } } });
      assert.deepEqual([changed.name, 'note' in changed], ['a', false]);
    }));

  it('that change in their thousands are reported with the name of their table', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const query = { where: { sku: { $exists: true } } };
        const report = async (line: string, options: object) => {
          const { operation_id: id } = await call.json(line, options);
          const {
            created_at: _created,
            updated_at: _updated,
            id: _id,
            ...rest
          } = await call.json(`GET /oserve/v1/bulk-operation/${String(id)}/`);
          return rest;
        };
        const table = { schema_id: 5001, schema_name: 'product', status: 'success' };
        assert.deepEqual(await report(`PUT ${records}`, { query, body: { stock: 1 } }), {
          ...table,
          operation: 'update',
          matched_count: 1001,
          modified_count: 1001,
        });
        assert.deepEqual(await report(`DELETE ${records}`, { query }), {
          ...table,
          operation: 'delete',
          deleted_count: 1001,
        });
      },
      { scale: 1001 },
    ));
});
