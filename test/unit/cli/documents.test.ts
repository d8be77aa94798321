import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import type { RequestResult } from '../../../src/requests/checks/result';
import { bigState, checksFolder } from '../sandbox/conformance';
import { useProgram } from './program';

describe('hydrogen check runs', () => {
  const { write, run } = useProgram();

  before(async () => write('state.json', JSON.stringify(await bigState())));

  const resultsOf = async (folder: string, args: string[] = []) => {
    const { code, out, errors } = await run([path.join(root, folder), '--sandbox', ...args, '--json']);
    const { results } = JSON.parse(out) as { results: RequestResult[] };
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    assert.deepEqual(failed, [], errors);
    assert.equal(code, 0);
    return results;
  };

  it('the unchanged examples in an empty environment; each of their requests has checks', async () => {
    const results = await resultsOf(path.join('docs', 'examples'));
    const skipped = results.filter(({ outcome }) => outcome !== 'passed');
    assert.deepEqual(
      skipped.map(({ label, problem }) => [label, problem?.detail]),
      [['Check the code', 'needs the code of the message']],
    );
    assert.deepEqual(
      results.filter(one => one.verdicts.length === 0),
      skipped,
    );
    assert.ok(results.length > 30);
  });

  it('the conformance tests of the sandbox, in a separate sandbox', async () => {
    const results = await resultsOf(checksFolder, ['state.json', '--run-functions']);
    assert.ok(results.length > 200 && results.every(({ outcome }) => outcome === 'passed'));
  });
});
