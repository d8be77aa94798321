import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What a run of tests came to. */
export interface Results {
  passed: number;
  failed: number;
  failures: string[];
  /** Why it must not count as green, whatever the numbers say. */
  problem?: string;
}

export interface MochaOptions {
  files: string[];
  /** Where the results are written, as JSON; the process may be one whose exit code says nothing. */
  results?: string | undefined;
  grep?: string | undefined;
  /** Milliseconds for one test. */
  timeout: number;
  /** ES modules have to be loaded ahead; CommonJS modules may not be, as VS Code resolves `vscode` in `require` only. */
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
    const runner = mocha.run(() => resolve());
    runner.on('pass', () => (outcome.passed += 1));
    runner.on('fail', test => {
      outcome.failed += 1;
      outcome.failures.push(test.fullTitle());
    });
  });
  mocha.dispose(); // it listens to the process, which may run more files
  if (results) writeFileSync(results, JSON.stringify(outcome));
  return outcome;
}
