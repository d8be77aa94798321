import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readFilter } from '../../../../src/records/filter/filter';
import { columns } from './columns';

/** Filters with one problem, in the part between two `^`. `^^` marks the position of a missing part. */
const problems: readonly [marked: string, code: string, more?: object][] = [
  ['price > ^^', 'expectedValue'],
  ['price > ^and^ stock = 1', 'expectedValue'],
  ['price ^^', 'expectedOperator'],
  ['price ^is20^', 'expectedOperator'],
  ['price = 1 and ^^', 'expectedColumn'],
  ['^=^ 5', 'expectedColumn'],
  ['name contains red ^shirt^', 'expectedConnector'],
  ['(price = 1^^', 'expectedClose'],
  ['(price = 1 ^stock^ = 2)', 'expectedConnector'],
  ['price = 1^)^', 'expectedConnector'],
  ['price between 1 ^or^ 2', 'expectedAnd'],
  ['price in ^5^', 'expectedList'],
  ['price in (5, 6^^', 'expectedClose'],
  ['price in ^()^', 'emptyList'],
  ['name = ^"red^', 'unclosed'],
  ['name = ^“red^', 'unclosed'],
  ['^`two words = 1^', 'unclosed'],
  ['prize > 20', 'unknownColumn', { name: 'prize', nearest: 'price', start: 0, end: 5 }],
  ['^Price^ > 20', 'unknownColumn', { nearest: 'price' }],
  ['^nmae^ = x', 'unknownColumn', { nearest: 'name' }],
  ['^colour^ = x', 'unknownColumn', { nearest: undefined }],
  ['^price.x^ = 1', 'unknownColumn'],
  ['^read_perm^ has x', 'unknownColumn'],
  ['name ^>^ a', 'unsupported', { type: 'string', operator: '>' }],
  ['price ^contains^ 2', 'unsupported', { type: 'number', operator: 'contains' }],
  ['on_sale ^between^ true and false', 'unsupported', { type: 'boolean' }],
  ['tags ^contains^ red', 'unsupported', { type: 'array' }],
  ['name ^has^ red', 'unsupported', { type: 'string', operator: 'has' }],
  ['details ^has^ red', 'unsupported', { type: 'object' }],
  ['photo ^=^ x', 'unsupported', { type: 'file' }],
  ['parts ^is not empty^', 'unsupported', { type: 'array<object>', operator: 'is not empty' }],
  ['location ^=^ x', 'unsupported', { type: 'geojson' }],
  ['store ^>^ x', 'unsupported', { type: 'reference' }],
  ['price = ^cheap^', 'wrongType', { name: 'price', expected: 'number' }],
  ['stock = ^1.5^', 'wrongType', { expected: 'integer' }],
  ['stock between 1 and ^x^', 'wrongType', { expected: 'integer' }],
  ['on_sale = ^yes^', 'wrongType', { expected: 'boolean' }],
  ['released_at > ^yesterday^', 'wrongType', { expected: 'date' }],
  ['released_at > ^2024-02-30^', 'wrongType', { expected: 'date' }],
  ['released_at > ^2024-02-30T10:00^', 'wrongType', { expected: 'date' }],
  ['released_at > ^2024-02-30T10:00Z^', 'wrongType', { expected: 'date' }],
  ['released_at = ^0024-01-31^', 'wrongType', { expected: 'date' }],
  ['released_at between 2024-01-01 and ^2024-02-30^', 'wrongType', { expected: 'date' }],
  ['created_at between 2024-01-01 and ^soon^', 'wrongType', { expected: 'integer' }],
  ['created_at in (2024-01-31, ^soon^)', 'wrongType', { expected: 'integer' }],
  ['created_at > ^soon^', 'wrongType', { expected: 'integer' }],
  ['tags = ^red^', 'wrongType', { expected: 'array' }],
  ['sizes has ^red^', 'wrongType', { expected: 'integer' }],
  ['details = ^red^', 'wrongType', { expected: 'object' }],
  ['name = ^[red]^', 'wrongType', { expected: 'string' }],
  ['details = ^{"a":}^', 'wrongType', { expected: 'JSON' }],
  ['details = ^{"$gt":1}^', 'badJson'],
  ['name matches ^/(/^', 'badPattern'],
  ['name matches ^/a/x^', 'badPattern'],
  ['size = ^XL^', 'notAChoice', { expected: 'S, M, extra large', isWarning: true }],
  ['size in (S, ^XL^)', 'notAChoice', { isWarning: true }],
  ['not price ^>^ 20', 'cannotNegate', { operator: '>', instead: '<=' }],
  ['not name ^contains^ x', 'cannotNegate', { operator: 'contains', instead: undefined }],
  ['name ^not^ contains x', 'cannotNegate', { operator: 'contains' }],
  ['not (price = 1 and name ^matches^ /a/)', 'cannotNegate'],
  ['^{"price":5}^', 'badCondition', { name: 'price' }],
  ['^{"$nor":[]}^', 'badCondition', { name: '$nor' }],
  ['^{"$or":[]}^', 'badCondition'],
  ['^{"prize":{"$eq":5}}^', 'unknownColumn', { nearest: 'price' }],
  ['{"price"^}^', 'badJson'],
]; // oxfmt-ignore

describe('a filter that cannot be applied', () => {
  for (const [marked, code, more = {}] of problems) {
    it(`reports the reason and the position: ${marked} (${code})`, () => {
      const text = marked.replaceAll('^', '');
      const [problem, ...others] = readFilter(text, columns).problems;
      assert.deepEqual(others, []);
      const start = marked.indexOf('^');
      const range = start < 0 ? {} : { start, end: marked.lastIndexOf('^') - 1 };
      const expected = { code, ...range, ...more };
      const names = Object.keys(expected) as (keyof typeof expected)[];
      assert.deepEqual(Object.fromEntries(names.map(name => [name, problem?.[name]])), expected);
    });
  }

  it('has a condition only when all its problems are warnings', () => {
    assert.equal(readFilter('price > 20 and size = XL', columns).where, '{"price":{"$gt":20},"size":{"$eq":"XL"}}');
    assert.equal(readFilter('price > x and size = XL', columns).where, undefined);
  });

  it('is refused when its address would be too long, or when it nests too deep', () => {
    const long = readFilter(`name in (${'衬'.repeat(2000)})`, columns);
    assert.deepEqual([long.where, long.problems[0]?.code], [undefined, 'tooLong']);
    const deep = readFilter(`${'('.repeat(1000)}price = 1`, columns);
    assert.deepEqual([deep.where, deep.problems[0]?.code], [undefined, 'tooDeep']);
  });
});
