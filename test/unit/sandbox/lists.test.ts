import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Operation } from '../../../src/api/operations/catalogue';
import { operations } from '../../../src/api/operations/catalogue';
import { groupOf, logIn, withCaller } from './fixture';
import { errorMessageOf } from './http';

const broken = [
  '{',
  '"id"',
  '[]',
  '[{"id":{"$eq":1}}]',
  '{"id":{"$near":1}}',
  '{"id":1}',
  '{"$nor":[{"id":{"$eq":1}}]}',
];
const right = '{"id":{"$exists":true}}';

const byName = 'the documents let it be narrowed by a name alone';
const whole = 'the documents give it no way to be narrowed';
const filters = 'the documents give it filters of its own';
/** Lists that refuse `where`, with the reason. */
const withoutWhere: Record<string, string> = {
  'table.list': whole,
  'openApi.table.list': byName,
  'openApi.index.list': whole,
  'openApi.export.list': whole,
  'contentGroup.list': whole,
  'contentCategory.list': 'the documents let it be narrowed by its content group alone',
  'openApi.contentGroup.list': byName,
  'openApi.contentCategory.list': filters,
  'openApi.oldGroup.list': whole,
  'openApi.oldCategory.list': 'the documents let it be narrowed by its content group alone',
  'openApi.user.listOld': filters,
  'openApi.userGroup.list': filters,
  'openApi.userSupergroup.list': whole,
  'openApi.cloudFunction.list': whole,
  'openApi.job.list': filters,
  'order.list': filters,
};

const lists = operations.filter(
  ({ method, query, response }) =>
    method === 'GET' && (response?.kind === 'list' || query.some(({ name }) => name === 'limit')),
);
const bulkChanges = operations.filter(
  ({ method, query }) => method !== 'GET' && query.some(({ name }) => name === 'where'),
);

/** Returns `METHOD path` for each version of an operation, and its required parameters besides `where`. */
function requestsOf({ method, path, otherPaths, query, oneOf }: Operation, group: number) {
  const values: Record<string, string> = {
    table_name: 'product',
    table_id: '5001',
    schema_id: '5001',
    content_group_id: String(group),
    function_name: 'hello',
  };
  const valueOf = (name: string): string => values[name] ?? assert.fail(`${path}: a value for ${name}`);
  const lines = [path, ...otherPaths].map(each => {
    const filled = each.replace(/:(\w+)/g, (_, name: string) => valueOf(name));
    return `${method} ${filled}`;
  });
  const required = query.filter(field => field.required && field.name !== 'where').map(({ name }) => name);
  const needed = oneOf.length > 0 ? ['content_group_id'] : required;
  return { lines, needs: Object.fromEntries(needed.map(name => [name, valueOf(name)])) };
}

describe('sandbox: every list of the catalogue', () => {
  it('refuses an invalid where', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      assert.ok(lists.length > 25);
      for (const operation of lists) {
        const { lines, needs } = requestsOf(operation, groupOf(shop, 'Products'));
        for (const line of lines) {
          await call.json(line, { token, query: needs });
          for (const where of broken) {
            const refused = await call(line, { token, query: { ...needs, where } });
            assert.equal(refused.status, 400, `${line} ${where}: ${refused.text.slice(0, 200)}`);
            assert.match(errorMessageOf(refused), /where|\$near|\$nor/, line);
          }
        }
      }
    }));

  it('accepts a valid where, or has a reason to refuse every one', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      for (const operation of lists) {
        const { lines, needs } = requestsOf(operation, groupOf(shop, 'Products'));
        const expected = operation.id in withoutWhere ? 400 : 200;
        for (const line of lines) {
          await call.json(line, { token, query: { ...needs, where: right } }, expected);
          // The SDK sends an empty `where` if there is no condition.
          await call.json(line, { token, query: { ...needs, where: '{}' } });
        }
      }
      const known = new Set(lists.map(({ id }) => id));
      assert.deepEqual(
        Object.keys(withoutWhere).filter(id => !known.has(id)),
        [],
      );
      const documented = lists.filter(({ query }) => query.some(({ name }) => name === 'where'));
      assert.deepEqual(
        documented.filter(({ id }) => id in withoutWhere).map(({ id }) => id),
        [],
      );
    }));
});

describe('sandbox: every change of many of the catalogue', () => {
  it('refuses an invalid where, and in the Web API a missing one', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      assert.ok(bulkChanges.length > 4);
      for (const operation of bulkChanges) {
        const { lines } = requestsOf(operation, 0);
        const body = operation.path.includes('user_profile') ? { level: 'x' } : { stock: 7_777 };
        for (const line of lines) {
          // Without a condition, the Open API changes all records.
          for (const where of line.includes('/oserve/') ? broken : [...broken, undefined]) {
            const options = { token, query: where === undefined ? {} : { where } };
            const refused = await call(line, line.startsWith('PUT') ? { ...options, body } : options);
            assert.equal(refused.status, 400, `${line} ${where}: ${refused.text.slice(0, 200)}`);
          }
        }
      }
      const { meta } = await call.json<{ meta: object }>('GET /oserve/v2.4/table/5001/record/', {
        query: { limit: '1', return_total_count: '1', where: { stock: { $ne: 7_777 } } },
      });
      assert.equal('total_count' in meta && meta.total_count, 60);
    }));
});
