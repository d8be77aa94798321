import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, type Json, type JsonObject } from '../../../../src/json/json';
import { execute } from '../../../../src/change/execute';
import { mergeShapes } from '../../../../src/records/schema/mergeShapes';
import { savedBase, storedShape } from '../../../../src/records/schema/savedTable';
import { dropTable } from '../../../../src/records/schema/schemaChanges';
import { planTable } from '../../../../src/records/schema/tablePlan';
import { readShape, shapeOf, shapeText, type TableShape } from '../../../../src/records/schema/tableShape';
import { readTableState } from '../../../../src/records/schema/tableState';
import { TableServer } from './tableServer';

const names = new Map([['1', 'thing']]);
const text = (name: string, ...more: [string, Json][]): JsonObject =>
  new Map<string, Json>([['name', name], ['type', 'string'], ...more]);

/** Reads a table with the columns `a` and `b`, and edits it. */
async function scene(edit: (table: { fields: Record<string, unknown>[]; indexes: unknown[] }) => void) {
  const server = new TableServer([text('a', ['default', 'x']), text('b')]);
  const { service } = server;
  const state = (await readTableState(service, '1')) ?? assert.fail();
  const base = shapeOf(state, names);
  const table = JSON.parse(shapeText(base)) as {
    schema: { fields: Record<string, unknown>[] };
    indexes: unknown[];
  };
  const parts = { fields: table.schema.fields, indexes: table.indexes };
  edit(parts);
  const mine = readShape(valueOf(JSON.stringify(table)) ?? null);
  const plan = planTable(state, mine, names);
  return { server, service, state, base, mine, plan, run: () => execute(service, plan.changes) };
}

const statuses = (outcomes: readonly { outcome: { status: string } }[]) =>
  outcomes.map(({ outcome }) => outcome.status);
const columns = ({ columns }: TableShape) => [...columns.keys()];

describe('a written schema', () => {
  it('is not called saved when only somebody else wrote: an order or a removed property is still to be sent', async () => {
    for (const edit of [
      ({ fields }: { fields: Record<string, unknown>[] }) => void fields.reverse(),
      ({ fields }: { fields: Record<string, unknown>[] }) => void delete fields[0]?.['default'],
    ]) {
      const { server, run } = await scene(edit);
      server.permissions.set('write_perm', ['user:anonymous']);
      assert.deepEqual(statuses(await run()), ['conflict']);
    }
  });

  it('is not called saved when the service kept a removed property or the old order', async () => {
    const kept = await scene(({ fields }) => void delete fields[0]?.['default']);
    kept.server.around = (method, when) => {
      if (method === 'PUT' && when === 'after') kept.server.columns[0] = text('a', ['default', 'x']);
    };
    const [removed] = await kept.run();
    assert.ok(removed?.outcome.status === 'partly');
    assert.deepEqual(
      removed.outcome.differences.map(({ kind, name, property, stored }) => [kind, name, property, stored]),
      [['property', 'a', 'default', 'x']],
    );
    const ordered = await scene(({ fields }) => void fields.reverse());
    ordered.server.around = (method, when) => {
      if (method === 'PUT' && when === 'after') ordered.server.columns.reverse();
    };
    const [reversed] = await ordered.run();
    assert.ok(reversed?.outcome.status === 'partly');
    assert.deepEqual(
      reversed.outcome.differences.map(({ kind }) => kind),
      ['order'],
    );
  });

  it('is not called saved when a table or an index is still there after its deletion', async () => {
    const { server, service, state } = await scene(() => undefined);
    assert.deepEqual(statuses(await execute(service, [dropTable(state)])), ['unknown']);
    server.indexes.push(['a']);
    const indexed = (await readTableState(service, '1')) ?? assert.fail();
    const { changes } = planTable(indexed, shapeOf(state, names), names);
    server.around = (method, when) => {
      if (method === 'DELETE' && when === 'after') server.indexes.push(['a']);
    };
    assert.deepEqual(statuses(await execute(service, changes)), ['unknown']);
  });

  it('destroys values only if it drops a table or a column', async () => {
    const { state } = await scene(() => undefined);
    assert.equal(dropTable(state).destroysRecords, true);
    const destroys = async (edit: Parameters<typeof scene>[0]) =>
      (await scene(edit)).plan.changes.map(({ destroysRecords }) => destroysRecords === true);
    assert.deepEqual(await destroys(({ fields }) => void fields.pop()), [true]);
    assert.deepEqual(await destroys(({ fields }) => void fields.push({ name: 'c', type: 'string' })), [false]);
    assert.deepEqual(await destroys(({ indexes }) => void indexes.push({ fields: ['a'] })), [false]);
  });
});

describe('a table after its save', () => {
  it('equals the stored table without a column that appeared, and can be reverted without a conflict', async () => {
    const { server, state, base, mine, run } = await scene(({ fields }) => {
      Object.assign(fields[1] ?? {}, { description: 'new' });
    });
    server.around = (method, when) => {
      if (method !== 'PUT' || when !== 'after') return;
      server.columns = [...server.columns.map(column => new Map([...column, ['visible', true]])), text('theirs')];
    };
    const outcomes = await run();
    const stored = storedShape(state, mine, names, outcomes);
    assert.deepEqual(columns(stored), ['a', 'b']);
    assert.equal(stored.columns.get('b')?.get('visible'), true);
    const now = shapeOf((await readTableState(server.service, '1')) ?? assert.fail(), names);
    const { conflicts, shape } = mergeShapes(stored, base, now);
    assert.deepEqual(conflicts, []);
    assert.equal(shape.columns.get('b')?.has('description'), false);
    assert.deepEqual(columns(shape), ['a', 'b', 'theirs']);
  });

  it('has only the indexes that were carried out', async () => {
    const { state, mine, run } = await scene(({ indexes }) => void indexes.push({ fields: ['a'] }));
    const outcomes = await run();
    assert.deepEqual(storedShape(state, mine, names, outcomes).indexes, [['a']]);
    const refused = outcomes.map(each => ({ ...each, outcome: { status: 'refused', error: undefined } as const }));
    assert.deepEqual(storedShape(state, mine, names, refused).indexes, []);
  });
});

describe('the base of a saved text', () => {
  it('is the text, so that typing an edit back is an edit', async () => {
    const { state, base, mine, server, run } = await scene(({ fields }) => {
      Object.assign(fields[1] ?? {}, { description: 'new' });
    });
    const after = savedBase(base, mine, shapeOf(state, names), await run());
    const now = shapeOf((await readTableState(server.service, '1')) ?? assert.fail(), names);
    const { conflicts, shape } = mergeShapes(after, base, now);
    assert.deepEqual(conflicts, []);
    assert.equal(shape.columns.get('b')?.has('description'), false);
  });

  it('has the written columns, but no index that was refused', async () => {
    const { state, base, mine, run } = await scene(({ fields, indexes }) => {
      fields.push({ name: 'c', type: 'string' });
      indexes.push({ fields: ['c'] });
    });
    const [table, index] = await run();
    assert.ok(table !== undefined && index !== undefined);
    const refused = { ...index, outcome: { status: 'refused', error: undefined } as const };
    const after = savedBase(base, mine, base, [table, refused]);
    assert.deepEqual([columns(after ?? assert.fail()), after?.indexes], [['a', 'b', 'c'], []]);
    const notWritten = { ...table, outcome: { status: 'notSent' } as const };
    assert.equal(savedBase(base, mine, shapeOf(state, names), [notWritten, refused]), base);
  });
});
