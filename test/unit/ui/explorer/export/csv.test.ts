import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addColumns, csvHeader, csvRow, jsonArray, type CsvRow } from '../../../../../src/ui/explorer/export/csv';

function csv(rows: CsvRow[]): string {
  const columns = new Set<string>();
  for (const row of rows) addColumns(columns, row);
  return csvHeader(columns) + rows.map(row => csvRow(row, columns)).join('');
}

describe('rows of an export', () => {
  it('have a column for every field of any row', () => {
    assert.equal(csv([{ id: 1 }, { id: 2, title: 'second' }]), 'id,title\r\n1,\r\n2,second\r\n');
  });

  it('quote commas, quotes, line ends and outer spaces', () => {
    const rows = [{ a: 'x,y', b: 'say "hi"', c: 'two\nlines', d: ' spaced ' }];
    assert.equal(csv(rows), 'a,b,c,d\r\n"x,y","say ""hi""","two\nlines"," spaced "\r\n');
  });

  it('have formulas of spreadsheets turned into text, also in headings, and keep numbers', () => {
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1+1']) {
      const [, line = ''] = csv([{ a: formula }]).split(/\r\n(?=["'])/);
      assert.match(line, /^"?'/, JSON.stringify(formula));
    }
    assert.equal(csv([{ a: -1.5, '=b': true }]), "a,'=b\r\n-1.5,true\r\n");
  });

  it('leave missing values and null empty, and write the rest as JSON', () => {
    assert.equal(csv([{ a: null, b: [1, 2], c: { d: 'e' } }]), 'a,b,c\r\n,"[1,2]","{""d"":""e""}"\r\n');
  });

  it('contain no inherited field', () => {
    assert.equal(csvRow({}, ['constructor', '__proto__']), ',\r\n');
  });

  it('form a JSON array of any number of rows', () => {
    for (const rows of [[], [{ a: 1 }], [{ a: 1 }, { b: 'x\ny' }]]) {
      const text = jsonArray.start + rows.map((row, index) => jsonArray.item(row, index)).join('') + jsonArray.end;
      assert.deepEqual(JSON.parse(text), rows);
    }
  });
});
