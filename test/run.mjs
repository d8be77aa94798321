// `npm test`: installs, builds, and runs what a developer needs while working, `--jobs` tasks at a time: the checks, the
// unit tests with a twentieth of their random cases, the host tests on the newest release, and a few workbench journeys.
// `npm test -- --all` runs everything. With `--retry`, a file that fails runs once more alone at the end, and the summary
// names it.
// `npm test -- unit|host|clients|ui [--grep text] [--repeat times] [--throttle 6] [--vscode oldest] [--package file.vsix]`
// runs some levels. Plain Node without dependencies, because a fresh clone has none yet.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { prepare, run, say } from './prepare.mjs';
import { levels, quickLevels, releases, tasksOf } from './tasks.mjs';
import { Pool } from './pool.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    grep: { type: 'string' },
    jobs: { type: 'string', default: String(bearable()) },
    package: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    retry: { type: 'boolean', default: false },
    throttle: { type: 'string', default: '1' },
    vscode: { type: 'string' },
  },
});
const [jobs, repeat] = [values.jobs, values.repeat].map(Number);
const unknown = positionals.find(name => !levels.includes(name));
if (unknown) fail(`There is no level ${unknown}: ${levels.join(', ')}.`);
if (values.vscode && !releases.includes(values.vscode)) fail(`--vscode takes one of ${releases.join(', ')}.`);
const throttle = Number(values.throttle);
if (!(jobs >= 1 && repeat >= 1 && throttle >= 1)) fail('--jobs, --repeat and --throttle take a number from 1.');
process.env.HYDROGEN_THROTTLE = String(throttle);
// The workbench tests run on one release, the newest if none is named.
if (values.vscode !== undefined) process.env.HYDROGEN_VSCODE = values.vscode;
if (values.package !== undefined) process.env.HYDROGEN_PACKAGE = values.package;

function fail(sentence) {
  say(sentence);
  process.exit(1);
}

/** A workbench waits more than it computes, so two share a core; with its browser it needs about a gigabyte. */
function bearable() {
  return Math.max(1, Math.min(2 * os.availableParallelism(), Math.floor(os.totalmem() / 2 ** 31)));
}

const whole = positionals.length === 0 && values.grep === undefined && values.vscode === undefined;
const quick = whole && !values.all;
process.env.HYDROGEN_QUICK = quick ? '1' : '0';
const chosen = positionals.length > 0 ? positionals : quick ? quickLevels : levels;
const pool = new Pool({ jobs, grep: values.grep, retry: values.retry });

/** Ctrl+C reaches the workers as well, which clean up; this process waits for them, and prints the results so far. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => pool.interrupt());
if (process.env.npm_lifecycle_event) {
  // A signal that is sent only to npm ends npm and its shell, and would leave this process behind without a parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && pool.interrupt(), 500).unref();
}

async function main() {
  try {
    await prepare({ tests: true });
    // Once and first: workers would otherwise all download the same files.
    const fetching = ['out/test/host/launcher/fetch.mjs', ...chosen];
    if ((await run(process.execPath, fetching)) !== 0) throw new Error('What the tests need could not be fetched.');
  } catch (error) {
    say(error.message);
    return end({ passed: 0, failed: 1 });
  }
  await pool.run(tasksOf(chosen, { checks: whole, grep: values.grep, quick, repeat, vscode: values.vscode }));
  pool.summary();
  end(pool);
}

function end({ passed, failed }) {
  process.exitCode = failed > 0 || passed === 0 || pool.interrupted ? 1 : 0;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}

await main();
