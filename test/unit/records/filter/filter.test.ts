import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { filterText, readFilter } from '../../../../src/records/filter/filter';
import { writeJson, valueOf } from '../../../../src/json/json';
import { HttpError } from '../../../../src/sandbox/http/httpError';
import { readWhere } from '../../../../src/sandbox/query/where';
import type { Doc } from '../../../../src/sandbox/store/collection';
import { columns } from './columns';
import { expressions, withoutColumns, type Expression } from './expressions';

/** Returns the condition as plain values. */
const plain = (where: string | undefined) => JSON.parse(where ?? 'null') as unknown;

const scalars = [null, true, 0, -1.5, '', 'a', 'true', '5', 1_700_000_000, '2024-01-31T00:00:00.000Z'];
const documents = scalars.flatMap((value, at) =>
  [value, [value], { a: value }].map(each => {
    const fields = columns.map(({ name }, index) => [name, (at + index) % 3 === 0 ? each : value]);
    return Object.fromEntries(fields.filter((_, index) => (index + at) % 4 > 0)) as Doc;
  }),
);

/**
 * Returns the sandbox's matcher of a condition; `undefined` if the sandbox refuses the condition, or runs its patterns
 * in a thread.
 */
function matcher(where: string): ((document: Doc) => boolean) | undefined {
  try {
    const compiled = readWhere(where);
    return compiled === undefined || compiled.patterns.length > 0 ? undefined : document => compiled.matches(document);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

describe('a filter', () => {
  it('has at least 200 tested expressions', () => {
    assert.ok(expressions.length + withoutColumns.length >= 200, `${expressions.length + withoutColumns.length}`);
  });

  for (const [title, list, known] of [
    ['with the columns of the table', expressions, columns],
    ['of a table that is not known', withoutColumns, undefined],
  ] as const) {
    describe(title, () => {
      for (const expression of list) it(`reads ${expression[0]}`, () => checkExpression(expression, known));
    });
  }

  it('keeps every digit of a number', () => {
    const { where } = readFilter('price = 90071992547409931.50', columns);
    assert.equal(where, '{"price":{"$eq":90071992547409931.50}}');
    assert.equal(filterText(where, columns), 'price = 90071992547409931.50');
  });

  it('includes records without a value when it excludes a day, as when it excludes a number', () => {
    for (const text of ['released_at != 2024-01-31', 'not released_at = 2024-01-31', 'price != 5']) {
      const matches = matcher(readFilter(text, columns).where ?? '') ?? assert.fail(text);
      assert.deepEqual(
        [matches({ id: '1' }), matches({ id: '1', released_at: null, price: null })],
        [true, true],
        text,
      );
    }
  });

  it('has no condition when it is empty', () => {
    assert.deepEqual(readFilter(' \n ', columns), { where: undefined, problems: [] });
    assert.deepEqual(readFilter('{ }', columns), { where: undefined, problems: [] });
    assert.deepEqual([filterText(undefined, columns), filterText('{}', columns)], ['', '']);
  });

  const jsonOnly: readonly string[] = [
    '{"location":{"$within":{"type":"Polygon","coordinates":[]}}}',
    '{"location":{"$center":{"radius":1,"coordinates":[1,2]}}}',
    '{"name":{"$regex":"a\\\\/b"}}',
    '{"name":{"$options":"i"}}',
    '{"on_sale":{"$eq":"true"}}',
    '{"price":{"$eq":"20"}}',
    '{"name":{"$in":[null]}}',
    '{"name":{"$in":[]}}',
    '{"price":{"$range":[1]}}',
    '{"$nor":[{"price":{"$eq":1}}]}',
    '{"$or":[]}',
    '{"name":{"$isnull":1}}',
    '{"name":{"$contains":5}}',
    '{"details":{"$eq":{"$gt":1}}}',
  ];
  for (const where of jsonOnly) {
    it(`shows ${where} as JSON, because words cannot express exactly the same`, () =>
      assert.equal(filterText(where, columns), where));
  }

  const inWords: readonly [where: string, text: string][] = [
    ['{"$and":[{"price":{"$gt":1}},{"stock":{"$lt":2}}]}', 'price > 1 and stock < 2'],
    ['{"$and":[{"$or":[{"price":{"$gt":1}},{"stock":{"$lt":2}}]},{"on_sale":{"$eq":true}}]}', '(price > 1 or stock < 2) and on_sale = true'],
    ['{"$or":[{"price":{"$gt":1}}]}', 'price > 1'],
    ['{"price":5}', 'price = 5'],
    ['{"gone":{"$eq":"x"}}', 'gone = "x"'],
  ]; // oxfmt-ignore
  for (const [where, text] of inWords) {
    it(`shows ${where} in words`, () => assert.equal(filterText(where, columns), text));
  }

  it('accepts the JSON of a condition unchanged', () => {
    const where = '{"location":{"$within":{"type":"Polygon","coordinates":[[]]}}}';
    assert.deepEqual(readFilter(` ${where} `, columns), { where, problems: [] });
  });

  it('keeps its meaning when any condition is shown and read again', () => {
    const name = fc.constantFrom(...columns.map(column => column.name), 'gone', 'details.a', 'a b', '`', 'or', '');
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'a', 'true', '5', '2024-01-31', '2024-01-31T00:00:00.000Z'),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.integer({ min: 1_500_000_000, max: 1_800_000_000 }),
    );
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 3 }), leaf, { maxKeys: 2 }),
    );
    const operator = fc.constantFrom(
      '$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$nin', '$all', '$range', '$isnull', '$exists', '$contains', '$icontains', '$has_key', '$regex', '$options', '$within',
    ); // oxfmt-ignore
    const test = fc.oneof(fc.dictionary(operator, value, { minKeys: 1, maxKeys: 3 }), value);
    const { condition } = fc.letrec<{ condition: Record<string, unknown> }>(tie => ({
      condition: fc.oneof(
        { weight: 3, arbitrary: fc.dictionary(name, test, { maxKeys: 3 }) },
        {
          weight: 1,
          arbitrary: fc.dictionary(fc.constantFrom('$and', '$or'), fc.array(tie('condition'), { maxLength: 3 }), {
            maxKeys: 2,
          }),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.dictionary(name, test, { maxKeys: 2 }), fc.array(tie('condition'), { maxLength: 3 }))
            .map(([own, any]) => ({ ...own, $or: any })),
        },
      ),
    }));
    fc.assert(
      fc.property(condition, fc.boolean(), (each, isKnown) => {
        const known = isKnown ? columns : undefined;
        const where = JSON.stringify(each);
        const text = filterText(where, known);
        if (text.startsWith('{')) return;
        const again = readFilter(text, undefined === known ? undefined : [...columns]).where;
        if (again === undefined) return;
        const [before, after] = [where, again].map(matcher);
        if (before !== undefined)
          assert.deepEqual(documents.map(after ?? assert.fail(text)), documents.map(before), text);
        // Printing is idempotent.
        assert.equal(filterText(again, known), text);
      }),
      { numRuns: 2000 },
    );
  });
});

function checkExpression([text, where, ...more]: Expression, known: typeof columns | undefined): void {
  const read = readFilter(text, known);
  assert.deepEqual(
    read.problems.filter(problem => problem.code !== 'unknownColumn'),
    [],
  );
  // A filter with an unknown column has no condition, so read it without columns.
  const condition = read.where ?? readFilter(text, undefined).where;
  assert.deepEqual(plain(condition), where);
  const printed = filterText(condition, known);
  if (more.length === 0) assert.equal(printed, text);
  else if (more[0] !== undefined) assert.equal(printed, more[0]);
  const again = readFilter(printed, known).where ?? readFilter(printed, undefined).where;
  assert.equal(writeJson(valueOf(again ?? '{}') ?? null), condition);
}
