import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { valueOf, writeJson, type Json } from '../../../../src/json/json';
import {
  cellChanges,
  changedText,
  deletionOf,
  insertionOf,
  type CellChange,
} from '../../../../src/records/text/recordsEdit';
import { readRecordsText } from '../../../../src/records/text/recordsText';

const json = (text: string): Json => {
  const read = valueOf(text);
  return read === undefined ? assert.fail(text) : read;
};
const space = fc.constantFrom('', ' ', '\n', '\n  ', '\t', '\r\n ');
const name = fc.oneof(fc.constantFrom('id', 'a', '__proto__', 'constructor', 'é"'), fc.string({ maxLength: 3 }));
const value = fc.oneof(fc.constantFrom('1.50', '9007199254740993', '1e5'), fc.json());
/** Records in any format that JSON allows. */
const anyText = fc
  .tuple(
    fc.array(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 5 }), { maxLength: 4 }),
    fc.infiniteStream(space),
  )
  .map(([records, spaces]) => {
    const gap = () => spaces.next().value as string;
    const around = (text: string) => gap() + text + gap();
    const record = (fields: [string, string][]) =>
      `{${fields.map(([key, each]) => `${around(JSON.stringify(key))}:${around(each)}`).join(',') || gap()}}`;
    return around(`[${records.map(fields => around(record(fields))).join(',') || gap()}]`);
  });
const anyChanges: fc.Arbitrary<CellChange[]> = fc.array(
  fc.record({ row: fc.nat(4), column: name, value: fc.option(value.map(json), { nil: undefined }) }),
  { minLength: 1, maxLength: 8 },
);
const listOf = (text: string) => ({ text, rows: readRecordsText(text, 'page').rows });
const fieldsOf = (text: string) => {
  const { rows, problems } = readRecordsText(text, 'page');
  assert.deepEqual(
    problems.filter(({ code }) => !['badId', 'duplicateId'].includes(code)),
    [],
    text,
  );
  return rows.map(({ fields }) => new Map([...fields].map(([key, each]) => [key, writeJson(each)])));
};

describe('a change of cells', () => {
  it('changes only those values, in any format of the text', () =>
    fc.assert(
      fc.property(anyText, anyChanges, (text, cells) => {
        const list = listOf(text);
        const after = changedText(text, cellChanges(list, cells));
        const expected = fieldsOf(text);
        const touched = list.rows.map(() => new Set<string>());
        for (const { row, column, value: to } of cells) {
          touched[row]?.add(column);
          if (to === undefined) expected[row]?.delete(column);
          else expected[row]?.set(column, writeJson(to));
        }
        assert.deepEqual(
          fieldsOf(after).map(fields => [...fields].sort()),
          expected.map(fields => [...fields].sort()),
        );
        // Untouched parts keep their format.
        const written = (source: string) => {
          const { rows } = listOf(source);
          return rows.map((row, index) =>
            [...row.ranges]
              .filter(([column]) => !touched[index]?.has(column))
              .map(([, place]) => source.slice(place.name.start, place.value.end)),
          );
        };
        assert.deepEqual(written(after), written(text));
      }),
      { numRuns: 2000 },
    ));

  it('leaves every other character unchanged when a value is replaced', () =>
    fc.assert(
      fc.property(anyText, fc.nat(), value.map(json), (text, pick, to) => {
        const { rows } = listOf(text);
        const cells = rows.flatMap((row, index) =>
          [...row.ranges].map(([column, place]) => ({ index, column, place })),
        );
        const cell = cells[pick % Math.max(cells.length, 1)];
        if (cell === undefined) return;
        const changes = cellChanges({ text, rows }, [{ row: cell.index, column: cell.column, value: to }]);
        if (changes.length === 0) return;
        const { start, end } = cell.place.value;
        assert.deepEqual(
          changes.map(change => [change.start, change.end]),
          [[start, end]],
        );
      }),
      { numRuns: 2000 },
    ));

  const page =
    '[\n  {\n    "id": "a",\n    "n": 1.0,\n    "p": {\n      "id": "r",\n      "_table": "t"\n    }\n  },\n  {}\n]\n';
  const changed = (...cells: CellChange[]) => changedText(page, cellChanges(listOf(page), cells));

  it('is empty for an equal value', () => {
    assert.deepEqual(cellChanges(listOf(page), [{ row: 0, column: 'n', value: json('1.0') }]), []);
    assert.deepEqual(cellChanges(listOf(page), [{ row: 0, column: 'p', value: 'r' }]), []);
    assert.deepEqual(cellChanges(listOf(page), [{ row: 0, column: 'x', value: undefined }]), []);
    assert.deepEqual(cellChanges(listOf(page), [{ row: 9, column: 'n', value: 'x' }]), []);
  });

  it('has the format of the text around it', () => {
    assert.equal(changed({ row: 0, column: 'n', value: json('[1]') }), page.replace('1.0', '[\n      1\n    ]'));
    assert.equal(changed({ row: 0, column: 'x', value: null }), page.replace('}\n  },', '},\n    "x": null\n  },'));
    assert.equal(changed({ row: 1, column: 'x', value: '' }), page.replace('{}', '{\n    "x": ""\n  }'));
    assert.equal(changed({ row: 0, column: 'n', value: undefined }), page.replace('\n    "n": 1.0,', ''));
    const short = '[{"a":1},{}]';
    const cells = [0, 1].map(row => ({ row, column: 'b', value: json('{"c":2}') }));
    assert.equal(changedText(short, cellChanges(listOf(short), cells)), '[{"a":1,"b":{"c":2}},{"b":{"c":2}}]');
  });
});

describe('a change of rows', () => {
  it('inserts records after another one, and removes others', () =>
    fc.assert(
      fc.property(anyText, fc.integer({ min: -1, max: 4 }), fc.array(fc.nat(4)), (text, behind, removed) => {
        const records = [new Map<string, Json>([['new', json('{"x":[1.0]}')]]), new Map<string, Json>()];
        const before = fieldsOf(text);
        const at = Math.min(behind, before.length - 1) + 1;
        const added = records.map(fields => new Map([...fields].map(([key, each]) => [key, writeJson(each)])));
        assert.deepEqual(
          fieldsOf(changedText(text, insertionOf(listOf(text), behind, records))),
          before.toSpliced(at, 0, ...added),
        );
        const gone = new Set(removed.filter(row => row < before.length));
        assert.deepEqual(
          fieldsOf(changedText(text, deletionOf(listOf(text), gone))),
          before.filter((_, index) => !gone.has(index)),
        );
      }),
      { numRuns: 1000 },
    ));

  it('has the format of the records around it', () => {
    const page = '[\n  {\n    "a": 1\n  }\n]\n';
    const record = new Map([['b', json('2')]]);
    const list = listOf(page);
    assert.equal(
      changedText(page, insertionOf(list, 0, [record])),
      page.replace('}\n]', '},\n  {\n    "b": 2\n  }\n]'),
    );
    assert.equal(changedText(page, deletionOf(list, new Set([0]))), '[]\n');
    assert.equal(changedText('[]\n', insertionOf(listOf('[]\n'), -1, [record])), '[\n  {\n    "b": 2\n  }\n]\n');
  });
});
