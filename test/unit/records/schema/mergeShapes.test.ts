import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson } from '../../../../src/json/json';
import { mergeShapes, retypedColumns } from '../../../../src/records/schema/mergeShapes';
import { schemaProblems } from '../../../../src/records/schema/schemaProblems';
import { readShape, shapeText, type TableShape } from '../../../../src/records/schema/tableShape';

type Column = Record<string, unknown> & { name: string };

/** Creates the shape of a table. Columns without a type are of type `string`. */
function shape(fields: readonly Column[], more: object = {}): TableShape {
  const open = { row_read_perm: ['user:*'], row_write_perm: ['user:*'], write_perm: ['user:*'] };
  const columns = fields.map(field => ({ type: 'string', ...field }));
  return readShape(valueOf(JSON.stringify({ name: 'thing', schema: { fields: columns }, ...open, ...more })) ?? null);
}

const names = ({ columns }: TableShape) => [...columns.keys()];
const column = ({ columns }: TableShape, name: string) => JSON.parse(writeJson(columns.get(name) ?? null)) as unknown;

describe('merging a schema with another on the server', () => {
  it('decides conflicts property by property', () => {
    const base = shape([{ name: 'a', description: 'old' }]);
    const mine = shape([{ name: 'a', description: 'mine', default: 'x' }]);
    const theirs = shape([{ name: 'a', description: 'theirs', note: 'kept' }]);
    const { conflicts, shape: kept } = mergeShapes(base, mine, theirs);
    assert.deepEqual(conflicts, [
      { kind: 'property', name: 'a', property: 'description', mine: 'mine', theirs: 'theirs' },
    ]);
    const others = { name: 'a', type: 'string', note: 'kept', default: 'x' };
    assert.deepEqual(column(kept, 'a'), { ...others, description: 'theirs' });
    const { shape: chosen } = mergeShapes(base, mine, theirs, 'mine');
    assert.deepEqual(column(chosen, 'a'), { ...others, description: 'mine' });
  });

  it('shows a column that one side dropped and the other changed as a whole', () => {
    const base = shape([{ name: 'a', description: 'old' }]);
    const mine = shape([{ name: 'a', description: 'mine' }]);
    const { conflicts, disappeared } = mergeShapes(base, mine, shape([]));
    assert.deepEqual(
      conflicts.map(({ kind, name, theirs }) => [kind, name, theirs]),
      [['column', 'a', undefined]],
    );
    assert.deepEqual(disappeared, ['a']);
    const again = mergeShapes(base, mine, shape([]), 'mine');
    assert.deepEqual([names(again.shape), again.disappeared], [['a'], []], 'it is created again');
  });

  it('names the columns whose type it would change', () => {
    const base = shape([]);
    for (const [mine, theirs] of [
      [{ type: 'string' }, { type: 'integer' }],
      [
        { type: 'array', items: { type: 'string' } },
        { type: 'array', items: { type: 'integer' } },
      ],
      [
        { type: 'reference', schema_name: 'one' },
        { type: 'reference', schema_name: 'other' },
      ],
      [
        { type: 'geojson', coordinate_type: 'wgs84' },
        { type: 'geojson', coordinate_type: 'gcj02' },
      ],
    ]) {
      const [here, there] = [shape([{ name: 'code', ...mine }]), shape([{ name: 'code', ...theirs }])];
      assert.deepEqual(retypedColumns(there, mergeShapes(base, here, there, 'mine').shape), ['code']);
      assert.deepEqual(retypedColumns(there, mergeShapes(base, here, there, 'theirs').shape), []);
      const context = { base: there, tables: ['one', 'other'], groups: undefined };
      assert.deepEqual(
        schemaProblems(shapeText(here), context).map(({ code }) => code),
        ['retyped'],
      );
    }
  });
});

describe('merging a schema whose base is unknown', () => {
  it('names missing columns and indexes, because somebody else may have added them', () => {
    const theirs = shape([{ name: 'a' }, { name: 'added' }], { indexes: [{ fields: ['a'] }, { fields: ['added'] }] });
    const mine = shape([{ name: 'a' }], { indexes: [{ fields: ['a'] }] });
    const merged = mergeShapes(undefined, mine, theirs);
    assert.deepEqual(merged.unknown, ['added', 'added']);
    assert.deepEqual(names(merged.shape), ['a', 'added']);
    assert.deepEqual(mergeShapes(mine, mine, theirs).unknown, []);
  });

  it('asks about every other difference, and adds columns that only the document has, in its order', () => {
    const theirs = shape([{ name: 'a', description: 'theirs' }, { name: 'b' }]);
    const mine = shape([{ name: 'b' }, { name: 'a' }, { name: 'new' }], { write_perm: [] });
    const merged = mergeShapes(undefined, mine, theirs);
    assert.deepEqual(merged.unknown, []);
    assert.deepEqual(
      merged.conflicts.map(({ name, property }) => [name, property]),
      [
        ['a', 'description'],
        ['write_perm', undefined],
      ],
    );
    assert.deepEqual(names(merged.shape), ['b', 'a', 'new']);
  });
});
