import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { outlineOf, jsonPositionAt, recordsIn } from '../../../../src/records/text/outline';
import { readRecordsText } from '../../../../src/records/text/recordsText';
import { readTable } from '../../../../src/records/table/schema';
import { isSearched, pointerAt, suggestionsAt } from '../../../../src/records/text/suggest';
import { assertLinear } from '../../processorTime';

const column = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
const table =
  readTable({
    id: 1,
    name: 't',
    schema: {
      fields: [
        column('id', 'id'),
        column('updated_at', 'integer'),
        column('sku', 'string', { constraints: { required: true } }),
        column('stock', 'integer', { default: 3 }),
        column('on_sale', 'boolean'),
        column('size', 'string', { constraints: { rules: [{ type: 'choices', value: ['S', 'a|b,}$\\"'] }] } }),
        column('grades', 'array', {
          items: { type: 'integer' },
          constraints: { rules: [{ type: 'choices', value: [1, 2] }] },
        }),
        column('at', 'date'),
        column('store', 'reference', { schema_id: 5002, collection_name: '1_2_store' }),
        column('$1 ${2:x}', 'string'),
      ],
    },
  }) ?? assert.fail();

/** Returns the suggestions at `|`, each as the replaced text and its replacement. */
function suggested(marked: string, form: 'page' | 'record' = 'record', chosen?: string[]): string[] {
  const { text, offset } = marks(marked);
  const found = suggestionsAt(text, outlineOf(text, form), offset, table, chosen);
  return found.map(({ start, end, snippet, commaAt }) => {
    const comma = commaAt === undefined ? '' : `, at ${commaAt} `;
    return `${comma}${text.slice(start, end)}→${snippet}`;
  });
}

function marks(marked: string) {
  const offset = marked.indexOf('|');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

const every = [
  '"sku": "$1"',
  '"stock": ${1:3}',
  '"on_sale": ${1|true,false,null|}',
  '"size": ${1|"S","a\\|b\\,\\}\\$\\\\\\\\\\\\""|}',
  '"grades": [${1|1,2|}]',
  '"at": "${1:$CURRENT_YEAR-$CURRENT_MONTH-${CURRENT_DATE}T$CURRENT_HOUR:$CURRENT_MINUTE:$CURRENT_SECOND$CURRENT_TIMEZONE_OFFSET}"',
  '"store": "$1"',
  '"\\$1 \\${2:x\\}": "$1"',
  '"read_perm": ["$1"]',
  '"write_perm": ["$1"]',
];

describe('suggestions in a text of records', () => {
  it('are the missing columns of a record, as snippets', () => {
    assert.deepEqual(
      suggested('{|}'),
      every.map(each => `→${each}`),
    );
    const left = suggested(
      '[{"id":"a","sku":"x","on_sale":true,"size":"S","grades":[],"at":"","$1 ${2:x}":"",|}]',
      'page',
    );
    assert.deepEqual(left, ['→"stock": ${1:3}', '→"store": "$1"', '→"read_perm": ["$1"]', '→"write_perm": ["$1"]']);
  });

  it('replace the typed text, add missing commas, and replace only the name when a value follows', () => {
    const [first = ''] = every;
    assert.equal(suggested('{"s|"}')[0], `"s"→${first}`);
    assert.equal(suggested('{"s|\n}')[0], `"s→${first}`);
    assert.equal(suggested('{ sk| }')[0], `sk→${first}`);
    assert.equal(suggested('{"s|": 5}')[0], '"s"→"sku"');
    assert.equal(suggested('{| "at": 1}')[0], `→${first},`);
    assert.equal(suggested('{"at": 1,\n|\n"store": ""}')[0], `→${first},`);
    assert.equal(suggested('{"at": 1\n  |\n}')[0], `, at 8 →${first}`);
    assert.deepEqual(suggested('{"at": 1, |"store": ""|'.slice(0, -1)).length, every.length - 2);
  });

  it('are empty outside of records, after a name without a colon, and in nested values', () => {
    for (const marked of [
      '|',
      '[|]',
      '[{}|]',
      '[{},|',
      '{"sku" |}',
      '{"odd": {|}}',
      '{"store": {"a": {|}}}',
      '{"id": |}',
    ]) {
      assert.deepEqual(suggested(marked, marked.startsWith('[') ? 'page' : 'record'), [], marked);
    }
  });

  it('are the possible values of a column', () => {
    const values: [string, string[]][] = [
      ['{"on_sale": |}', ['→true', '→false', '→null']],
      ['{"on_sale": t|, "sku": 1}', ['t→true', 't→false', 't→null']],
      ['{"on_sale": |\n"sku": 1}', ['→true', '→false', '→null']],
      ['{"sku": |}', []],
      ['{"stock": |}', ['→null']],
      ['{"stock": "|"}', []],
      ['{"size": "|"}', ['""→"S"', '""→"a|b,\\}\\$\\\\\\\\\\\\""']],
      ['{"grades": [|]}', ['→1', '→2']],
      ['{"grades": [1, 2|]}', ['2→1', '2→2']],
      ['{"grades": |}', ['→null']],
    ];
    for (const [marked, expected] of values) assert.deepEqual(suggested(marked), expected, marked);
  });

  it('are limited to the chosen columns in a record that was read', () => {
    assert.deepEqual(suggested('{"id":"a",|}', 'record', ['stock']), ['→"stock": ${1:3}']);
    assert.equal(suggested('{|}', 'record', ['stock']).length, every.length);
  });

  it('find a pointer, and the text to search for', () => {
    const at = (marked: string) => {
      const { text, offset } = marks(marked);
      const place = pointerAt(text, outlineOf(text, 'record'), offset, table);
      return place && [text.slice(place.start, place.end), place.typed, isSearched(place), place.target.id];
    };
    const id = '6955ba2cf35ba0bd00000005';
    assert.deepEqual(at('{"store": "ab|c"}'), ['abc', 'ab', true, '5002']);
    assert.deepEqual(at(`{"store": "${id.slice(0, 3)}|${id.slice(3)}"}`), [id, id, false, '5002']);
    assert.deepEqual(at(`{"store": {"id": "${id}|", "_table": "x"}}`), [id, id, false, '5002']);
    assert.deepEqual(at('{"store": |}'), ['', '', false, '5002']);
    assert.deepEqual(at('{"store": "|"}'), ['', '', false, '5002']);
    assert.deepEqual(at('{"store": 12|}'), ['12', '12', false, '5002']);
    for (const marked of [
      '{"store|": ""}',
      '{"store": {"_table": "a|"}}',
      '{"store": {"x":{"id": "a|"}}}',
      '{"sku": "a|"}',
    ]) {
      assert.equal(at(marked), undefined, marked);
    }
  });
});

describe('the outline of a text of records', () => {
  const json = fc.json({ maxDepth: 3 });
  const records = fc.array(
    fc.dictionary(
      fc.string({ maxLength: 5 }),
      json.map(text => JSON.parse(text) as unknown),
    ),
    {
      maxLength: 6,
    },
  );

  it('equals the parsed records for any valid text', () =>
    fc.assert(
      fc.property(records, fc.integer({ min: 0, max: 2 }), (all, indent) => {
        const text = JSON.stringify(all, null, indent);
        const { rows } = readRecordsText(text, 'page');
        const seen = outlineOf(text, 'page').map(({ start, end, fields }) => ({
          ...{ start, end },
          fields: fields.map(({ name, at, value }) => [name, at, { start: value?.start, end: value?.end }]),
        }));
        const expected = rows.map(({ start, end, ranges }) => ({
          ...{ start, end },
          fields: [...ranges].map(([name, place]) => [name, place.name, place.value]),
        }));
        assert.deepEqual(seen, expected);
      }),
    ));

  it('ends for any text and any part of it, with ranges inside of the text', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          records.map(all => JSON.stringify(all)),
          fc.string(),
        ),
        fc.nat(),
        (whole, cut) => {
          const text = whole.slice(0, cut % (whole.length + 1));
          for (const form of ['page', 'record'] as const) {
            const outline = outlineOf(text, form);
            for (let offset = 0; offset <= text.length; offset += 1) {
              jsonPositionAt(outline, offset);
              for (const { start, end } of suggestionsAt(text, outline, offset, table)) {
                assert.ok(start <= offset && offset <= end && end <= text.length);
              }
              const pointer = pointerAt(text, outline, offset, table);
              assert.ok(pointer === undefined || (pointer.start <= offset && offset <= pointer.end));
            }
          }
        },
      ),
      { numRuns: 50 },
    ));

  it('finds the records of a range', () => {
    const text = '[{"a":1},{"b":2},{"c":3}]';
    const outline = outlineOf(text, 'page');
    const found = (start: number, end: number) =>
      recordsIn(outline, { start, end }).map(({ fields }) => fields[0]?.name);
    assert.deepEqual(found(0, text.length), ['a', 'b', 'c']);
    assert.deepEqual(found(10, 12), ['b']);
    assert.deepEqual(found(23, 25), ['c']);
    assert.deepEqual(found(24, 25), []);
  });

  it('takes time that grows linearly with the text, and so do suggestions', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`column${index}`, `value ${index}`]));
    assertLinear(records => {
      const text = JSON.stringify(Array<typeof fields>(records).fill(fields), null, 2);
      return () => suggestionsAt(text, outlineOf(text, 'page'), text.length - 20, table);
    }, 250);
  });
});
