import { readFile } from 'node:fs/promises';
import type { Results } from '../../mocha';

/** Marks the lines of the tests in the output of VS Code. */
export const testLine = '[tests] ';

/**
 * Judges a run by its results file. An exit code of 0 proves nothing: an extension host that was killed, or that a test
 * ended with `process.exit`, reports 0 as well.
 */
export async function judge(file: string, exitCode: number): Promise<Results> {
  const results = await readResults(file);
  if (!results) return { passed: 0, failed: 0, failures: [], problem: 'The tests ended without results.' };
  if (results.passed + results.failed === 0) return { ...results, problem: 'No test ran.' };
  if (results.failed === 0 && exitCode !== 0) return { ...results, problem: `The host ended with ${exitCode}.` };
  return results;
}

async function readResults(file: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

/** True if all tests ran and passed. */
export function isGreen(results: Results): boolean {
  return results.problem === undefined && results.failed === 0 && results.passed > 0;
}
