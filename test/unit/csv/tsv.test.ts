import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { readLines, tsv, writeTsv } from '../../../src/csv/csv';

const readTsv = (text: string) => readLines(text, tsv);
const field = fc.oneof(fc.string(), fc.stringMatching(/^["\t\r\n a]{0,6}$/));

describe('tab-separated text', () => {
  it('keeps its content over the clipboard', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(field, { minLength: 1, maxLength: 12 }), (width, fields) => {
        const rows = Array.from({ length: Math.ceil(fields.length / width) }, (_, row) =>
          Array.from({ length: width }, (__, at) => fields[row * width + at] ?? ''),
        );
        // A single empty field is written as an empty text, which has no rows.
        const expected = writeTsv(rows) === '' ? [] : rows;
        assert.deepEqual(readTsv(writeTsv(rows)), expected);
      }),
      { numRuns: 5000 },
    ));

  it('is read as a spreadsheet writes it', () => {
    assert.deepEqual(readTsv('a\t"b\r\nc ""d"""\r\n\t\r\n'), [
      ['a', 'b\r\nc "d"'],
      ['', ''],
    ]);
    assert.deepEqual(readTsv('a "b"\t"c" d\n"e'), [['a "b"', '"c" d'], ['"e']]);
    assert.deepEqual(
      readTsv(`"${'x'.repeat(2_000_000)}"\ty`)[0]?.map(({ length }) => length),
      [2_000_000, 1],
    );
  });
});
