import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, logIn, obtainTokens, openPermissions, withSandbox } from '../fixture';
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

  it('of a file column name a file that is there, also in lists, in bulk and in an import', () =>
    withSandbox(async (sandbox, shop) => {
      const call = await callerOf(shop);
      const fields = [
        { name: 'one', type: 'file' },
        { name: 'many', type: 'array', items: { type: 'file' } },
      ];
      const { id: table } = await call.json<{ id: number }>(
        'POST /oserve/v1.8/table/',
        { body: { name: 'kept', schema: { fields }, ...openPermissions } },
        201,
      );
      const path = `/oserve/v2.6/table/${table}/record/`;
      const { id } = await upload(call, 'a.txt', 'a');
      const [file, none] = [{ id }, { id: '5bbac6e6bd66033efcfd0a95' }];
      const { id: pending } = await call.json('POST /oserve/v2.1/upload/', { body: { filename: 'b.txt' } });
      const record = await call.json<{ id: string }>(`POST ${path}`, { body: { one: file, many: [file, file] } }, 201);
      const refused = async (line: string, options: object) => {
        const response = await call(line, options);
        assert.equal(response.status, 400, line + JSON.stringify(options));
        assert.match(errorMessageOf(response), /(one|many): there is no file with the identifier/);
      };
      for (const body of [{ one: none }, { one: { id: pending } }, { many: [file, none] }, { $set: { one: none } }]) {
        await refused(`POST ${path}`, { body });
        await refused(`PUT ${path}${record.id}/`, { body });
      }
      await refused(`PUT ${path}${record.id}/`, { body: { many: { $append: [none] } } });
      const bulk = await call.json<{ succeed: number; operation_result: object[] }>(
        `POST ${path}`,
        { body: [{ one: file }, { one: none }] },
        201,
      );
      assert.deepEqual([bulk.succeed, 'error' in (bulk.operation_result[1] ?? {})], [1, true]);
      const query = { where: { id: { $eq: record.id } } };
      const changed = await call.json<{ succeed: number }>(`PUT ${path}`, { query, body: { one: none } });
      assert.equal(changed.succeed, 0);
      const { access_token } = await obtainTokens(shop);
      const imported = async (one: object) => {
        const form = new FormData();
        form.set('file', new Blob([JSON.stringify([{ one }])]), 'rows.json');
        const url = `${sandbox.origin}/oserve/v1/table/${table}/import/`;
        const headers = { Authorization: `Bearer ${access_token}` };
        return (await fetch(url, { method: 'POST', headers, body: form })).status;
      };
      assert.deepEqual([await imported(file), await imported(none)], [201, 400]);

      // What a record holds already stays when its file is deleted, and is taken when it is written back.
      assert.equal((await call(`DELETE /oserve/v2.2/file/${id}/`)).status, 204);
      await refused(`POST ${path}`, { body: { one: file } });
      const kept = await call.json<{ many: object[] }>(`PUT ${path}${record.id}/`, { body: { many: [file] } });
      assert.deepEqual(kept.many, [file]);
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
