import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson } from '../../../../src/json/json';
import {
  idOf,
  readRecordsText,
  recordsIn,
  writeRecordsText,
  type RecordsForm,
} from '../../../../src/records/text/recordsText';

describe('the text of records', () => {
  it('gives rows with their ranges for a page, new ones without an ID', () => {
    const text = '[\n  {"id": "a", "price": 1.50},\n  {"price": 2},\n  {"id": 9007199254740993}\n]\n';
    const { rows, problems } = readRecordsText(text, 'page');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['a', undefined, '9007199254740993'],
    );
    const place = rows[0]?.ranges.get('price');
    assert.ok(place);
    assert.equal(text.slice(place.name.start, place.name.end), '"price"');
    assert.equal(text.slice(place.value.start, place.value.end), '1.50');
    assert.equal(text.slice(rows[1]?.start, rows[1]?.end), '{"price": 2}');
  });

  it('is an object for one record, or null if it does not exist', () => {
    assert.deepEqual(
      readRecordsText('{"id":"a"}', 'record').rows.map(({ id }) => id),
      ['a'],
    );
    assert.deepEqual(readRecordsText(' null\n', 'record'), { rows: [], problems: [] });
  });

  const refused: [text: string, form: RecordsForm, code: string, at: string][] = [
    ['[{"id":"a"},{"id":"b"},{"id":"a"}]', 'page', 'duplicateId', '"a"'],
    ['[{"id":null}]', 'page', 'badId', 'null'],
    ['[{"id":""}]', 'page', 'badId', '""'],
    ['[{"id":{}}]', 'page', 'badId', '{}'],
    ['[5]', 'page', 'notARecord', '5'],
    ['{"id":"a"}', 'page', 'notRecords', '{"id":"a"}'],
    ['null', 'page', 'notRecords', 'null'],
    ['[]', 'record', 'notRecords', '[]'],
    ['[{"id":"a",}]', 'page', 'unexpectedToken', '}'],
    ['[{"id":"a","id":"a"}]', 'page', 'duplicateName', '"id"'],
    ['', 'page', 'unexpectedEnd', ''],
  ];
  for (const [text, form, code, at] of refused) {
    it(`reports ${code} for a ${form}: ${text}`, () => {
      const { problems } = readRecordsText(text, form);
      assert.deepEqual(
        problems.map(({ code: found, start, end }) => [found, text.slice(start, end)]),
        [[code, at]],
      );
    });
  }

  it('is printed so that it reads the same, including digits and names', () => {
    const received = '[{"id":"a","n":1.50,"big":9007199254740993,"__proto__":{"x":1},"list":[],"none":{}},{"id":"b"}]';
    const records = recordsIn(valueOf(received));
    const text = writeRecordsText(records, 'page');
    assert.match(text, /^\[\n {2}\{\n {4}"id": "a",\n {4}"n": 1\.50,\n/);
    assert.equal(writeJson(readRecordsText(text, 'page').rows.map(({ fields }) => fields)), received);
    assert.equal(writeRecordsText(records.slice(1), 'record'), '{\n  "id": "b"\n}\n');
    assert.equal(writeRecordsText([], 'record'), 'null\n');
    assert.equal(writeRecordsText([], 'page'), '[]\n');
  });

  it('has IDs that are texts or numbers', () => {
    const ids = recordsIn(valueOf('[{"id":"a"},{"id":36845069000101},{"id":null},{},5]')).map(idOf);
    assert.deepEqual(ids, ['a', '36845069000101']);
  });
});
