// `npm test`: installs, builds, checks and runs every level of tests. `npm test -- unit|host|clients|ui [--grep text]` runs one
// level. Plain Node without dependencies, because on a fresh clone there are none yet.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root, run, say } from './prepare.mjs';

const levels = {
  unit: [{ name: 'unit', program: ['level.mjs', 'unit', '--timeout', '20000'] }],
  host: [
    { name: 'host-newest', program: ['host/launcher/hostTests.mjs', '--release', 'newest'] },
    { name: 'host-oldest', program: ['host/launcher/hostTests.mjs', '--release', 'oldest'] },
  ],
  clients: [{ name: 'clients', program: ['level.mjs', 'clients', '--timeout', '120000'] }],
  ui: [{ name: 'ui', program: ['level.mjs', 'ui', '--timeout', '120000'] }],
};

const checks = [
  ['types', 'typescript/bin/tsc', '--noEmit'],
  ['lint', 'eslint/bin/eslint.js', '.'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '.'],
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });
const unknown = positionals.find(name => !(name in levels));
if (unknown) fail(`There is no level ${unknown}: ${Object.keys(levels).join(', ')}.`);

function fail(sentence) {
  say(sentence);
  process.exit(1);
}

/** Runs a check and keeps its output back until it has ended: they run at the same time. */
function check([name, script, ...args]) {
  return new Promise(resolve => {
    const program = path.join(root, 'node_modules', script);
    const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('close', code => {
      if (code !== 0) say(`The check of ${name} failed.\n${output}`);
      resolve(code === 0);
    });
  });
}

/** Runs one level and returns what came of it, by the results file alone. */
async function runLevel({ name, program }, folder) {
  say(`Running the ${name} tests.`);
  const results = path.join(folder, `${name}.json`);
  const [script, ...args] = program;
  const grep = values.grep ? ['--grep', values.grep] : [];
  const code = await run(
    process.execPath,
    ['--enable-source-maps', path.join('out', 'test', script), ...args, ...grep, '--results', results],
    { stdio: ['ignore', 1, 2] },
  );
  const { passed = 0, failed = 0 } = readResults(results);
  const noneMatched = passed + failed === 0 && values.grep !== undefined;
  const problem = failed === 0 && (code !== 0 || passed === 0) && !noneMatched;
  if (problem) say(`The ${name} tests did not run to their end.`);
  // A level that broke before it could count is one failure, so that the last line cannot look green.
  return { passed, failed: failed + (problem ? 1 : 0) };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Ctrl+C reaches the level as well, which cleans up; this process waits for it, and says what there was until then. */
let interrupted = false;
process.on('SIGINT', () => (interrupted = true));

async function main() {
  try {
    await prepare({ tests: true });
  } catch (error) {
    say(error.message);
    return end({ passed: 0, failed: 1 });
  }
  if (positionals.length === 0 && values.grep === undefined) {
    say('Checking types, lint and format.');
    const fine = await Promise.all(checks.map(check));
    const broken = fine.filter(passed => !passed).length;
    if (broken > 0) return end({ passed: 0, failed: broken });
  }
  const chosen = positionals.length > 0 ? positionals : Object.keys(levels);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hydrogen-results-'));
  const sum = { passed: 0, failed: 0 };
  try {
    for (const level of chosen.flatMap(name => levels[name])) {
      if (interrupted) break;
      const { passed, failed } = await runLevel(level, folder);
      sum.passed += passed;
      sum.failed += failed;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  end(sum);
}

function end({ passed, failed }) {
  process.exitCode = failed > 0 || passed === 0 || interrupted ? 1 : 0;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}

await main();
