import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { callerOf, groupOf, withSandbox } from '../fixture';

const base = '/oserve/v1.3/cloud-function/';
const list = path.join('test', 'unit', 'sandbox', 'functions', 'documentedShapes.txt');

/** Creates the tables, records, users and files that the calls use. */
const scene = `
  const { group } = event.data;
  const columns = { name: 'string', product_id: 'string', price: 'number', amount: 'integer', file: 'file' };
  const fields = { name: 'apple', product_id: '112233', price: 1, amount: 0, desc: ['good'], array_i: [1, 2, 3, 4] };
  const pointer = (name, schema_id) => ({ name, type: 'reference', schema_id });
  const arrays = [['desc', 'string'], ['array_i', 'integer']];
  const schema = name => ({ name, schema: { fields: [
    ...Object.entries(columns).map(([name, type]) => ({ name, type })),
    ...arrays.map(([name, type]) => ({ name, type: 'array', items: { type } })),
    pointer('comment', '5004'), pointer('customer', '5004'), pointer('user', '_userprofile'),
  ] }, row_read_perm: ['user:anonymous'], row_write_perm: ['user:*'], write_perm: ['user:*'] });
  const table = (await new BaaS.TableSchema().createSchema(schema('item'))).data;
  const other = (await new BaaS.TableSchema().createSchema(schema('other'))).data;
  const [items, notes] = [new BaaS.TableObject('item'), new BaaS.TableObject('note')];
  const made = async each => (await items.create().set(each).save()).data;
  const [apple, listed, deleted] = [await made(fields), await made(fields), await made(fields)];
  await made({ name: 'gone' });
  const note = (await notes.create().set({ text: 'a' }).save()).data;
  const notePointer = notes.getWithoutData(note.id);
  const account = each => new BaaS.User().create().set({ _username: each, _password: 'secret-1', nickname: each }).save();
  const [user, unwanted] = [(await account('one')).data, (await account('two')).data];
  const pointing = await made({ ...fields, customer: notePointer, created_by: user.id });
  const { file } = (await new BaaS.File().upload(Buffer.from('text'), { filename: 'a.txt' })).data;
  const content = (await new BaaS.Content(group).limit(1).find()).data.objects[0];
  const all = () => new BaaS.Query().compare('name', '=', 'apple');
  const many = name => new BaaS.Query().compare('name', '=', name);
  for (const name of ['many', 'many', 'doomed', 'doomed'])
    await items.createMany(Array.from({ length: 600 }, () => ({ name })), { enableTrigger: false });
  const job = (await items.getWithoutData(many('many')).set('price', 3).update({ enableTrigger: false })).data;
  const exported = (await items.exportData('json', 'all')).data;
  const superGroup = (await new BaaS.UserSuperGroup().create({ name: 'a', children: [] })).data;
  const subGroup = (await new BaaS.UserGroup().create({ name: 'b', parent: String(superGroup.id) })).data;`;

interface Documented {
  call: string;
  shape: unknown;
  /** True if the sandbox deliberately returns another shape, which other documents of the service show. */
  isOtherwise: boolean;
}

describe('sandbox: the results that the documents of the SDK for cloud functions show', () => {
  it('have their documented fields and types', () =>
    withSandbox(
      async (_, shop) => {
        const documented = readDocumented(await readFile(list, 'utf8'));
        const results = documented.map(({ call }) => `async () => ${call}`).join(',\n');
        const code = `exports.main = async event => {${scene}
          const results = [];
          for (const call of [${results}]) results.push(await call().catch(error => String(error)));
          return results;
        }`;
        const call = await callerOf(shop);
        await call.json(`POST ${base}`, { body: { name: 'shapes', function_code: code } }, 201);
        await call.json(`POST ${base}`, { body: { name: 'named', function_code: greeting } }, 201);
        const body = { data: { group: groupOf(shop, 'Help') } };
        const run = await call.json<{ data: unknown[]; error: object }>(`POST ${base}shapes/debug/`, { body });
        assert.deepEqual(run.error, {});
        const differing = documented.map(({ shape }, index) => differences(run.data[index], shape));
        assert.deepEqual(
          documented.flatMap(({ call, isOtherwise }, index) =>
            (isOtherwise ? [] : (differing[index] ?? [])).map(each => `${call}: ${each}`),
          ),
          [],
        );
        assert.deepEqual(
          documented.filter(({ isOtherwise }, index) => isOtherwise && differing[index]?.length === 0),
          [],
        );
        const same = documented.filter(({ isOtherwise }) => !isOtherwise).length;
        assert.ok(same >= 60, String(same));
      },
      { runFunctions: true, functionLimits: { sync: 60_000 } },
    ));
});

const greeting = 'exports.main = (event, callback) => callback(null, `hello ${event.data.name}`)';

function readDocumented(text: string): Documented[] {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line, index) => {
    if (index % 2 === 1) return [];
    const shape = JSON.parse(lines[index + 1] ?? '') as unknown;
    return [{ call: line.replace(/^~ /, ''), shape, isOtherwise: line.startsWith('~ ') }];
  });
}

/** Returns the places where a result lacks a documented field or has another type. */
function differences(result: unknown, shape: unknown, place = ''): string[] {
  if (shape === null) return [];
  if (kindOf(result) !== kindOf(shape)) return [`${place} ${JSON.stringify(result)}`];
  if (Array.isArray(shape)) {
    const [item] = shape as unknown[];
    return item === undefined
      ? []
      : (result as unknown[]).slice(0, 1).flatMap(each => differences(each, item, `${place}[0]`));
  }
  if (typeof shape !== 'object') return [];
  const values = result as Record<string, unknown>;
  return Object.entries(shape).flatMap(([name, each]) =>
    name in values ? differences(values[name], each, `${place}.${name}`) : [`${place}.${name} is missing`],
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}
