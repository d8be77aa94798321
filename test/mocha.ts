import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What one level of tests came to. Its file is the only proof that the tests ran. */
export interface Results {
  passed: number;
  failed: number;
  failures: string[];
}

export interface MochaOptions {
  files: string[];
  /** Where the results are written, as JSON. */
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
  if (results) writeFileSync(results, JSON.stringify(outcome));
  return outcome;
}
