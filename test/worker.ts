import { endEverything } from './host/launcher/processes';
import type { Results } from './mocha';

/**
 * Makes this process one that run.mjs gives tasks to, one at a time. It stays for the next one, until run.mjs lets go of
 * it or is no longer there.
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
