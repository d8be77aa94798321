import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { testsIn, testsOf } from '../../../../src/requests/checks/tests';
import { parseDocument, parseInSlices } from '../../../../src/requests/document/parse';
import { createSlices } from '../../../../src/requests/document/slices';

describe('a document of ten thousand requests', () => {
  const text = Array.from(
    { length: 10_000 },
    (_, index) => `### r${index}\n# @name r${index}\nGET /a/${index}/?b={{c}}\nAccept: */*\n\n?? status == 200\n`,
  ).join('\n');

  /** The longest processor time, in milliseconds, for which the work blocked everything else. */
  async function longestBlock(work: () => Promise<unknown>): Promise<number> {
    let longest = 0;
    let isDone = false;
    const watch = async () => {
      while (!isDone) {
        const before = process.cpuUsage();
        await setImmediate();
        const { user, system } = process.cpuUsage(before);
        longest = Math.max(longest, (user + system) / 1000);
      }
    };
    const watching = watch();
    await work();
    isDone = true;
    await watching;
    return longest;
  }

  it('gives the same result in slices, with its tests, while other work runs', async () => {
    const pause = createSlices();
    const work = async () => {
      let count = 0;
      for (const test of testsIn(await parseInSlices(text, pause))) {
        assert.equal(test.index, count++);
        await pause();
      }
      assert.equal(count, 10_000);
    };
    // A share, because machines differ. The best of five, because processor time includes garbage collection.
    const whole = await longestBlock(() => Promise.resolve(testsOf(parseDocument(text))));
    const blocks: number[] = [];
    while (blocks.length < 5 && !blocks.some(block => block <= whole / 8)) blocks.push(await longestBlock(work));
    assert.ok(Math.min(...blocks) <= whole / 8, `${blocks.join()} of ${whole} ms`);
    assert.deepEqual(await parseInSlices(text, pause), parseDocument(text));
  });
});
