import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { VisibleRows } from '../../../../../../src/ui/records/grid/webview/visibleRows';

/**
 * Returns the visible rows as a list: the index of each row of the text, and `d` with a number for a deleted record.
 */
function listOf(count: number, places: readonly number[]): (number | string)[] {
  const list: (number | string)[] = [];
  for (let row = 0; row <= count; row += 1) {
    places.forEach((before, at) => before === row && list.push(`d${at}`));
    if (row < count) list.push(row);
  }
  return list;
}

describe('the rows on the screen', () => {
  it('are the rows of the text with deleted records at their positions, and map back to the text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 8 }),
        fc.nat(20),
        fc.nat(20),
        (count, anywhere, one, other) => {
          const places = anywhere.map(place => Math.min(place, count)).sort((a, b) => a - b);
          const deleted = places.map((before, at) => ({ before, id: `d${at}`, cells: [`sd${at}`] }));
          const rows = new VisibleRows(
            Array.from({ length: count }, (_, at) => [`d${at}`]),
            deleted,
          );
          const list = listOf(count, places);
          assert.equal(rows.length, list.length);
          list.forEach((each, at) => {
            assert.equal(rows.deletedAt(at)?.id, typeof each === 'string' ? each : undefined);
            assert.equal(rows.textRowAt(at), typeof each === 'number' ? each : undefined);
            assert.deepEqual(rows.cellsAt(at), [typeof each === 'number' ? `d${each}` : `s${each}`]);
            if (typeof each === 'number') assert.equal(rows.rowOf(each), at);
          });
          if (list.length === 0) return;
          const [top = 0, bottom = 0] = [one % list.length, other % list.length].sort((a, b) => a - b);
          const inside = list.slice(top, bottom + 1);
          const numbers = inside.filter(each => typeof each === 'number');
          const range = numbers.length === 0 ? undefined : { from: numbers[0], to: numbers.at(-1) };
          assert.deepEqual(rows.textRange(top, bottom), range);
          assert.deepEqual(
            rows.deletedIn(top, bottom).map(({ id }) => id),
            inside.filter(each => typeof each === 'string'),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});
