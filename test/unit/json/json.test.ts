import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { ExactNumber, isInteger, isJsonObject, parseJson, sameJson, valueOf, writeJson } from '../../../src/json/json';
import type { Json } from '../../../src/json/json';

const value = (text: string): Json =>
  valueOf(text) ?? (text.trim() === 'null' ? null : assert.fail(`no JSON: ${text}`));

describe('JSON with exact numbers', () => {
  it('is accepted like by JSON.parse, and written back', () =>
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 0, 2, 3), (text, indent) => {
        const parsed = parseJson(text);
        if ('problem' in parsed) return assert.equal(parsed.problem.code, 'duplicateName');
        const written = writeJson(parsed.node.value, indent);
        assert.deepEqual(JSON.parse(written), JSON.parse(text));
        assert.ok(sameJson(value(written), parsed.node.value));
      }),
      { numRuns: 2000 },
    ));

  it('is refused like by JSON.parse, with a position in the text', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(...'{}[],:"\\', 'null', 'true', '-', '1', '.5', 'e', '"a"', ' ', '\n', '//', '\u0000'),
          {
            maxLength: 12,
          },
        ),
        pieces => {
          const text = pieces.join('');
          const parsed = parseJson(text);
          const isJson = (() => {
            try {
              JSON.parse(text);
              return true;
            } catch {
              return false;
            }
          })();
          if ('node' in parsed) return assert.ok(isJson, text);
          assert.ok(!isJson || parsed.problem.code === 'duplicateName', text);
          const { start, end } = parsed.problem;
          assert.ok(start >= 0 && start <= end && end <= text.length, `${text}: ${start}, ${end}`);
        },
      ),
      { numRuns: 5000 },
    ));

  for (const number of [
    '9007199254740993',
    '-123456789012345678901234567890',
    '0.10',
    '1.0',
    '1e2',
    '3.14159265358979323846',
  ]) {
    it(`keeps ${number} as written`, () => assert.equal(writeJson(value(`[${number}]`)), `[${number}]`));
  }

  it('keeps every name', () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"toString":null,"":true}';
    assert.equal(writeJson(value(text)), text);
    assert.equal(({} as Record<string, unknown>).a, undefined);
  });

  it('has the ranges of values and names', () => {
    const text = ' {"a": [1, "x"], "b":{"c":null}}';
    const parsed = parseJson(text);
    assert.ok('node' in parsed);
    const [a, b] = parsed.node.fields ?? [];
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    assert.deepEqual([at(parsed.node), a && at(a), a && at(a.node)], [text.trim(), '"a"', '[1, "x"]']);
    assert.deepEqual(a?.node.items?.map(at), ['1', '"x"']);
    assert.deepEqual(
      b?.node.fields?.map(field => [field.name, at(field.node)]),
      [['c', 'null']],
    );
  });

  const problems: [text: string, code: string, at: string][] = [
    ['', 'unexpectedEnd', ''],
    ['[1,', 'unexpectedEnd', ''],
    ['{"a":1', 'unexpectedEnd', ''],
    ['[1,]', 'unexpectedToken', ']'],
    ['[1 2]', 'unexpectedToken', '2'],
    ['[1] x', 'unexpectedToken', 'x'],
    ['{a:1}', 'unexpectedToken', 'a'],
    ['["x\n"]', 'badString', '"x'],
    ['[01]', 'unexpectedToken', '1'],
    ['[1] // why', 'unexpectedToken', '// why'],
    ['{"a":1,"a":2}', 'duplicateName', '"a"'],
    ['['.repeat(300), 'tooDeep', '['],
  ];
  for (const [text, code, at] of problems) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))} as ${code}`, () => {
      const parsed = parseJson(text);
      assert.ok('problem' in parsed);
      const { start, end } = parsed.problem;
      assert.deepEqual([parsed.problem.code, text.slice(start, end)], [code, at]);
    });
  }

  const same: [string, string, boolean][] = [
    ['1', '1.0', true],
    ['100', '1e2', true],
    ['0', '-0.00', true],
    ['0.1', '1E-1', true],
    ['9007199254740993', '9007199254740992', false],
    ['1', '-1', false],
    ['10', '1', false],
    ['1', '"1"', false],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
    ['{"a":1}', '{"b":1}', false],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['[1,2]', '[2,1]', false],
    ['[]', '{}', false],
    ['null', 'false', false],
    ['""', 'null', false],
  ];
  for (const [one, other, expected] of same) {
    it(`treats ${one} and ${other} as ${expected ? 'equal' : 'different'}`, () => {
      assert.equal(sameJson(value(one), value(other)), expected);
      assert.equal(sameJson(value(other), value(one)), expected);
    });
  }

  it('distinguishes missing from null', () => {
    assert.ok(!sameJson(undefined, null));
    assert.ok(!sameJson(null, undefined));
    assert.ok(sameJson(undefined, undefined));
    assert.ok(isJsonObject(value('{}')));
  });

  it('recognizes whole numbers in any notation', () => {
    assert.deepEqual(
      ['1', '1.0', '10e-1', '1.5', '15e-1', '0', '123456789012345678901'].map(text => isInteger(new ExactNumber(text))),
      [true, true, true, false, false, true, true],
    );
  });
});
