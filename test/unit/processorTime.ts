import assert from 'node:assert/strict';

/**
 * Returns the shortest processor time of `work` in three runs, in milliseconds: other processes hardly affect it.
 * Returns at least 5, because smaller values are noise.
 * @param enough a run that takes less than this is the last one
 */
export function processorTime(work: () => void, enough = 0): number {
  let shortest = Infinity;
  for (let run = 0; run < 3 && shortest >= enough; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return Math.max(5, shortest);
}

/**
 * Asserts that eight times the size takes less than 32 times the time; quadratic growth would take 64 times. Measures
 * several times, because other processes can slow down one size only.
 * @param prepare returns the work for a size
 */
export function assertLinear(prepare: (size: number) => () => void, size: number, what?: string): void {
  const [short, long] = [prepare(size), prepare(8 * size)];
  // Functions are compiled in the first runs.
  for (let run = 0; run < 2; run++) short();
  let [shortest, longest] = [Infinity, Infinity];
  for (let round = 0; round < 5 && !(longest < 32 * shortest); round++) {
    shortest = Math.min(shortest, processorTime(short));
    longest = Math.min(longest, processorTime(long, 32 * shortest));
  }
  assert.ok(longest < 32 * shortest, `${what ?? 'the work'}: ${shortest} and ${longest} ms`);
}
