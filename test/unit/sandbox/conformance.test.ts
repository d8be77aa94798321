import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { operationById, operations } from '../../../src/api/operations/catalogue';
import { messages } from '../../../src/cli/messages';
import { parseExactly } from '../../../src/json/exactIntegers';
import { evaluateChecks, type CheckInput } from '../../../src/requests/checks/evaluate';
import type { RequestResult } from '../../../src/requests/checks/result';
import { formatDocument } from '../../../src/requests/document/format';
import { parseDocument } from '../../../src/requests/document/parse';
import { diagnose } from '../../../src/requests/language/diagnose';
import { assertGenerated } from '../../generatedPage';
import { bigState, checksFolder, documentedCheck, observe, observeAuthorization, type Observed } from './conformance';
import { leftOut } from './coverage';
import { withSandbox } from './fixture';
import { mutationsOf, type Kind } from './mutations';

describe('sandbox: documents with checks', () => {
  let results: RequestResult[] = [];
  let observed: Observed[] = [];

  before(async () => {
    const state = await bigState();
    await withSandbox(
      async (sandbox, shop) => {
        ({ results, observed } = await observe(sandbox, shop));
        observed.push(...(await observeAuthorization(shop, id => operationById(id) ?? assert.fail(id))));
      },
      { state, runFunctions: true, now: undefined },
    );
  });

  it('have no diagnostics', async () => {
    // The catalogue does not contain the sandbox's control requests, and the users and passwords are fictitious.
    const expected = ['unknownPath', 'otherOrigin', 'pastedSecret'];
    for (const name of await readdir(checksFolder)) {
      const text = await readFile(path.join(checksFolder, name), 'utf8');
      assert.equal(formatDocument(text), text, name);
      const found = diagnose(parseDocument(text), { environmentVariables: {} });
      assert.deepEqual(
        found.filter(({ code }) => !expected.includes(code)),
        [],
        name,
      );
    }
  });

  it('pass', () => {
    const failed = results.filter(({ outcome }) => outcome !== 'passed');
    assert.deepEqual(
      failed.map(({ file, label, problem, verdicts }) => [
        file,
        label,
        problem,
        ...verdicts.map(verdict => messages.verdict(verdict)),
      ]),
      [],
    );
    assert.ok(results.length > 200);
  });

  it('send every operation that the sandbox has', () => {
    const good = observed.filter(({ status, checked }) => checked.operation?.success.includes(status));
    const sent = new Set(good.map(({ checked }) => checked.operation?.id));
    const missing = operations.filter(({ id }) => !(id in leftOut) && !sent.has(id)).map(({ id }) => id);
    assert.deepEqual(missing, []);
  });

  const isDocumented = ({ status, checked: { operation } }: Observed) =>
    operation?.response !== undefined && operation.success.includes(status);
  const isCaught = (checked: CheckInput) => !evaluateChecks({ ...checked, checks: documentedCheck })[0]?.passed;

  it('cause no false alarm of ?? documented, and detect mistakes in every response (UPDATE_DOCS=1 writes the score)', async () => {
    const responses = observed.filter(isDocumented);
    const alarms = responses.filter(({ checked }) => isCaught(checked));
    assert.deepEqual(
      alarms.map(({ label }) => label),
      [],
    );
    const score: Record<Kind, { caught: number; all: number }> = {
      wrongType: { caught: 0, all: 0 },
      missing: { caught: 0, all: 0 },
      renamed: { caught: 0, all: 0 },
      optionalRenamed: { caught: 0, all: 0 },
    };
    const blind = new Set<string>();
    for (const { checked } of responses) {
      const { operation = assert.fail(), body } = checked;
      let caught = 0;
      for (const mutation of mutationsOf(operation, body === '' ? undefined : parseExactly(body))) {
        const headers = [['content-type', 'application/json']] as const;
        const isFound = isCaught({ ...checked, headers, body: JSON.stringify(mutation.body) });
        score[mutation.kind].all++;
        if (isFound) score[mutation.kind].caught++;
        caught += Number(isFound);
      }
      if (caught === 0) blind.add(operation.id);
    }
    assert.deepEqual([...blind], [], 'a mistake in each operation is caught');
    const { wrongType, missing, renamed, optionalRenamed } = score;
    for (const { caught, all } of [wrongType, missing, renamed]) assert.equal(caught, all);
    assert.ok(optionalRenamed.caught > 100, String(optionalRenamed.caught));
    const shapes = new Set(responses.map(({ checked }) => checked.operation?.id)).size;
    await assertGenerated(
      'docs/checks.md',
      'score',
      `Measured over ${responses.length} responses of the sandbox, of all ${shapes} operations that it has and whose response is documented: ${alarms.length} false alarms.
Then each value of each response was damaged, one at a time. \`?? documented\` caught:

| mistake | caught |
| --- | --- |
| a value, or the whole response, is of another type | ${wrongType.caught} of ${wrongType.all} |
| a required field is missing | ${missing.caught} of ${missing.all} |
| a required field has another name | ${renamed.caught} of ${renamed.all} |
| a field that need not be there has another name | ${optionalRenamed.caught} of ${optionalRenamed.all} |

The missed mistakes are in objects with columns of the application, which may have any name.`,
      'unit --grep "false alarm"',
    );
  });
});
