import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { RowTracker, type ContentChange } from '../../../../src/records/text/rowTracker';
import { TextRecords } from '../../../../src/records/text/textRecords';
import { assertLinear } from '../../processorTime';

const rowsOf = (count: number) => Array.from({ length: count }, () => '{"a":1}');
const recordsOf = (rows: readonly string[]) => new TextRecords(`[${rows.join()}]`, 'page');

describe('the keys of new records', () => {
  it('stay the same while values are edited, in one edit or one after the other', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', '2', '345'), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (values, isOne) => {
          const tracker = new RowTracker();
          const rows = rowsOf(values.length);
          const keys = tracker.keysOf(recordsOf(rows));
          let at = 1;
          const starts = rows.map(row => (at += row.length + 1) - row.length - 1);
          // An empty value is no edit of its row.
          const edits = values.flatMap((value, row): ContentChange[] =>
            value === '' ? [] : [{ rangeOffset: (starts[row] ?? 0) + 5, rangeLength: 1, text: value }],
          );
          const edited = recordsOf(rows.map((row, index) => row.replace('1', values[index] || '1')));
          if (isOne) tracker.changed(edits.toReversed());
          else {
            let shift = 0;
            for (const edit of edits) {
              tracker.changed([{ ...edit, rangeOffset: edit.rangeOffset + shift }]);
              shift += edit.text.length - 1;
            }
          }
          assert.deepEqual(tracker.keysOf(edited), keys);
        },
      ),
    ));

  it('are followed in time that grows linearly with the records that an edit changes', () =>
    assertLinear(count => {
      const tracker = new RowTracker();
      tracker.keysOf(recordsOf(rowsOf(count)));
      const edits = Array.from({ length: count }, (_, row) => ({
        rangeOffset: 8 * row + 6,
        rangeLength: 1,
        text: '2',
      }));
      edits.reverse();
      return () => tracker.changed(edits);
    }, 1000));
});
