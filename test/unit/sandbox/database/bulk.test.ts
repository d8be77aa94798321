import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { callerOf, logIn, openPermissions, register, withCaller, withSandbox } from '../fixture';
import { errorMessageOf } from '../http';

interface Page {
  meta: { total_count?: number };
  objects: { id: string }[];
}
interface Result {
  succeed: number;
  total_count?: number;
  offset: number;
  limit: number;
  next: string | null;
  operation_result: { success?: { id: string }; error?: { code: number; err_msg: string } }[];
  operation_id: number;
}

const open = '/oserve/v2.6/table/5001/record/';
const all = { where: { price: { $gte: 0 } } };

async function countOf(call: Caller, where: object = {}): Promise<number | undefined> {
  const query = { where, return_total_count: '1', limit: '1' };
  return (await call.json<Page>(`GET ${open}`, { query })).meta.total_count;
}

describe('sandbox: several records at once', () => {
  it('have one result each when they are created', () =>
    withCaller(async call => {
      const body = [{ sku: 'one' }, { sku: 'one' }, { sku: 'three' }];
      const { succeed, total_count, operation_result } = await call.json<Result>(`POST ${open}`, { body }, 201);
      assert.deepEqual([succeed, total_count], [2, 3]);
      assert.deepEqual(
        operation_result.map(({ success, error }) => error?.code ?? Object.keys(success ?? {})),
        [['id', 'created_at'], 11_000, ['id', 'created_at']],
      );
      assert.match(operation_result[1]?.error?.err_msg ?? '', /^数据写入失败，.*minsupport3/);
      const many = Array.from({ length: 1001 }, () => ({}));
      assert.match(errorMessageOf(await call(`POST ${open}`, { body: many })), /At most 1000/);
    }));

  it('are all refused when one of them is not a record of the table', () =>
    withCaller(async call => {
      for (const [bad, message] of [
        [{ sku: 'two', price: 'x' }, /^Failed to save record, type conflict on fields$/],
        [{}, /sku is required/],
        [{ sku: 'two', colour: 'red' }, /no column colour/],
        [5, /must be a JSON object/],
      ] as const) {
        const response = await call(`POST ${open}`, { body: [{ sku: 'one' }, bad] });
        assert.equal(response.status, 400, JSON.stringify(bad));
        assert.match(errorMessageOf(response), message);
      }
      for (const where of [{ sku: { $eq: 'none' } }, {}]) {
        const response = await call(`PUT ${open}`, { query: { where }, body: { price: 'x', note: 'right' } });
        assert.equal(response.status, 400, response.text);
        assert.match(errorMessageOf(response), /^Failed to save record, type conflict on fields$/);
      }
      assert.equal(await countOf(call, { note: { $eq: 'right' } }), 0);
      assert.equal(await countOf(call), 60);
    }));

  it('have one result each when they are changed', () =>
    withCaller(async call => {
      const query = { where: { sku: { $in: ['SKU-0000001', 'SKU-0000002'] } } };
      const { succeed, operation_result } = await call.json<Result>(`PUT ${open}`, { query, body: { sku: 'same' } });
      assert.equal(succeed, 1);
      assert.deepEqual(
        operation_result.map(({ error }) => error?.code),
        [undefined, 11_000],
      );
      assert.match(operation_result[1]?.error?.err_msg ?? '', /^数据更新失败，.*minsupport3/);
    }));

  it('are changed and deleted as selected by where, in the background for more than 1000', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const few = await call.json<Result>(`PUT ${open}`, {
          query: { ...all, limit: '30', offset: '10' },
          body: { note: 'changed' },
        });
        assert.deepEqual([few.succeed, few.operation_result.length], [30, 30]);
        assert.match(few.next ?? '', /limit=30&offset=40/);
        assert.equal(await countOf(call, { note: { $eq: 'changed' } }), 30);
        const report = async (line: string, options: object) => {
          const { operation_id: id } = await call.json<Result>(line, options);
          const operation = await call.json(`GET /oserve/v1/bulk-operation/${id}/`);
          const { created_at: _created, updated_at: _updated, id: _id, ...rest } = operation;
          return rest;
        };
        const table = { schema_id: 5001, schema_name: 'product', status: 'success' };
        const changed = { ...table, operation: 'update', matched_count: 1500, modified_count: 1500 };
        assert.deepEqual(await report(`PUT ${open}`, { query: all, body: { note: 'many' } }), changed);
        const large = { ...all, limit: '1200', enable_trigger: '0' };
        assert.deepEqual(await report(`PUT ${open}`, { query: large, body: { note: 'x' } }), changed);
        const triggered = await call.json<Result>(`PUT ${open}`, {
          query: { ...all, limit: '1200' },
          body: { note: 'y' },
        });
        assert.deepEqual([triggered.succeed, triggered.limit], [1000, 1000]);
        const dropped = await call.json<Result>(`DELETE ${open}`, { query: { where: { stock: { $lt: 10 } } } });
        assert.deepEqual([dropped.succeed > 0, dropped.next], [true, null]);
        assert.deepEqual(await report(`DELETE ${open}`, { query: all }), {
          ...table,
          operation: 'delete',
          deleted_count: 1500 - dropped.succeed,
        });
        assert.equal(await countOf(call), 0);
        assert.equal((await call('GET /oserve/v1/bulk-operation/99/')).status, 404);
      },
      { scale: 1500 },
    ));

  it('have a result that only the requesting user and the application can read', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const token = await logIn(shop);
        const { token: other } = await register(call, 'other');
        const line = 'PUT /hserve/v2.4/table/product/record/';
        const { operation_id: id } = await call.json<Result>(line, { token, query: all, body: { stock: 1 } });
        const operation = await call.json(`GET /hserve/v1/bulk-operation/${id}/`, { token });
        assert.deepEqual(Object.keys(operation), [
          ...['id', 'schema_id', 'schema_name', 'operation', 'status', 'created_at', 'updated_at'],
          ...['matched_count', 'modified_count'],
        ]);
        assert.equal((await call(`GET /hserve/v1/bulk-operation/${id}/`)).status, 401);
        assert.equal((await call(`GET /hserve/v1/bulk-operation/${id}/`, { token: other })).status, 401);
        assert.deepEqual(await call.json(`GET /oserve/v1/bulk-operation/${id}/`), operation);
      },
      { scale: 1001 },
    ));

  it('are deleted by following next until nothing matches', () =>
    withCaller(async call => {
      let next: string | null = `${open}?where=${encodeURIComponent(JSON.stringify(all.where))}&limit=25`;
      const deleted: number[] = [];
      while (next !== null) {
        const response: Result = await call.json<Result>(`DELETE ${next}`);
        deleted.push(response.succeed);
        next = response.next;
      }
      assert.deepEqual(deleted, [25, 25, 10]);
      assert.equal(await countOf(call), 0);
    }));

  it('include all of the table without where in the Open API, and fail in the Web API', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const web = '/hserve/v2.4/table/product/record/';
      assert.match(errorMessageOf(await call(`PUT ${web}`, { token, body: { stock: 1 } })), /^where is required/);
      assert.match(errorMessageOf(await call(`DELETE ${web}`, { token })), /^where is required/);
      assert.equal((await call.json<Result>(`PUT ${open}`, { body: { stock: 1 } })).succeed, 60);
      assert.equal((await call.json<Result>(`DELETE ${open}`)).succeed, 60);
      const users = 'PUT /oserve/v2.6/miniapp/user_profile/';
      assert.equal((await call.json<Result>(users, { body: { level: 'gold' } })).succeed, 2);
    }));

  it('include those that the user may not change in their count', () =>
    withCaller(async call => {
      const { id: table } = await call.json<{ id: number }>(
        'POST /oserve/v1.8/table/',
        {
          body: {
            name: 'owned',
            schema: { fields: [{ name: 'text', type: 'string' }] },
            ...openPermissions,
            row_write_perm: ['user:{created_by}'],
          },
        },
        201,
      );
      const path = `/hserve/v2.4/table/${table}/record/`;
      const [one, other] = [await register(call, 'one'), await register(call, 'other')];
      for (const { token } of [one, one, other])
        await call.json(`POST ${path}`, { token, body: { text: 'mine' } }, 201);
      const query = { where: { text: { $eq: 'mine' } }, return_total_count: '1' };
      const changed = await call.json<Result>(`PUT ${path}`, { token: one.token, query, body: { text: 'mine' } });
      assert.deepEqual([changed.succeed, changed.total_count], [2, 3]);
      const gone = await call.json<Result>(`DELETE ${path}`, { token: one.token, query });
      assert.deepEqual([gone.succeed, gone.total_count, gone.next], [2, 3, null]);
    }));
});
