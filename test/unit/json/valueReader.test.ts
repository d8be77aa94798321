import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseJson, sameJson, writeJson, type Json } from '../../../src/json/json';
import { readValue } from '../../../src/json/valueReader';
import { seeded, type Random } from '../records/random';

const deepest = 200;
const pieces =
  '{ } [ ] , : "a" "b" "\\u00e9\\n" "\\x" "tab\t" "é😀" 0 -0 01 1.0 1e5 1.e 9007199254740993 true false null nul'
    .split(' ')
    .concat([' ', '\n', '\u00a0', '"', '"__proto__"']);

describe('reading JSON values without positions', () => {
  it('returns the same value as the parser with positions, or nothing, for random texts', () => {
    const random = seeded(7);
    let read = 0;
    for (let round = 0; round < 100_000; round++) {
      const text = random(2) === 0 ? jumble(random) : damaged(valid(random, 3), random);
      const value = readValue(text, deepest);
      if (value === undefined) continue;
      read++;
      const parsed = parseJson(text);
      assert('node' in parsed, text);
      assert(sameJson(parsed.node.value, value), text);
      assert.equal(writeJson(value), writeJson(parsed.node.value), text);
    }
    assert(read > 20_000, `${read} texts`);
  });

  it('reads everything that programs write', () => {
    const random = seeded(8);
    for (let round = 0; round < 5000; round++) {
      const text = valid(random, 4);
      assert.notEqual(readValue(text, deepest), undefined, text);
    }
  });

  it('leaves duplicate names and deep nesting to the other parser', () => {
    assert.equal(readValue('{"a":1,"a":2}', deepest), undefined);
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    assert.notEqual(readValue(nested(deepest), deepest), undefined);
    for (const depth of [deepest + 2, 100_000]) assert.equal(readValue(nested(depth), deepest), undefined);
  });
});

function jumble(random: Random): string {
  return Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join('');
}

/** Generates a JSON text as a program writes it. */
function valid(random: Random, depth: number): string {
  const plain: Json[] = ['x', 'é"\\\n', '', true, false, null];
  const make = (left: number): unknown => {
    const kind = random(left === 0 ? 2 : 4);
    if (kind === 0) return plain[random(plain.length)];
    if (kind === 1) return (random(2000) - 1000) / ([1, 8, 1e9][random(3)] ?? 1);
    if (kind === 2) return Array.from({ length: random(4) }, () => make(left - 1));
    return Object.fromEntries(Array.from({ length: random(4) }, (_, at) => [`n${at}`, make(left - 1)]));
  };
  return JSON.stringify(make(depth), undefined, random(3));
}

/** Returns the text, sometimes damaged at one place. */
function damaged(text: string, random: Random): string {
  if (random(3) > 0) return text;
  const at = random(text.length + 1);
  return text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(2));
}
