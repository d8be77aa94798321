import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runHostTests } from './hostRun';
import { versions, type Release } from './packages';
import { isGreen } from './results';
import { say } from './root';

// Runs the host tests on one release: `node out/test/host/hostTests.mjs --release oldest --grep text --results file`.
const { values } = parseArgs({
  options: { release: { type: 'string' }, grep: { type: 'string' }, results: { type: 'string' } },
});
const release = (values.release ?? process.env.HYDROGEN_VSCODE ?? 'newest') as Release;
if (!(release in versions)) throw new Error(`HYDROGEN_VSCODE is newest or oldest, not ${release}.`);

const verdict = await runHostTests({ release, grep: values.grep });
if (verdict.problem) say(verdict.problem);
if (values.results) await writeFile(values.results, JSON.stringify(verdict));
process.exit(isGreen(verdict) ? 0 : 1);
