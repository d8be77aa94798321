import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import {
  getTable,
  listIndexes,
  listTables,
  readTable,
  type Column,
  type Table,
} from '../../../../src/records/table/schema';
import { openPermissions, stagingOf, withCaller } from '../../sandbox/fixture';
import { withSandboxService, withService } from '../fixture';

const columnOf = (table: Table | undefined, name: string): Column =>
  table?.columns.find(column => column.name === name) ?? assert.fail(`no column ${name}`);

describe('the schema of data tables', () => {
  it('lists every table of an environment, page by page, with built-in ones marked', () =>
    withSandboxService(async ({ service, sandbox }) => {
      const names: string[] = [];
      let offset: number | undefined = 0;
      for (let pages = 0; offset !== undefined; pages += 1) {
        assert.ok(pages < 4);
        const page = await listTables(service, { limit: 2, offset });
        assert.deepEqual([page.totalCount, page.items.length], [6, 2]);
        names.push(...page.items.map(({ name, builtIn }) => (builtIn ? `${name} (built in)` : name)));
        offset = page.nextOffset;
      }
      assert.deepEqual(names, [
        '_userprofile (built in)',
        '_richtextcontent (built in)',
        ...['product', 'store', 'review', 'note'],
      ]);
      const asked = sandbox.requests.filter(({ path }) => path.startsWith('/oserve/')).map(({ path }) => path);
      assert.deepEqual(
        asked.sort(),
        [0, 2, 4].map(offset => `/oserve/v1.8/table/?limit=2&offset=${offset}`),
      );
    }));

  it('contains the columns with type, constraint, default and description, and the permissions', () =>
    withSandboxService(async ({ service, call }) => {
      const fields = [
        { name: 'size', type: 'string', description: 'From S to XL', constraints: { required: true }, default: 'M' },
        { name: 'marks', type: 'array', items: { type: 'integer' } },
        { name: 'place', type: 'geojson', coordinate_type: 'gcj02' },
        { name: 'shop', type: 'reference', schema_id: '5002' },
        { name: 'owner', type: 'reference', schema_id: '_userprofile' },
        { name: 'hidden', type: 'file', acl: { clientVisible: false, clientReadOnly: true } },
      ];
      const permissions = { row_read_perm: ['user:*'], row_write_perm: ['user:{created_by}'], write_perm: ['gid:7'] };
      const body = { name: 'shirt', schema: { fields }, ...permissions };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const table = await getTable(service, String(id));
      assert.deepEqual(
        [table.id, table.name, table.description, table.builtIn, table.createdAt],
        [String(id), 'shirt', undefined, false, 1_800_000_000],
      );
      assert.deepEqual(table.permissions, { create: ['gid:7'], read: ['user:*'], write: ['user:{created_by}'] });
      assert.deepEqual(
        table.columns.map(({ name, system }) => (system ? `(${name})` : name)),
        ['(id)', '(created_by)', '(created_at)', '(updated_at)', ...fields.map(({ name }) => name)],
      );
      assert.deepEqual(columnOf(table, 'size'), {
        name: 'size',
        type: 'string',
        itemType: undefined,
        description: 'From S to XL',
        required: true,
        choices: undefined,
        defaultValue: 'M',
        coordinateType: undefined,
        target: undefined,
        system: false,
        protected: false,
        access: { clientVisible: true, clientReadOnly: false, creatorVisible: false },
      });
      assert.equal(columnOf(table, 'marks').itemType, 'integer');
      assert.equal(columnOf(table, 'marks').description, undefined, 'it only repeated the name');
      assert.equal(columnOf(table, 'place').coordinateType, 'gcj02');
      assert.deepEqual(columnOf(table, 'shop').target, { id: '5002', name: 'store' });
      assert.deepEqual(columnOf(table, 'owner').target, { id: '_userprofile', name: '_userprofile' });
      assert.deepEqual(columnOf(table, 'hidden').access, {
        clientVisible: false,
        clientReadOnly: true,
        creatorVisible: false,
      });
    }));

  it('distinguishes the columns of a built-in table from those of an application', () =>
    withSandboxService(async ({ service }) => {
      const users = await getTable(service, '_userprofile');
      assert.ok(users.builtIn);
      assert.deepEqual([columnOf(users, 'nickname').protected, columnOf(users, 'level').protected], [true, false]);
    }));

  it('contains the unique indexes', () =>
    withSandboxService(async ({ service, call }) => {
      await call.json('POST /oserve/v2.6/schema/5001/index/', { body: { fields: ['name', 'price'] } }, 201);
      const { items, nextOffset } = await listIndexes(service, '5001', {});
      assert.deepEqual(items, [
        { name: 'sku_1', columns: ['sku'] },
        { name: 'name_1_price_1', columns: ['name', 'price'] },
      ]);
      assert.equal(nextOffset, undefined);
    }));

  it('depends on the environment', () =>
    withCaller(async (call, shop) => {
      const body = { name: 'only_here', schema: { fields: [] }, ...openPermissions };
      await call.json('POST /oserve/v1.8/table/', { body, envId: stagingOf(shop) }, 201);
      const namesIn = async (envId?: string): Promise<string[]> => {
        let names: string[] = [];
        await withService(
          shop,
          async service => {
            names = (await listTables(service, {})).items.map(({ name }) => name);
          },
          envId,
        );
        return names;
      };
      assert.ok((await namesIn(stagingOf(shop))).includes('only_here'));
      assert.ok(!(await namesIn()).includes('only_here'));
    }));

  it('is an error of the service for a missing table', () =>
    withSandboxService(async ({ service }) => {
      const failing = getTable(service, 'no such/table');
      await assert.rejects(failing, error => error instanceof ApiError && error.status === 404);
    }));
});

describe('a table in a response', () => {
  it('contains the choices of the console', () => {
    const fields = [
      {
        name: 'size',
        type: 'string',
        constraints: { required: false, rules: [{ type: 'choices', value: ['S', 'M'] }] },
      },
      {
        name: 'level',
        type: 'integer',
        constraints: { rules: [null, { type: 'other' }, { type: 'choices', value: [1] }] },
      },
      { name: 'free', type: 'string', constraints: { rules: [{ type: 'choices', value: [] }] } },
      { name: 'odd', type: 'string', constraints: { rules: [{ type: 'choices', value: [{}] }] } },
    ];
    const table = readTable({ id: 1, name: 't', options: { description: 'Shirts' }, schema: { fields } });
    assert.deepEqual(
      table?.columns.map(({ choices }) => choices),
      [['S', 'M'], [1], undefined, undefined],
    );
    assert.equal(table.description, 'Shirts');
  });

  it('is read even if parts are missing or have another kind', () => {
    const bare = readTable({ id: '7', name: 'bare', schema: null, write_perm: 'user:*', protected_fields: null });
    assert.deepEqual(
      [bare?.id, bare?.columns, bare?.permissions, bare?.builtIn, bare?.createdAt],
      ['7', [], { create: [], read: [], write: [] }, false, undefined],
    );
    const fields = [null, 5, { type: 'string' }, { name: '' }, { name: 'a', constraints: 'x', acl: 5, items: 'x' }];
    const odd = readTable({ id: 8, name: 'odd', schema: { fields }, write_perm: ['user:*', 5], created_at: 'then' });
    assert.deepEqual(
      odd?.columns.map(({ name, type, required }) => [name, type, required]),
      [['a', 'unknown', false]],
    );
    assert.deepEqual(odd.permissions.create, ['user:*']);
  });

  it('is ignored without an ID and a name', () => {
    for (const value of [
      undefined,
      null,
      [],
      'x',
      { id: 1 },
      { name: 'a' },
      { id: '', name: 'a' },
      { id: {}, name: 'a' },
    ]) {
      assert.equal(readTable(value), undefined);
    }
  });

  it('keeps names that have a meaning in JavaScript', () => {
    const fields = JSON.parse('[{"name":"__proto__","type":"string"},{"name":"constructor","type":"string"}]') as [];
    const table = readTable({ id: 1, name: '__proto__', schema: { fields } });
    assert.deepEqual(
      [table?.name, table?.columns.map(({ name }) => name)],
      ['__proto__', ['__proto__', 'constructor']],
    );
  });
});
