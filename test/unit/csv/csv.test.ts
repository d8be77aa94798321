import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { csv, LineReader, readLines, tsv, writeCells } from '../../../src/csv/csv';

const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",\t\r\n a]{0,6}$/));
const dialect = fc.constantFrom(csv, tsv);

describe('the codec of CSV and TSV', () => {
  it('reads the cells that it wrote, with any content and cut into any pieces', () =>
    fc.assert(
      fc.property(
        dialect,
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (form, rows, size) => {
          const text = rows.map(row => writeCells(row, form) + form.lineEnd).join('');
          const reader = new LineReader(form);
          const read: string[][] = [];
          for (let at = 0; at < text.length; at += size)
            read.push(...reader.push(text.slice(at, at + size)).map(({ cells }) => cells));
          read.push(...reader.end().map(({ cells }) => cells));
          assert.deepEqual(read, rows);
          assert.equal(reader.unclosed, undefined);
        },
      ),
      { numRuns: 3000 },
    ));

  it('counts the lines of the file, also those inside of quotes', () => {
    const reader = new LineReader(csv);
    const lines = [...reader.push('a,b\r\n"1\r\n2",x\r\ny,z'), ...reader.end()];
    assert.deepEqual(
      lines.map(({ number }) => number),
      [1, 2, 4],
    );
  });

  it('names the line of a quote that is never closed', () => {
    const reader = new LineReader(csv);
    reader.push('a,b\n1,"2\n3,4\n');
    reader.end();
    assert.equal(reader.unclosed, 2);
  });

  it('treats a quote inside of a cell as an ordinary character', () => {
    assert.deepEqual(readLines('5" pipe,"a"b\n', csv), [['5" pipe', '"a"b']]);
  });

  it('reads a cell of 20 MB in time that grows with its length', () => {
    const reader = new LineReader(csv);
    const piece = 'x'.repeat(64 * 1024);
    reader.push('"');
    for (let count = 0; count < 320; count++) assert.deepEqual(reader.push(piece), []);
    const [line] = [...reader.push('",y\n'), ...reader.end()];
    assert.deepEqual(
      line?.cells.map(({ length }) => length),
      [320 * piece.length, 1],
    );
  });
});
