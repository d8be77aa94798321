import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { testsIn } from '../../../../src/requests/checks/tests';
import { parseDocument, parseInSlices } from '../../../../src/requests/document/parse';
import { createSlices } from '../../../../src/requests/document/slices';

describe('a document of ten thousand requests', () => {
  const text = Array.from(
    { length: 10_000 },
    (_, index) => `### r${index}\n# @name r${index}\nGET /a/${index}/?b={{c}}\nAccept: */*\n\n?? status == 200\n`,
  ).join('\n');

  it('is parsed with a pause after each request, with the same result', async () => {
    let pauses = 0;
    const document = await parseInSlices(text, async () => void pauses++);
    assert.equal(pauses, 9_999);
    assert.deepEqual(document, parseDocument(text));
  });

  it('yields its tests one at a time, so that other work can run between them', () => {
    const tests = testsIn(parseDocument(text));
    const first = tests.next();
    assert.ok(first.done !== true && first.value.index === 0);
    assert.equal([...tests].length, 9_999);
  });

  it('lets other work run many times while it is parsed', async () => {
    let turns = 0;
    let isDone = false;
    const other = async () => {
      while (!isDone) {
        await setImmediate();
        turns++;
      }
    };
    const running = other();
    const pause = createSlices();
    for (const test of testsIn(await parseInSlices(text, pause))) {
      assert.ok(test.label);
      await pause();
    }
    isDone = true;
    await running;
    // A slice takes 10 ms, and the whole work takes hundreds of milliseconds on any machine.
    assert.ok(turns >= 10, `${turns} turns`);
  });
});
