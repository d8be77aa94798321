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
