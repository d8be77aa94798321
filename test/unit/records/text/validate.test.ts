import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readRecordsText } from '../../../../src/records/text/recordsText';
import { readTable } from '../../../../src/records/table/schema';
import { validateRow } from '../../../../src/records/text/validate';

const fields = [
  ...['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' })),
  { name: 'sku', type: 'string', constraints: { required: true } },
  { name: 'stock', type: 'integer', constraints: { required: true }, default: 0 },
  { name: 'price', type: 'number' },
  { name: 'on_sale', type: 'boolean' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'at', type: 'date' },
  { name: 'days', type: 'array', items: { type: 'date' } },
  { name: 'pictures', type: 'array', items: { type: 'file' } },
  { name: 'details', type: 'object' },
  { name: 'place', type: 'geojson' },
  { name: 'cover', type: 'file' },
  { name: 'store', type: 'reference', schema_id: 1 },
  { name: 'size', type: 'string', constraints: { rules: [{ type: 'choices', value: ['S', 'M'] }] } },
  { name: 'odd', type: 'unheard of' },
];
const table = readTable({ id: 1, name: 't', schema: { fields } }) ?? assert.fail();

/** Returns the problems of a row compared with the read row: code, column name, and the text in the range. */
function problemsOf(text: string, read?: string): string[] {
  const rowOf = (each: string) => readRecordsText(each, 'record').rows[0] ?? assert.fail(each);
  const problems = validateRow(table, rowOf(text), read === undefined ? undefined : rowOf(read).fields);
  return problems.map(({ code, name, start, end }) => `${code} ${name} ${text.slice(start, end)}`);
}

describe('the validation of a row against the schema', () => {
  const right =
    '{"sku":"x","price":1e400,"on_sale":false,"tags":[],"at":"2026-01-01T00:00:00+08:00","details":{"a":1},' +
    '"place":{"type":"Point","coordinates":[1,2]},"cover":{"id":"f","name":"a","created_at":1,"mime_type":"image/png","cdn_path":"a","size":2},"store":"s","size":"S","odd":{"$a":[]}}';
  it('reports nothing for a valid row', () => {
    assert.deepEqual(problemsOf(right.replace('{"$a":[]}', '5')), []);
    const cleared =
      '{"sku":"x","price":null,"tags":null,"cover":null,"store":{"id":5},"stock":-1.0,"read_perm":["user:*"]}';
    assert.deepEqual(problemsOf(cleared), []);
  });

  const wrong: [text: string, problem: string][] = [
    ['{"sku":"x","prise":1}', 'unknownColumn prise "prise"'],
    ['{"sku":"x","__proto__":1}', 'unknownColumn __proto__ "__proto__"'],
    ['{"sku":"x","constructor":1}', 'unknownColumn constructor "constructor"'],
    ['{"sku":5}', 'wrongType sku 5'],
    ['{"sku":"x","stock":1.5}', 'wrongType stock 1.5'],
    ['{"sku":"x","stock":"1"}', 'wrongType stock "1"'],
    ['{"sku":"x","price":"1"}', 'wrongType price "1"'],
    ['{"sku":"x","on_sale":0}', 'wrongType on_sale 0'],
    ['{"sku":"x","tags":"a"}', 'wrongType tags "a"'],
    ['{"sku":"x","tags":["a",1]}', 'wrongType tags ["a",1]'],
    ['{"sku":"x","at":"yesterday"}', 'notADate at "yesterday"'],
    ['{"sku":"x","at":"2026-01-01 00:00:00"}', 'notADate at "2026-01-01 00:00:00"'],
    ['{"sku":"x","at":1767225600}', 'wrongType at 1767225600'],
    ['{"sku":"x","days":["2026-02-30"]}', 'notADate days ["2026-02-30"]'],
    ['{"sku":"x","cover":{"id":"f"}}', 'incompleteFile cover {"id":"f"}'],
    ['{"sku":"x","pictures":[{"id":"f"}]}', 'incompleteFile pictures [{"id":"f"}]'],
    ['{"sku":"x","details":[]}', 'wrongType details []'],
    ['{"sku":"x","place":{"type":"Point"}}', 'wrongType place {"type":"Point"}'],
    ['{"sku":"x","cover":"f"}', 'wrongType cover "f"'],
    ['{"sku":"x","store":{}}', 'wrongType store {}'],
    ['{"sku":"x","size":"L"}', 'notAChoice size "L"'],
    ['{"sku":"x","details":{"$incr_by":1}}', 'operator details {"$incr_by":1}'],
    ['{"sku":"x","read_perm":"user:*"}', 'wrongType read_perm "user:*"'],
    ['{"sku":"x","created_at":5}', 'systemColumn created_at "created_at"'],
    ['{"sku":null}', 'required sku null'],
    ['{"price":1}', 'required sku {'],
    ['{"sku":"x","stock":null}', 'required stock null'],
  ];
  for (const [text, problem] of wrong) {
    it(`reports ${problem.split(' ')[0]} for ${text}`, () => assert.deepEqual(problemsOf(text), [problem]));
  }

  it('reports only certain errors when the base is unknown', () => {
    const unknown = (text: string) => {
      const [row = assert.fail()] = readRecordsText(text, 'record').rows;
      return validateRow(table, row, undefined).map(({ code, name }) => `${code} ${name}`);
    };
    assert.deepEqual(unknown('{"id":"a","created_at":5,"price":"1","prise":1}'), [
      'wrongType price',
      'unknownColumn prise',
    ]);
  });

  it('ignores unchanged values, even if they are wrong', () => {
    const read = '{"id":"a","updated_at":1,"price":"mixed","gone":5,"sku":null}';
    assert.deepEqual(problemsOf(read.replace('}', ',"on_sale":true}'), read), []);
    assert.deepEqual(problemsOf(read.replace('"mixed"', '"other"'), read), ['wrongType price "other"']);
    assert.deepEqual(problemsOf(read.replace('"updated_at":1', '"updated_at":2'), read), [
      'systemColumn updated_at "updated_at"',
    ]);
    assert.deepEqual(problemsOf('{"id":"a","price":"mixed","gone":5,"sku":null}', read), ['systemColumn updated_at {']);
    assert.deepEqual(problemsOf('{"id":"a","updated_at":1,"price":"mixed","gone":5}', read), ['required sku {']);
  });
});
