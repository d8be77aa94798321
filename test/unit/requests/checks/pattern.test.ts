import assert from 'node:assert/strict';
import { matches, SlowPattern } from '../../../../src/requests/checks/pattern';

/** Returns a text that delays its first uses, without using the processor, as a busy machine does. */
function delayedText(delays: number): string {
  const toString = () => {
    if (delays-- > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
    return 'abc';
  };
  return { toString } as unknown as string;
}

describe('the time limit of a regular expression', () => {
  it('does not count the time in which a busy machine runs something else', () => {
    assert.equal(matches(delayedText(2), '^abc$'), true);
  });

  it('ends when the machine runs nothing for seconds', () => {
    assert.throws(() => matches(delayedText(Infinity), '^abc$'), SlowPattern);
  });

  it('ends a match that uses the processor', () => {
    assert.throws(() => matches('a'.repeat(40), '^(a+)+$b'), SlowPattern);
  });
});
