import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { conditionOf } from '../../../../src/records/saving/condition';
import type { Json } from '../../../../src/json/json';
import { readTable } from '../../../../src/records/table/schema';
import { json } from '../documents';

const types = ['string', 'number', 'array', 'object', 'geojson', 'file', 'reference', 'date', 'boolean'];
const ofTypes = types.map(type => ({ name: type, type, schema_id: 1 }));
const columns = [...ofTypes, { name: 'objects', type: 'array', items: { type: 'object' } }];
const table = readTable({ id: 1, name: 't', schema: { fields: columns } }) ?? assert.fail();
const server = new Map<string, Json>([['updated_at', json('1800000000')]]);
const written = (fields: Record<string, string | undefined>): [where: string, isComplete: boolean] => {
  const expected = new Map(
    Object.entries(fields).map(([name, text]) => [name, text === undefined ? text : json(text)]),
  );
  const { where, isComplete } = conditionOf(table, 'a', expected, server);
  return [where, isComplete];
};
const id = '"id":{"$eq":"a"}';
const time = '"updated_at":{"$eq":1800000000}';

describe('the condition of a write', () => {
  const cases: [fields: Record<string, string | undefined>, where: string, isComplete: boolean][] = [
    [{ string: '""' }, `{${id},"string":{"$eq":""}}`, true],
    [{ number: '9007199254740993.10' }, `{${id},"number":{"$eq":9007199254740993.10}}`, true],
    [{ number: '"mixed"' }, `{${id},"number":{"$eq":"mixed"}}`, true],
    [{ boolean: 'false' }, `{${id},"boolean":{"$eq":false}}`, true],
    [{ string: 'null', number: undefined }, `{${id},"string":{"$isnull":true},"number":{"$isnull":true}}`, true],
    // No condition on such a list matches a record.
    [{ objects: 'null' }, `{${id},${time}}`, false],
    [{ file: 'null' }, `{${id},"file":{"$isnull":true}}`, true],
    [{ array: '["x",1]' }, `{${id},"array":{"$eq":["x",1]}}`, true],
    [{ object: '{"a":{"b":1}}' }, `{${id},"object":{"$eq":{"a":{"b":1}}}}`, true],
    [{ reference: '{"id":"r","_table":"t"}' }, `{${id},"reference":{"$eq":"r"}}`, true],
    [{ object: '{"a":{"$b":1}}' }, `{${id},${time}}`, false],
    [{ object: '{"a.b":1}' }, `{${id},${time}}`, false],
    [{ file: '{"id":"f"}', string: '"s"' }, `{${id},"string":{"$eq":"s"},${time}}`, false],
    [{ geojson: '{"type":"Point","coordinates":[1,2]}' }, `{${id},${time}}`, false],
    [{ read_perm: '["user:*"]' }, `{${id},${time}}`, false],
    [{ string: JSON.stringify('长'.repeat(1000)) }, `{${id},${time}}`, false],
  ];
  for (const [fields, where, isComplete] of cases) {
    it(`${isComplete ? 'is' : 'is not'} complete for ${JSON.stringify(fields).slice(0, 60)}`, () => {
      assert.deepEqual(written(fields), [where, isComplete]);
    });
  }

  it('stays short enough for an address with any number of fields', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `column_${at}`, type: 'string' }));
    const wide = readTable({ id: 1, name: 'wide', schema: { fields: many } }) ?? assert.fail();
    const expected = new Map(many.map(({ name }) => [name, 'a value of some length'] as const));
    const { where, isComplete } = conditionOf(wide, 'a', expected, server);
    assert.ok(encodeURIComponent(where).length < 8000 && !isComplete);
  });
});
