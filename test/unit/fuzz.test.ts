import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { fuzz } from '../fuzz/fuzz';
import { parsers } from '../fuzz/parsers';
import { readCsv } from '../../src/sandbox/database/csv';

/** Cases that failed once: the name of the parser and its input. */
const regressions = JSON.parse(readFileSync('test/fuzz/regressions.json', 'utf8')) as [name: string, input: unknown][];

describe('every parser and decoder', () => {
  it('fails only with its own errors, and restores any input', async () => {
    for (const parser of parsers) {
      const cases = 150 * Math.min(parser.weight ?? 1, 20);
      assert.equal((await fuzz(parser, cases, Date.now() % 2 ** 31)).failure, undefined);
    }
  });

  it('accepts inputs that failed once', async () => {
    for (const [name, input] of regressions) {
      const { check } = parsers.find(one => one.name === name) ?? assert.fail(name);
      await check(input as never);
    }
  });

  it('reads CSV in linear time', () => {
    for (const piece of ['""1', '"', '"a,', ',', '\r\n', 'a']) readCsv(`a${piece.repeat(300_000)}`, new Map());
  });
});
