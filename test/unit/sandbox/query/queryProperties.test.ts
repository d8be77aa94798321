import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { openPermissions, withCaller } from '../fixture';
import type { Cell, Condition, OracleRow } from './oracle';
import { meets, sorted, written } from './oracle';

interface List {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count: number };
  objects: { place: number }[];
}

const small = fc.integer({ min: -2, max: 3 });
const word = fc.constantFrom('', 'a', 'b', 'ab', 'Ab', 'é', '茶', '茶a');
const kinds: Record<string, fc.Arbitrary<Cell>> = {
  number: fc.oneof(small, fc.constant(null)),
  text: fc.oneof(word, fc.constant(null)),
  flag: fc.boolean(),
  list: fc.array(small, { maxLength: 3 }),
};
const cells = fc.record(kinds, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Cell>>;

const scalar = fc.oneof(small, word, fc.boolean());
const field = fc.constantFrom('number', 'text', 'flag', 'list');
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field, operator: fc.constantFrom('$eq', '$ne'), argument: fc.oneof(scalar, fc.constant(null)) }),
  fc.record({
    field,
    operator: fc.constantFrom('$eq', '$ne'),
    argument: fc.array(small, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ field, operator: fc.constantFrom('$gt', '$gte', '$lt', '$lte'), argument: fc.oneof(small, word) }),
  fc.record({
    field,
    operator: fc.constant('$range'),
    argument: fc.oneof(fc.tuple(small, small), fc.tuple(word, word)),
  }),
  fc.record({ field, operator: fc.constantFrom('$in', '$nin'), argument: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ field, operator: fc.constant('$all'), argument: fc.array(small, { minLength: 1, maxLength: 2 }) }),
  fc.record({ field, operator: fc.constantFrom('$isnull', '$exists'), argument: fc.boolean() }),
  fc.record({ field: fc.constant('text'), operator: fc.constantFrom('$contains', '$icontains'), argument: word }),
);
const parts = fc.array(leaf, { minLength: 1, maxLength: 3 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  fc.record({ every: parts }),
  fc.record({ some: parts }),
  fc.record({ every: fc.tuple(leaf, fc.record({ some: parts })) }) as fc.Arbitrary<Condition>,
);
const order = fc.uniqueArray(fc.constantFrom('number', '-number', 'text', '-text', 'flag', '-flag'), {
  maxLength: 3,
  selector: key => key.replace('-', ''),
});
const query = fc.record({
  condition,
  order,
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.integer({ min: 0, max: 12 }),
});

async function makeTable(call: Caller, rows: OracleRow[]): Promise<string> {
  const fields = [
    { name: 'place', type: 'integer' },
    { name: 'number', type: 'number' },
    { name: 'text', type: 'string' },
    { name: 'flag', type: 'boolean' },
    { name: 'list', type: 'array', items: { type: 'integer' } },
  ];
  const name = `t${Math.random().toString(36).slice(2)}`;
  await call.json('POST /oserve/v1.8/table/', { body: { name, schema: { fields }, ...openPermissions } }, 201);
  const path = `/oserve/v2.4/table/${name}/record/`;
  const body = rows.map(({ place, cells: values }) => ({ place, ...values }));
  const { succeed } = await call.json(`POST ${path}`, { body }, 201);
  assert.equal(succeed, rows.length);
  return path;
}

describe('sandbox: queries against an oracle', () => {
  it('find, sort and page like the oracle', () =>
    withCaller(async call => {
      const data = fc.record({
        rows: fc.array(cells, { minLength: 1, maxLength: 20 }),
        queries: fc.array(query, { minLength: 12, maxLength: 12 }),
      });
      await fc.assert(
        fc.asyncProperty(data, async ({ rows: filled, queries }) => {
          const rows = filled.map((values, place) => ({ place, cells: values }));
          const path = await makeTable(call, rows);
          for (const { condition: asked, order: keys, limit, offset } of queries) {
            const expected = sorted(
              rows.filter(row => meets(row, asked)),
              keys,
            ).map(({ place }) => place);
            const { meta, objects } = await call.json<List>(`GET ${path}`, {
              query: {
                where: written(asked),
                ...(keys.length > 0 ? { order_by: keys.join(',') } : {}),
                limit: String(limit),
                offset: String(offset),
                return_total_count: '1',
              },
            });
            assert.deepEqual(
              [objects.map(({ place }) => place), meta.total_count, meta.next === null, meta.previous === null],
              [
                expected.slice(offset, offset + limit),
                expected.length,
                offset + limit >= expected.length,
                offset === 0,
              ],
            );
          }
        }),
        { numRuns: 30 },
      );
    }));

  it('visit every match once when a client follows next', () =>
    withCaller(async call => {
      const data = fc.record({ rows: fc.array(cells, { minLength: 1, maxLength: 30 }), asked: query });
      await fc.assert(
        fc.asyncProperty(data, async ({ rows: filled, asked: { condition: asked, order: keys, limit } }) => {
          const rows = filled.map((values, place) => ({ place, cells: values }));
          const start = new URL(await makeTable(call, rows), 'http://sandbox');
          start.searchParams.set('where', JSON.stringify(written(asked)));
          start.searchParams.set('order_by', keys.join(','));
          start.searchParams.set('limit', String(limit));
          const seen: number[] = [];
          for (let path: string | null = start.pathname + start.search; path !== null;) {
            const page: List = await call.json<List>(`GET ${path}`);
            seen.push(...page.objects.map(({ place }) => place));
            path = page.meta.next;
          }
          const expected = sorted(
            rows.filter(row => meets(row, asked)),
            keys,
          ).map(({ place }) => place);
          assert.deepEqual(seen, expected);
        }),
        { numRuns: 40 },
      );
    }));

  it('find the same with and without an index', () =>
    withCaller(async call => {
      const values = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(values, fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }), async (have, asked) => {
          const rows = have.map((number, place) => ({ place, cells: { number } }));
          const [plain, indexed] = [await makeTable(call, rows), await makeTable(call, rows)];
          const table = indexed.split('/')[4];
          await call.json(`POST /oserve/v2.6/schema/${table}/index/`, { body: { fields: ['number'] } }, 201);
          const places = async (path: string) => {
            const list = { query: { where: { number: { $in: asked }, place: { $gte: 1 } } } };
            return (await call.json<List>(`GET ${path}`, list)).objects.map(({ place }) => place);
          };
          assert.deepEqual(await places(indexed), await places(plain));
        }),
        { numRuns: 40 },
      );
    }));
});
