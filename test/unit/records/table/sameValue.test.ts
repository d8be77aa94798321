import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fieldComparer, sameValue } from '../../../../src/records/table/sameValue';
import { readTable } from '../../../../src/records/table/schema';
import { json } from '../documents';

const file = '{"id":"f","name":"a.png","created_at":1,"mime_type":"image/png","cdn_path":"a.png","size":2';

describe('two values of a column', () => {
  const same: [type: string, one: string, other: string][] = [
    ['date', '"2018-09-26T11:22:51.100000+08:00"', '"2018-09-26T03:22:51.1Z"'],
    ['date', '"2018-09-26T11:22:51+08:00"', '"2018-09-25T22:22:51.000-0500"'],
    ['date', '"2018-09-26T11:22:51"', '"2018-09-26T11:22:51+08:00"'],
    ['date', '"2018-09-26"', '"2018-09-26T00:00:00+08:00"'],
    ['date', '"2018-09-26T11:22"', '"2018-09-26T11:22:00"'],
    ['date', '"2018-09-26T11:22:51.1234567Z"', '"2018-09-26T19:22:51.123456+08:00"'],
    ['reference', '"36845069000101"', '{"id":36845069000101,"_table":"_userprofile"}'],
    ['reference', '36845069000101', '"36845069000101"'],
    ['reference', '{"id":"x"}', '{"id":"x","_table":"t","name":"expanded"}'],
    ['file', `${file}}`, `${file},"path":"https://cdn/a.png"}`],
    ['number', '1.50', '1.5'],
    ['object', '{"a":1,"b":2}', '{"b":2.0,"a":1}'],
    ['array of date', '["2018-09-26T03:22:51Z"]', '["2018-09-26T11:22:51+08:00"]'],
    ['array of file', `[${file}}]`, `[${file},"path":"p"}]`],
    ['none', '{"id":"x","_table":"t"}', '"x"'],
  ];
  for (const [type, one, other] of same) {
    it(`are equal as ${type}: ${one} and ${other}`, () => {
      assert.ok(compare(type, one, other) && compare(type, other, one));
    });
  }

  const different: [type: string, one: string, other: string][] = [
    ['date', '"2018-09-26T11:22:51.100000+08:00"', '"2018-09-26T11:22:51.100001+08:00"'],
    ['date', '"2018-09-26T11:22:51+08:00"', '"2018-09-26T11:22:51Z"'],
    ['date', '"yesterday"', '"today"'],
    ['string', '"2018-09-26T11:22:51+08:00"', '"2018-09-26T03:22:51Z"'],
    ['string', '"1"', '1'],
    ['reference', '"x"', '{"id":"y","_table":"t"}'],
    ['reference', '"x"', 'null'],
    ['reference', '{}', '{"_table":"t"}'],
    ['file', `${file}}`, `${file.replace('"a.png"', '"b.png"')}}`],
    ['file', `${file}}`, '{"id":"f"}'],
    ['file', `${file},"path":"p"}`, `${file},"path":"q"}`],
    ['array of date', '["2018-09-26T03:22:51Z"]', '["2018-09-26T03:22:52Z"]'],
    ['array of string', '["2018-09-26T03:22:51Z"]', '["2018-09-26T11:22:51+08:00"]'],
    ['none', '"x"', '"y"'],
    ['none', '5', '"5"'],
  ];
  for (const [type, one, other] of different) {
    it(`differ as ${type}: ${one} and ${other}`, () => {
      assert.ok(!compare(type, one, other) && !compare(type, other, one));
    });
  }

  it('differ when one is missing and the other is null, for any type', () => {
    const types = [undefined, ...['string', 'date', 'reference', 'file', 'array'].map(typeOf)];
    for (const type of types) assert.ok(!sameValue(type, undefined, null) && sameValue(type, undefined, undefined));
  });

  it('are compared by the type that the table gives to the field', () => {
    const fields = [
      { name: 'at', type: 'date' },
      { name: 'text', type: 'string' },
    ];
    const { columns } = readTable({ id: 1, name: 't', schema: { fields } }) ?? assert.fail();
    const compareField = fieldComparer(columns);
    const [one, other] = ['2018-09-26T03:22:51Z', '2018-09-26T11:22:51+08:00'];
    assert.deepEqual(
      ['at', 'text', 'gone'].map(name => compareField(name, one, other)),
      [true, false, false],
    );
  });
});

function compare(type: string, one: string, other: string): boolean {
  return sameValue(type === 'none' ? undefined : typeOf(type), json(one), json(other));
}

function typeOf(text: string): { type: string; itemType: string | undefined } {
  const [type = '', itemType] = text.split(' of ');
  return { type, itemType };
}
