import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runHostTests } from '../../host/launcher/hostRun';
import { isGreen } from '../../host/launcher/results';

describe('a run of host tests', () => {
  it('fails when the extension host ends before the tests', async () => {
    const verdict = await runHostTests({ release: 'newest', suite: 'exitsEarly.cjs' });
    assert.equal(isGreen(verdict), false);
    assert.equal(verdict.problem, 'The tests ended without results.');
  });
});
