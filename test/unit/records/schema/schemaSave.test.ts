import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseJson, valueOf, writeJson } from '../../../../src/json/json';
import { execute } from '../../../../src/change/execute';
import { mergeShapes } from '../../../../src/records/schema/mergeShapes';
import { dropTable } from '../../../../src/records/schema/schemaChanges';
import { schemaProblems, type SchemaContext } from '../../../../src/records/schema/schemaProblems';
import { planCreation, planTable } from '../../../../src/records/schema/tablePlan';
import { readShape, shapeOf, shapeText } from '../../../../src/records/schema/tableShape';
import { findRawTable, readTableNames, readTableState } from '../../../../src/records/schema/tableState';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { type Caller, withCaller } from '../../sandbox/fixture';
import type { Sandbox } from '../../../../src/sandbox/sandbox';
import { withService } from '../fixture';
import { idOf } from '../../../../src/records/text/recordsText';

interface Column {
  name: string;
  type: string;
  [property: string]: unknown;
}
interface TableText {
  name: string;
  schema: { fields: Column[] };
  indexes?: { fields: string[] }[];
  [permission: string]: unknown;
}

const open = { row_read_perm: ['user:*'], row_write_perm: ['user:*'], write_perm: ['user:*'] };
const statuses = (outcomes: readonly { outcome: { status: string } }[]) =>
  outcomes.map(({ outcome }) => outcome.status);

interface Scene {
  sandbox: Sandbox;
  service: DataService;
  call: Caller;
  /** Reads a table and edits its document. @returns a function that plans the save */
  edit: (id: string, change: (table: TableText) => void) => Promise<() => Promise<ReturnType<typeof planTable>>>;
  columns: (id: string) => Promise<Column[]>;
  create: (...tables: TableText[]) => Promise<string[]>;
}

function withScene(body: (scene: Scene) => Promise<void>): () => Promise<void> {
  return () =>
    withCaller(async (call, shop, sandbox) => {
      await withService(shop, service =>
        body({
          ...{ sandbox, service, call },
          async edit(id, change) {
            const names = await readTableNames(service);
            const base = shapeOf((await readTableState(service, id)) ?? assert.fail(), names);
            const table = JSON.parse(shapeText(base)) as TableText;
            change(table);
            const mine = readShape(valueOf(JSON.stringify(table)) ?? null);
            return async () => {
              const state = (await readTableState(service, id)) ?? assert.fail();
              return planTable(state, mergeShapes(base, mine, shapeOf(state, names)).shape, names);
            };
          },
          columns: async id => {
            const table = await call.json<TableText>(`GET /oserve/v1.8/table/${id}/`);
            return table.schema.fields.filter(
              ({ name }) => !['id', 'created_by', 'created_at', 'updated_at'].includes(name),
            );
          },
          async create(...tables) {
            const shapes = tables.map(table => readShape(valueOf(JSON.stringify(table)) ?? null));
            return statuses(await execute(service, planCreation(shapes, await readTableNames(service)).changes));
          },
        }),
      );
    });
}

describe('saving a schema', () => {
  it(
    'adds, changes and drops columns, and sends the others exactly as received',
    withScene(async ({ edit, columns, service, sandbox }) => {
      const before = await columns('5001');
      const [kept, changed, dropped] = before.slice(0, 3);
      const plan = await (
        await edit('5001', table => {
          table.schema.fields.splice(2, 1);
          Object.assign(table.schema.fields[1] ?? {}, { description: 'changed' });
          table.schema.fields.push({ name: 'added', type: 'integer', default: 1 });
        })
      )();
      assert.deepEqual(plan.dropped, [dropped?.name]);
      assert.deepEqual(
        plan.steps.map(({ kind }) => kind),
        ['dropColumn', 'addColumn', 'changeColumn'],
      );
      assert.deepEqual(statuses(await execute(service, plan.changes)), ['saved']);
      const put = sandbox.requests.findLast(({ method }) => method === 'PUT');
      assert.ok(put);
      const after = await columns('5001');
      assert.deepEqual(after[0], kept);
      assert.deepEqual(after[1], { ...changed, description: 'changed' });
      assert.deepEqual(after.slice(2, -1), before.slice(3));
      assert.equal(after.at(-1)?.name, 'added');
    }),
  );

  it(
    'keeps a column that appeared before the plan, and writes nothing over one that appeared after it',
    withScene(async ({ edit, columns, service, call }) => {
      const add = async (name: string) => {
        const { schema } = await call.json<TableText>('GET /oserve/v1.8/table/5004/');
        const body = { schema: { fields: [...schema.fields, { name, type: 'string' }] } };
        await call.json('PUT /oserve/v1.8/table/5004/', { body });
      };
      const planned = await edit('5004', table => void table.schema.fields.push({ name: 'mine', type: 'string' }));
      await add('early');
      const plan = await planned();
      await add('late');
      assert.deepEqual(statuses(await execute(service, plan.changes)), ['conflict']);
      assert.deepEqual(
        (await columns('5004')).map(({ name }) => name),
        ['text', 'early', 'late'],
      );
      assert.deepEqual(statuses(await execute(service, (await planned()).changes)), ['saved']);
      assert.deepEqual(
        (await columns('5004')).map(({ name }) => name),
        ['text', 'mine', 'early', 'late'],
      );
    }),
  );

  it(
    'reports a column that a service kept although it was dropped',
    withScene(async ({ edit, service, sandbox }) => {
      sandbox.setBehaviour({ omittedColumns: 'kept' });
      const plan = await (await edit('5004', table => void table.schema.fields.splice(0, 1)))();
      const [done] = await execute(service, plan.changes);
      assert.ok(done?.outcome.status === 'partly');
      assert.deepEqual(
        done.outcome.differences.map(({ kind, name }) => [kind, name]),
        [['appeared', 'text']],
      );
    }),
  );

  it(
    'creates tables that point to each other and to themselves, their pointers last',
    withScene(async ({ create, columns, service, sandbox }) => {
      const from = sandbox.requests.at(-1)?.id ?? 0;
      const pointer = (name: string, target: string) => ({ name, type: 'reference', schema_name: target });
      const one = {
        ...open,
        name: 'one',
        schema: { fields: [pointer('two', 'two'), { name: 'code', type: 'string' }] },
        indexes: [{ fields: ['code'] }],
      };
      const two = {
        ...open,
        name: 'two',
        schema: { fields: [pointer('one', 'one'), pointer('self', 'two'), pointer('store', 'store')] },
      };
      assert.deepEqual(await create(one, two), ['saved', 'saved', 'saved', 'saved', 'saved']);
      const writes = sandbox.requests.filter(({ id, method }) => id > from && method !== 'GET');
      assert.deepEqual(
        writes.map(({ method, status }) => `${method} ${status}`),
        ['POST 201', 'POST 201', 'PUT 200', 'PUT 200', 'POST 201'],
      );
      const id = idOf((await findRawTable(service, 'two')) ?? assert.fail()) ?? '';
      assert.deepEqual(
        (await columns(id)).map(({ name }) => name),
        ['one', 'self', 'store'],
      );
    }),
  );

  it(
    'does not create columns or indexes after a table with a taken name',
    withScene(async ({ create }) => {
      const product = {
        ...open,
        name: 'product',
        schema: { fields: [{ name: 'code', type: 'string' }] },
        indexes: [{ fields: ['code'] }],
      };
      assert.deepEqual(await create(product), ['refused', 'notSent']);
    }),
  );

  it(
    'drops a table only if it is as it was read',
    withScene(async ({ service, call }) => {
      const state = (await readTableState(service, '5004')) ?? assert.fail();
      await call.json('PUT /oserve/v1.8/table/5004/', { body: { write_perm: ['user:anonymous'] } });
      assert.deepEqual(statuses(await execute(service, [dropTable(state)])), ['conflict']);
      const again = (await readTableState(service, '5004')) ?? assert.fail();
      assert.deepEqual(statuses(await execute(service, [dropTable(again)])), ['saved']);
      assert.equal(await readTableState(service, '5004'), undefined);
    }),
  );
});

describe('the problems of a schema document', () => {
  const base = readShape(
    valueOf(JSON.stringify({ ...open, name: 'thing', schema: { fields: [{ name: 'old', type: 'string' }] } })) ?? null,
  );
  const context: SchemaContext = { base, tables: ['thing', 'other'], groups: new Set(['7']) };
  const codes = (fields: unknown, more: object = {}, given = context) => {
    const text = JSON.stringify({ ...open, name: 'thing', schema: { fields }, ...more });
    return schemaProblems(text, given).map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
  };
  const column = (name: string, more: object = {}) => ({ name, type: 'string', ...more });

  it('are names that a column cannot have', () => {
    const tooLong = 'a'.repeat(33);
    for (const name of ['', tooLong, '名称', '1st', 'a b'])
      assert.deepEqual(codes([column(name)]), [`columnName ${JSON.stringify(name)}`]);
    for (const name of ['id', 'created_at', 'read_perm'])
      assert.deepEqual(codes([column(name)]), [`reservedName "${name}"`]);
    assert.deepEqual(codes([column('a'), column('a')]), ['duplicateColumn "a"']);
    assert.deepEqual(codes([column('a'.repeat(32))]), []);
  });

  it('are names that a new table cannot have, and another name of a table', () => {
    const fresh = { ...context, base: undefined };
    for (const name of ['', '名称', 'a'.repeat(33)])
      assert.deepEqual(codes([], { name }, fresh), [`tableName ${JSON.stringify(name)}`]);
    assert.deepEqual(codes([], { name: 'other' }, fresh), ['tableNameTaken "other"']);
    assert.deepEqual(codes([], { name: 'new' }), ['tableRenamed "new"']);
  });

  it('are types, targets and defaults that cannot be', () => {
    assert.deepEqual(codes([column('old', { type: 'integer' })]), ['retyped "integer"']);
    assert.deepEqual(codes([column('a', { type: 'text' })]), ['unknownType "text"']);
    assert.deepEqual(codes([column('a', { type: 'array' })]), ['itemsMissing "array"']);
    assert.deepEqual(codes([column('a', { type: 'geojson' })]), ['coordinatesMissing "geojson"']);
    assert.deepEqual(codes([column('a', { type: 'reference' })]), ['pointerMissing "reference"']);
    assert.deepEqual(codes([column('a', { type: 'reference', schema_name: 'gone' })]), ['unknownTable "gone"']);
    assert.deepEqual(codes([column('a', { type: 'reference', schema_name: 'thing' })]), []);
    assert.deepEqual(codes([column('a', { type: 'integer', default: 1.5 })]), ['wrongDefault 1.5']);
    const pointers = ['a', 'b', 'c', 'd'].map(name => column(name, { type: 'reference', schema_name: 'other' }));
    assert.deepEqual(codes(pointers), ['tooManyPointers "reference"']);
  });

  it('are not those of columns that stay as the service has them', () => {
    const fields = [
      column('list', { type: 'array' }),
      column('place', { type: 'geojson' }),
      column('size', { type: 'integer', default: 'L' }),
      ...['a', 'b', 'c', 'd'].map(name => column(name, { type: 'reference', schema_name: 'dropped' })),
    ];
    const table = JSON.stringify({ ...open, name: 'thing', schema: { fields } });
    const known = { ...context, base: readShape(valueOf(table) ?? null) };
    assert.deepEqual(codes([...fields, column('new')], {}, known), []);
    const edited = fields.map(each => ({ ...each, description: 'edited' }));
    assert.deepEqual(codes(edited, {}, known), []);
    assert.deepEqual(codes([column('size', { type: 'integer', default: 'XL' })], {}, known), ['wrongDefault "XL"']);
    assert.deepEqual(codes([...fields, column('e', { type: 'reference', schema_name: 'other' })], {}, known), [
      'tooManyPointers "reference"',
    ]);
  });

  it('include permissions for nobody, and indexes of missing columns', () => {
    assert.deepEqual(codes([], { write_perm: ['gid:8', 'gid:7', 'everyone'] }), [
      'unknownGroup "gid:8"',
      'permission "everyone"',
    ]);
    assert.deepEqual(codes([column('a')], { indexes: [{ fields: ['a'] }, { fields: ['b'] }, { fields: [] }] }), [
      'index "b"',
      'index {"fields":[]}',
    ]);
  });

  it('include texts that are not a table', () => {
    for (const text of ['', '[', '{}', '[]', '{"name":"thing"}']) assert.equal(schemaProblems(text, context).length, 1);
    const parsed = parseJson('{}');
    assert.ok('node' in parsed && writeJson(parsed.node.value) === '{}');
  });
});
