import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ExactNumber } from '../../../../src/json/json';
import { RowConverter } from '../../../../src/records/transfer/importedRow';

describe('an imported row', () => {
  const names = ['created_by', 'created_at', 'updated_at'];
  const converter = new RowConverter({ columns: [] }, new Map(names.map(name => [name, name])));
  const wrong = (name: string, value: string) => {
    const fields = new Map([[name, new ExactNumber(value)]]);
    return converter.convert({ number: 1, line: 1, fields }, undefined).problems;
  };

  it('can have a user ID of 8 to 14 digits as its creator, and a time of 10 digits', () => {
    for (const id of ['36395395', '123456789012', '1234567890123', '12345678901234'])
      assert.deepEqual(wrong('created_by', id), [], id);
    assert.deepEqual(wrong('created_at', '1800000000'), []);
  });

  it('cannot have fractions, signs or milliseconds there', () => {
    for (const [name, value] of [
      ['created_by', '1.5'],
      ['created_by', '-1'],
      ['created_by', '123456789012345'],
      ['created_at', '1800000000000'],
      ['updated_at', '1800000000000'],
    ] as const)
      assert.deepEqual(wrong(name, value), [{ column: name, code: 'wrongType', detail: 'integer' }], value);
  });
});
