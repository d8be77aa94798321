import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { cellText, cellValue, pageColumns, shownCell, typedValue } from '../../../../src/records/document/cells';
import { valueOf, writeJson, type Json } from '../../../../src/json/json';
import { readRecordsText } from '../../../../src/records/text/recordsText';
import { sameValue } from '../../../../src/records/table/sameValue';
import { readTable } from '../../../../src/records/table/schema';
import { readLines, tsv, writeTsv } from '../../../../src/csv/csv';

const types = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'array',
  'object',
  'geojson',
  'file',
  'reference',
  'id',
];
const json = (text: string): Json => {
  const read = valueOf(text);
  return read === undefined ? assert.fail(text) : read;
};
const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'null',
    'true',
    '0',
    '-1.50',
    '"x"',
    '""',
    'json:1',
    '[]',
    '{}',
    'a\tb',
    'a\nb',
    '9007199254740993',
  ),
);
const anyValue: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constant(undefined),
  anyText,
  fc.constantFrom('null', 'true', 'false', '0', '-1.50', '1e400', '9007199254740993', '[]', '{}').map(json),
  fc.constantFrom('["a",null]', '{"__proto__":{"a":[]}}', '{"id":"r1","_table":"store"}', '{"$set":1}').map(json),
  fc.jsonValue().map(value => json(JSON.stringify(value))),
);

describe('cells', () => {
  it('keep any value over the clipboard', () =>
    fc.assert(
      fc.property(fc.constantFrom(undefined, ...types), anyValue, anyValue, (type, one, other) => {
        const values = [one, other, undefined, null, '', json('0'), false, json('[]')];
        const text = writeTsv([values.map(value => cellText(type, value))]);
        const back = readLines(text, tsv)[0]?.map(field => cellValue(type, field)) ?? [];
        assert.equal(back.length, values.length);
        back.forEach((value, at) => {
          const column = type === undefined ? undefined : { type, itemType: undefined };
          assert.ok(sameValue(column, value, values[at]), `${type}: ${JSON.stringify(text)}`);
        });
      }),
      { numRuns: 10_000 },
    ));

  it('are readable in other programs', () => {
    const texts = ['12.50', 'true', '"SKU 7"', 'null', '""', '["a"]', '{"id":"r1","_table":"store"}'].map(json);
    assert.deepEqual(
      texts.map((value, at) =>
        cellText(['number', 'boolean', 'string', 'string', 'string', 'array', 'reference'][at], value),
      ),
      ['12.50', 'true', 'SKU 7', 'null', '""', '["a"]', 'r1'],
    );
    assert.equal(cellText('string', json('5')), 'json:5');
    assert.equal(cellText('string', 'null'), '"null"');
  });

  it('keep every digit that is typed, and treat other text as text', () => {
    const typed = (type: string | undefined, text: string, before?: Json) => writeJson(typedValue(type, text, before));
    assert.equal(typed('integer', '9007199254740993'), '9007199254740993');
    assert.equal(typed('number', '1.50'), '1.50');
    assert.equal(typed('number', 'many'), '"many"');
    assert.equal(typed('boolean', 'TRUE'), 'true');
    assert.equal(typed('string', 'null'), '"null"');
    assert.equal(typed('string', ''), '""');
    assert.equal(typed('integer', ''), 'null');
    assert.equal(typed(undefined, '', json('6')), 'null');
    assert.equal(typed(undefined, '7', json('6')), '7');
    assert.equal(typed(undefined, '7', '6'), '"7"');
    assert.equal(typed('reference', '7', json('{"id":6,"_table":"_userprofile"}')), '7');
    assert.equal(typed('reference', '7', json('{"id":"6","_table":"store"}')), '"7"');
  });

  it('show their values, and only the beginning of long ones', () => {
    const shown = (text: string, type = 'string') => shownCell({ name: 'a', type }, json(text));
    assert.deepEqual(
      ['null', 'true', '1.50', '""', '"<b>"', '{"id":"r1","_table":"store"}', '[{"a":1}]'].map(text => shown(text)),
      ['n', 'btrue', 'd1.50', 's', 's<b>', 'pr1', 'j[{"a":1}]'],
    );
    assert.equal(shownCell({ name: 'a', type: 'string' }, undefined), '');
    assert.equal(shown('{"id":"f1","name":"a.png","cdn_path":"x"}', 'file'), 'fa.png');
    assert.deepEqual(
      [shown('"r1"', 'reference'), shown('5', 'reference'), shown('""', 'reference')],
      ['pr1', 'p5', 's'],
    );
    const long = shownCell({ name: 'a', type: 'string' }, 'x'.repeat(1_000_000));
    assert.deepEqual([long[0], long.length, long.at(-1)], ['S', 302, '…']);
    assert.ok(shownCell({ name: 'a', type: 'array' }, json(`[${'1,'.repeat(99_999)}1]`)).length < 310);
  });

  it('are in the columns of the table, then in those of the records', () => {
    const fields = ['name', 'id', 'created_at', 'price'].map(name => ({ name, type: 'string' }));
    const { columns } = readTable({ id: 1, name: 't', schema: { fields } }) ?? assert.fail();
    const { rows } = readRecordsText('[{"id":"a","__proto__":1,"updated_at":5},{"price":1}]', 'page');
    const names = (...more: [chosen?: string[]]) => pageColumns(columns, rows, ...more).map(({ name }) => name);
    assert.deepEqual(names(), ['id', 'name', 'price', '__proto__', 'created_at', 'updated_at']);
    assert.deepEqual(names(['price']), ['id', 'price', '__proto__', 'updated_at']);
  });
});
