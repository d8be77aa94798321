import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Operation } from '../../../src/api/operations/catalogue';
import { operations } from '../../../src/api/operations/catalogue';
import { differences } from '../../../src/requests/checks/documented';
import type { Caller } from './fixture';
import { callerOf, groupOf, logIn, register, withSandbox } from './fixture';
import { upload } from './upload';

type Json = Record<string, unknown>;

/** Creates one of everything that can be read, and returns the value for each parameter of a path or query. */
async function prepare(call: Caller, token: string, group: number): Promise<Record<string, unknown>> {
  const first = async (path: string, query: Json = {}) => {
    const { objects } = await call.json<{ objects: Json[] }>(`GET ${path}`, { token, query });
    return objects[0] ?? assert.fail(`${path} is empty`);
  };
  const { id: user } = await register(call, 'somebody');
  const { id: file } = await upload(call, 'a.png', 'a', { token, category_name: '图片 Images' });
  const check = await call.json('POST /hserve/v2.2/async-censor/', { token, body: { file_id: file } }, 201);
  const begun = await call.json('POST /hserve/v2.7/resumable-upload/', { token, body: { file_size: 1 } }, 201);
  const body = { file_type: 'csv', mode: 'all' };
  const { job_id } = await call.json('POST /oserve/v1.5/table/5001/export/', { body }, 201);
  const query = { where: { sku: { $exists: true } } };
  const bulk = await call.json('PUT /hserve/v2.4/table/product/record/', { token, query, body: { stock: 1 } });
  await call.json('POST /oserve/v2.6/schema/5001/index/', { body: { fields: ['name'] } }, 201);
  await call.json('POST /oserve/v1.3/cloud-function/hello/job/', { body: { data: {} } });
  const of = { content_group_id: String(group) };
  return {
    table_name: 'product',
    table_id: 5001,
    schema_id: 5001,
    record_id: (await first('/oserve/v2.4/table/5001/record/')).id,
    operation_id: bulk.operation_id,
    job_id,
    content_group_id: group,
    category_id: (await first('/hserve/v2.2/content/category/', of)).id,
    content_id: (await first('/hserve/v2.2/content/detail/', of)).id,
    file_id: file,
    file_category_id: (await first('/oserve/v2.2/file-category/')).id,
    upload_id: begun.id,
    check_id: check.id,
    transaction_no: (await first('/hserve/v2.0/idp/pay/order/')).transaction_no,
    user_id: user,
    profile_id: user,
    group_id: 1,
    function_name: 'hello',
    url: 'https://shop.example/',
  };
}

/** Returns the name of the `prepare` value for a path parameter. The oldest paths call every ID `id`. */
function nameIn(path: string, parameter: string): string {
  if (path.includes('/resumable-upload/')) return 'upload_id';
  if (parameter !== 'id') return parameter;
  return { group: 'content_group_id', category: 'category_id', detail: 'content_id' }[path.split('/')[4] ?? ''] ?? 'id';
}

function queryOf({ query, oneOf }: Operation): string[] {
  return oneOf.length > 0 ? ['content_group_id'] : query.filter(({ required }) => required).map(({ name }) => name);
}

describe('sandbox: every reading of the catalogue', () => {
  it('has the documented shape in all its versions', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const token = await logIn(shop);
        const prepared = await prepare(call, token, groupOf(shop, 'Products'));
        const values = prepared as Record<string, string | number | undefined>;
        const valueOf = (name: string): string => String(values[name] ?? assert.fail(`no value for ${name}`));
        const readings = operations.filter(({ method, id }) => method === 'GET' && !id.startsWith('openApi.webhook'));
        assert.ok(readings.length > 60);
        for (const operation of readings) {
          const query = Object.fromEntries(queryOf(operation).map(name => [name, valueOf(name)]));
          for (const template of [operation.path, ...operation.otherPaths]) {
            const path = template.replace(/:(\w+)/g, (_match, name: string) => valueOf(nameIn(template, name)));
            const body = await call.json(`GET ${path}`, { token, query });
            if (operation.response?.kind === 'list') assert.notDeepEqual(body.objects, [], `${path} is empty`);
            assert.deepEqual(differences(body, operation, new URLSearchParams(query)), [], path);
          }
        }
      },
      { scale: 1001, runFunctions: true },
    ));
});
