// The tasks of a run, the longest first, so that no long one remains at the end when most workers are idle.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

export const levels = ['unit', 'host', 'clients', 'ui'];

/** The levels of `npm test` without arguments. */
export const quickLevels = ['unit', 'host', 'ui'];

/**
 * The most frequent actions of a user, from the first minute to a save in production. `npm test` runs these files of
 * test/ui, `--all` all.
 */
const journeys = [
  'workbench/newcomer',
  'workbench/hostileText',
  'applications/addApplication',
  'tokens/secrets',
  'tokens/statusAndGuard',
  'documents/documents',
  'requests/requests',
  'requests/testExplorer',
  'records/records',
  'records/gridLife',
].map(name => `test/ui/${name}.test.ts`);
const lost = journeys.find(name => !existsSync(path.join(root, name)));
if (lost) throw new Error(`There is no journey ${lost}.`);

/** The releases of VS Code for tests in its extension host. */
export const releases = ['newest', 'oldest'];

/** Milliseconds for one test: long enough for a busy machine, and short enough to end a test that hangs. */
const timeouts = { unit: 300_000, clients: 300_000, ui: 600_000 };

/** Bytes of test code per second: the estimate for a file that has no recorded duration. */
const bytesPerSecond = { unit: 4000, clients: 200, ui: 150 };

const inModules = (...parts) => path.join('node_modules', ...parts);

/** The static checks. ESLint checks only files that changed since its last run. */
const checks = [
  {
    name: 'lint',
    program: [
      inModules('eslint/bin/eslint.js'),
      ...['--cache', '--cache-strategy', 'content', '--cache-location', path.join('out', 'eslint.json'), '.'],
    ],
    guess: 15,
  },
  { name: 'types', program: [inModules('oxlint/bin/oxlint')], guess: 10 },
  { name: 'format', program: [inModules('oxfmt/bin/oxfmt'), '--check'], guess: 2 },
  { name: 'known vulnerabilities', program: [path.join('test', 'vulnerabilities.mjs')], guess: 6 },
];

/** The program for tasks that are sent one after another. */
const fileTests = ['out/test/fileTests.mjs'];
const hostTests = ['out/test/host/launcher/hostTests.mjs'];

const durations = path.join(root, 'out', 'durations.json');

/** One task for each test file, each release of VS Code and each check. */
export function tasksOf(chosen, { checks: wanted, grep, quick, repeat, vscode }) {
  const used = vscode ?? (quick ? 'newest' : undefined);
  const tests = chosen
    .flatMap(level =>
      level === 'host' ? hosts(used, { windows: grep === undefined ? 2 : 1, fewer: wanted }) : files(level),
    )
    .filter(({ level, name }) => !quick || level !== 'ui' || journeys.includes(name));
  const repeated = tests.flatMap(task => Array.from({ length: repeat }, () => task));
  const known = readDurations();
  const expected = ({ name, guess }) => known[name] ?? guess;
  return [...(wanted ? checks.map(check => ({ ...check, level: 'checks' })) : []), ...repeated].sort(
    (one, other) => expected(other) - expected(one),
  );
}

/**
 * Several windows run parts of the host tests, because one would run longer than all other tasks together.
 * @param fewer leaves out on the oldest release what cannot depend on it or cannot run on it (test/host/suite/onNewest.ts)
 */
function hosts(only, { windows, fewer }) {
  return (only === undefined ? releases : [only]).flatMap(release =>
    Array.from({ length: windows }, (_, index) => ({
      level: 'host',
      name: windows === 1 ? `host ${release}` : `host ${release}, part ${index + 1}`,
      program: hostTests,
      release,
      part: { index, count: windows },
      fewer: fewer && release === 'oldest',
      guess: 60,
    })),
  );
}

/** The built test files that still have a source: a build leaves those of deleted tests behind. */
function files(level) {
  const folder = path.join('out', 'test', level);
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter(name => name.endsWith('.test.mjs'))
    .map(name => {
      const source = path.join('test', level, name.replace(/\.mjs$/, '.ts'));
      const file = path.join(root, folder, name);
      return { level, name: source.replaceAll('\\', '/'), program: fileTests, file, timeout: timeouts[level] };
    })
    .filter(({ name }) => existsSync(path.join(root, name)))
    .map(task => ({ ...task, guess: statSync(path.join(root, task.name)).size / bytesPerSecond[level] }));
}

function readDurations() {
  try {
    return JSON.parse(readFileSync(durations, 'utf8'));
  } catch {
    return {};
  }
}

/** Stores the duration of each task, in seconds by name, for the order of the next run. */
export function keepDurations(taken) {
  writeFileSync(durations, JSON.stringify({ ...readDurations(), ...taken }));
}
