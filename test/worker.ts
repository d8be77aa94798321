import { endEverything } from './host/launcher/processes';
import type { Results } from './mocha';

/**
 * Makes this process a worker of run.mjs, which sends one task at a time. It waits for the next one until run.mjs
 * disconnects or ends.
 */
export function serve<Task>(perform: (task: Task) => Promise<Results>): void {
  const attempt = (task: Task): Promise<Results> =>
    perform(task).catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 0, failures: [], problem: String(error) };
    });
  process.on('message', (task: Task) => void attempt(task).then(results => process.send?.(results)));
  process.on('disconnect', () => endEverything(0));
}
