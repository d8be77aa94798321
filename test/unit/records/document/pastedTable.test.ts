import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { cellValue, safeCellText } from '../../../../src/records/document/cells';
import { readPasted } from '../../../../src/records/document/pastedTable';

const columns = new Set(['name', 'price', 'null']);

describe('a pasted table', () => {
  it('has a header when the first of several lines names a column', () => {
    assert.deepEqual(readPasted('price\tname\n1\ta', columns).header, ['price', 'name']);
    assert.deepEqual(readPasted('price\tcolour\n1\tred', columns), {
      header: ['price', 'colour'],
      unknown: ['colour'],
      lines: [
        ['price', 'colour'],
        ['1', 'red'],
      ],
    });
    assert.deepEqual(readPasted('"""name"""\na', columns).header, ['name']);
  });

  it('has no header in one line, with empty or equal fields, or without the name of a column', () => {
    for (const text of ['name', 'name\t\na\tb', 'name\tname\na\tb', 'a\tb\nc\td']) {
      assert.equal(readPasted(text, columns).header, undefined, text);
    }
  });
});

describe('a copied text', () => {
  it('is quoted if a spreadsheet would evaluate it, and is the same text when it is pasted', () => {
    for (const text of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1']) {
      const copied = safeCellText('string', text);
      assert.match(copied, /^"/, text);
      assert.equal(cellValue('string', copied), text);
    }
  });

  it('is quoted if it is the ID of a pointer that a spreadsheet would evaluate', () => {
    const pointer = new Map([
      ['id', '=1+1'],
      ['_table', 'store'],
    ]);
    assert.equal(safeCellText('reference', pointer), '"=1+1"');
    assert.equal(cellValue('reference', '"=1+1"'), '=1+1');
    assert.equal(safeCellText('reference', new Map([...pointer, ['id', '5f0a']])), '5f0a');
  });

  it('is unchanged if it is a plain number or begins with a letter', () => {
    for (const text of ['-5', '+8613800000000', 'a=1', '5']) assert.equal(safeCellText('string', text), text);
  });
});
