import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { checkNode12 } from '../../../src/functions/node12/check';

/** Verdicts that node12/verdicts.mjs wrote. */
const verdicts = path.join('test', 'unit', 'functions', 'node12', 'verdicts.json');

/**
 * Snippets that fail in Node 12 but that the check does not detect: it knows no types, and other objects have methods
 * of the same names. `TextDecoder` exists in Node 12, but with fewer encodings.
 */
const unseen = [
  ...['[1, 2].with(0, 1)', 'new Set([1]).union(new Set())', 'new Set([1]).intersection(new Set())'],
  ...['new Set([1]).difference(new Set())', 'new Map().getOrInsert("a", 1)', '[1].values().map(x => x)'],
  ...['[1][Symbol.iterator]().toArray()', 'new Uint8Array(1).toHex()'],
  'new TextDecoder("gbk").decode(new Uint8Array())',
];

interface Verdicts {
  /** The version of the Node that ran the snippets. */
  node: string;
  /** `runs` or the name of the error, by code. */
  snippets: Record<string, string>;
}

describe('the check for Node 12', () => {
  it('reports the snippets that a real Node 12 does not run', async () => {
    const { node, snippets } = JSON.parse(await readFile(verdicts, 'utf8')) as Verdicts;
    assert.match(node, /^v12\./);
    const all = Object.entries(snippets);
    assert.ok(all.length >= 200, String(all.length));
    const differing = all.flatMap(([code, verdict]) => {
      const reported = checkNode12(code).map(({ name }) => name);
      return reported.length > 0 === (verdict !== 'runs') ? [] : [[code, ...reported].join(' → ')];
    });
    assert.deepEqual(differing, unseen);
  });

  it('reports the position and the replacement', () => {
    const code = '\ufeff// 中文\r\nexports.main = e => e?.a.replaceAll("x", fetch);';
    const found = checkNode12(code).map(({ code: kind, start, end, replacement }) => [
      ...[kind, code.slice(start, end), replacement],
    ]);
    assert.deepEqual(found, [
      ['newSyntax', 'e?.a.replaceAll("x", fetch)', 'a && a.b'],
      ['method', 'replaceAll', 'replace(/…/g, …)'],
      ['global', 'fetch', 'BaaS.request'],
    ]);
    const [problem] = checkNode12('const a =\n  ;');
    assert.deepEqual([problem?.code, problem?.start, problem?.name], ['syntax', 12, 'Unexpected token']);
  });

  it('ends for code that is nested deeper than the parser can follow', () => {
    assert.deepEqual(
      checkNode12('('.repeat(200_000)).map(({ code }) => code),
      ['tooDeep'],
    );
    const chain = `a${' + a'.repeat(2_000)}`;
    assert.deepEqual(checkNode12(chain), []);
  });

  it('checks a list that has more items than a call can have arguments', () => {
    const code = `const list = [${'1,'.repeat(200_000)}];\nlist.at(-1);\n`;
    assert.deepEqual(
      checkNode12(code).map(({ name }) => name),
      ['.at()'],
    );
  });

  it('names the module without `node:` only if Node 12 has it', () => {
    const found = ['node:fs', 'node:test', 'node:sqlite', 'node:fs/promises'].map(
      name => checkNode12(`require('${name}')`)[0]?.replacement,
    );
    assert.deepEqual(found, ["require('fs')", '', '', "require('fs').promises"]);
  });
});
