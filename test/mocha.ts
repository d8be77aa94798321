import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { keepFailure } from './failures';

/** The results of a run of tests. */
export interface Results {
  passed: number;
  failed: number;
  failures: string[];
  /** The reason why the run counts as failed, even if no test failed. */
  problem?: string;
}

interface MochaOptions {
  files: string[];
  /** The JSON file for the results; the exit code of an extension host is not reliable. */
  results?: string | undefined;
  grep?: string | undefined;
  /** Milliseconds for one test. */
  timeout: number;
  /**
   * True for ES modules, which Mocha must load before the run. CommonJS modules must be loaded by `require`, because
   * only there VS Code resolves `vscode`.
   */
  modules: boolean;
}

/** Runs test files, prints them as a tree, and writes the results. A skipped or an exclusive test is a failure. */
export async function runMocha({ files, results, grep, timeout, modules }: MochaOptions): Promise<Results> {
  const mocha = new Mocha({ ui: 'bdd', timeout, color: false, forbidPending: true, forbidOnly: true });
  if (grep) mocha.grep(grep);
  files.forEach(file => mocha.addFile(file));
  if (modules) await mocha.loadFilesAsync();
  const outcome: Results = { passed: 0, failed: 0, failures: [] };
  await new Promise<void>(resolve => {
    const runner = mocha.run(() => {
      // Tests that a failed hook prevented count as failed, or a red run would look smaller than a green one.
      outcome.failed = Math.max(outcome.failed, runner.total - outcome.passed);
      resolve();
    });
    runner.on('pass', () => (outcome.passed += 1));
    runner.on('fail', (test, error: Error) => {
      keepFailure(error);
      outcome.failed += 1;
      outcome.failures.push(test.fullTitle());
    });
  });
  mocha.dispose(); // removes Mocha's listeners, because the process may run more files
  if (results) writeFileSync(results, JSON.stringify(outcome));
  return outcome;
}
