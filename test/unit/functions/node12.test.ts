import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkNode12 } from '../../../src/functions/node12/check';
import { failing, running } from './node12Snippets';

describe('the check for Node 12', () => {
  it('reports exactly the snippets that Node 12 does not run', () => {
    assert.ok(failing.length + running.length >= 200, String(failing.length + running.length));
    assert.deepEqual(
      failing.filter(code => checkNode12(code).length === 0),
      [],
    );
    assert.deepEqual(
      running.flatMap(code => checkNode12(code).map(({ name }) => `${code}: ${name}`)),
      [],
    );
  });

  it('gives the place and the replacement', () => {
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
});
