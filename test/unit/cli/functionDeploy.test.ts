import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { nodeProblemLines } from '../../../src/cli/functionDeploy';
import { checkNode12 } from '../../../src/functions/node12/check';
import { assertLinear } from '../processorTime';

describe('the problems of a function in Node 12', () => {
  it('are listed with their lines', () => {
    const code = '\ufeffa?.b;\r\n// 😀\r\na ?? b; a ?? c;\r\n';
    assert.deepEqual(
      nodeProblemLines('f', code, checkNode12(code)).map(line => line.replace(/: .*/, '')),
      ['f:1', 'f:3', 'f:3'],
    );
  });

  it('are listed in a time that grows with the code', () => {
    assertLinear(size => {
      const code = 'a?.b;\n'.repeat(size);
      const problems = checkNode12(code);
      return () => void nodeProblemLines('f', code, problems);
    }, 2000);
  });
});
