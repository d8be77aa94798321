import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { ExactNumber, sameJson, valueOf, type Json, type JsonObject } from '../../../../src/json/json';
import { execute } from '../../../../src/change/execute';
import { mergeShapes } from '../../../../src/records/schema/mergeShapes';
import { schemaProblems } from '../../../../src/records/schema/schemaProblems';
import { planTable } from '../../../../src/records/schema/tablePlan';
import { readShape, shapeOf, shapeText, type TableShape } from '../../../../src/records/schema/tableShape';
import { readTableState, textAt } from '../../../../src/records/schema/tableState';
import { cases } from '../../cases';
import { TableServer } from './tableServer';

const names = new Map([['1', 'thing']]);
const types = ['string', 'integer', 'number', 'boolean'];
const moments = ['never', 'beforePlan', 'afterPlan', 'inTheGap', 'afterWrite'] as const;

const columnOf = (name: string, type: string, more: [string, Json][]): JsonObject =>
  new Map<string, Json>([
    ['name', name],
    ['type', type],
    ['unknown_property', new ExactNumber('1152921504606846977')],
    ...more,
  ]);

const properties = fc
  .record(
    {
      description: fc.string(),
      constraints: fc.boolean().map(required => new Map<string, Json>([['required', required]])),
      acl: fc.boolean().map(visible => new Map<string, Json>([['clientVisible', visible]])),
    },
    { requiredKeys: [] },
  )
  .map(record => Object.entries(record) as [string, Json][]);
const columns = fc
  .uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 6 })
  .chain(numbers =>
    fc.tuple(
      ...numbers.map(number =>
        fc.tuple(fc.constantFrom(...types), properties).map(([type, more]) => columnOf(`c${number}`, type, more)),
      ),
    ),
  );
type Edit =
  | { do: 'drop' | 'moveUp'; at: number }
  | { do: 'change'; at: number; property: [string, Json] }
  | { do: 'add'; at: number; name: string; type: string }
  | { do: 'permission'; value: string }
  | { do: 'index'; at: number };
const place = fc.nat({ max: 5 });
const edits = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('drop' as const, 'moveUp' as const), at: place }),
    fc.record({
      do: fc.constant('change' as const),
      at: place,
      property: fc.tuple(fc.constantFrom('description', 'note'), fc.string()),
    }),
    fc.record({
      do: fc.constant('add' as const),
      at: place,
      name: fc.nat({ max: 4 }).map(number => `added${number}`),
      type: fc.constantFrom(...types),
    }),
    fc.record({ do: fc.constant('permission' as const), value: fc.constantFrom('user:*', 'user:anonymous', 'gid:7') }),
    fc.record({ do: fc.constant('index' as const), at: place }),
  ),
  { maxLength: 5 },
);

/** Applies edits to a schema, as a person would type them in its document. */
function edited(shape: TableShape, list: readonly Edit[]): TableShape {
  const columns = [...shape.columns];
  const permissions = new Map(shape.permissions);
  let indexes = [...shape.indexes];
  for (const edit of list) {
    const at = 'at' in edit ? edit.at % Math.max(1, columns.length) : 0;
    const [name = '', column = new Map<string, Json>()] = columns[at] ?? [];
    if (edit.do === 'drop') {
      columns.splice(at, 1);
      indexes = indexes.filter(fields => !fields.includes(name));
    } else if (edit.do === 'moveUp' && at > 0) columns.splice(at - 1, 0, ...columns.splice(at, 1));
    else if (edit.do === 'change' && columns.length > 0) columns[at] = [name, new Map([...column, edit.property])];
    else if (edit.do === 'permission') permissions.set('write_perm', [edit.value]);
    else if (edit.do === 'index' && columns.length > 0) {
      const isKnown = indexes.some(fields => fields.join() === name);
      indexes = isKnown ? indexes.filter(fields => fields.join() !== name) : [...indexes, [name]];
    } else if (edit.do === 'add' && !columns.some(([each]) => each === edit.name)) {
      columns.splice(at, 0, [edit.name, columnOf(edit.name, edit.type, [])]);
    }
  }
  return { ...shape, columns: new Map(columns), permissions, indexes };
}

interface Counts {
  writtenWithOther: number;
  refused: number;
  /**
   * Changes of others that were overwritten between the last read and the write. The outcome shows this gap in
   * milliseconds.
   */
  lostInGap: number;
  lostUnseen: number;
}

async function run(
  before: readonly JsonObject[],
  list: readonly Edit[],
  moment: (typeof moments)[number],
  counts: Counts,
): Promise<void> {
  const server = new TableServer(before);
  const { service } = server;
  const base = shapeOf((await readTableState(service, '1')) ?? assert.fail(), names);
  const mine = edited(base, list);
  const text = shapeText(mine);
  assert.deepEqual(schemaProblems(text, { base, tables: ['thing'], groups: undefined }), []);
  let hasActed = false;
  const act = () => {
    if (hasActed) return;
    hasActed = true;
    server.columns.splice(1, 0, columnOf('theirs', 'string', []));
  };
  if (moment === 'beforePlan') act();
  const state = (await readTableState(service, '1')) ?? assert.fail();
  const merged = mergeShapes(base, readShape(valueOf(text) ?? null), shapeOf(state, names));
  assert.deepEqual(merged.conflicts, []);
  const plan = planTable(state, merged.shape, names);
  server.around = (method, when) => {
    if (moment === 'afterPlan') act();
    if (moment === 'inTheGap' && method === 'PUT' && when === 'before') act();
    if (moment === 'afterWrite' && method === 'PUT' && when === 'after') act();
  };
  const outcomes = await execute(service, plan.changes);
  const isSaved = outcomes.every(({ outcome }) => outcome.status === 'saved');
  const gap = outcomes
    .map(({ outcome }) => ('gap' in outcome ? outcome.gap : undefined))
    .find(each => each !== undefined);
  const hasTheirs = server.columns.some(column => textAt(column, 'name') === 'theirs');
  const isLost = hasActed && !hasTheirs;
  if (isLost) counts[gap === undefined ? 'lostUnseen' : 'lostInGap'] += 1;
  if (isLost) assert.equal(moment, 'inTheGap');
  if (!isSaved) counts.refused += 1;
  else if (hasTheirs) counts.writtenWithOther += 1;
  // The edit is saved, and all other columns are unchanged.
  if (isSaved) {
    const after = shapeOf((await readTableState(service, '1')) ?? assert.fail(), names);
    const own = [...after.columns].filter(([name]) => name !== 'theirs');
    assert.ok(
      sameJson(
        own.map(([, column]) => column),
        [...mine.columns.values()],
      ),
    );
    assert.deepEqual([...own.map(([name]) => name)], [...mine.columns.keys()]);
    assert.deepEqual(after.permissions, mine.permissions);
    assert.deepEqual(after.indexes.map(String).sort(), mine.indexes.map(String).sort());
  }
  for (const column of before) {
    const name = textAt(column, 'name');
    if (mine.columns.get(name) !== undefined && sameJson(mine.columns.get(name), base.columns.get(name))) {
      const now = server.columns.find(each => textAt(each, 'name') === name);
      assert.ok(sameJson(now, column), name);
    }
  }
  if (!isSaved && moment === 'afterPlan' && plan.changes.some(({ kind }) => kind === 'table')) assert.ok(hasTheirs);
}

describe('any edit of a schema', () => {
  const all = cases(2000);

  it(`equals the table that is read after the save, and never silently drops a column of another client, in ${all} cases`, async () => {
    const counts: Counts = { writtenWithOther: 0, refused: 0, lostInGap: 0, lostUnseen: 0 };
    await fc.assert(
      fc.asyncProperty(columns, edits, fc.constantFrom(...moments), (before, list, moment) => {
        return run(before, list, moment, counts);
      }),
      { numRuns: all },
    );
    console.log(`      ${JSON.stringify(counts)}`);
    assert.equal(counts.lostUnseen, 0);
    assert.ok(counts.writtenWithOther > all / 20 && counts.refused > all / 20);
  });
});
