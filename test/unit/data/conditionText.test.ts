import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { conditionText } from '../../../src/data/conditionText';

const texts: [where: string, text: string][] = [
  ['{"price":{"$lt":10}}', 'price < 10'],
  ['{"price":{"$gte":1,"$lte":90071992547409931}}', 'price ≥ 1, price ≤ 90071992547409931'],
  ['{"name":{"$eq":"a, \\"b\\""},"stock":5}', 'name = "a, \\"b\\"", stock = 5'],
  ['{"maker":{"$isnull":true},"size":{"$isnull":false}}', 'maker = null, size ≠ null'],
  ['{"tags":{"$nin":["a"]},"text":{"$contains":"x"}}', 'tags $nin ["a"], text $contains "x"'],
  ['{"$or":[{"a":1},{"b":2}]}', '$or [{"a":1},{"b":2}]'],
  ['{"spot":{"type":"Point"},"none":{}}', 'spot = {"type":"Point"}, none = {}'],
  ['{"odd":{"toString":1},"other":{"$constructor":1}}', 'odd = {"toString":1}, other $constructor 1'],
  ['no JSON', 'no JSON'],
];

describe('a condition in words', () => {
  for (const [where, text] of texts) {
    it(text, () => assert.equal(conditionText(where), text));
  }
});
