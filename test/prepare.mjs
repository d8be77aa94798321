// Prepares a fresh clone: installs the packages and builds. Plain Node without dependencies, because it runs before there
// are any. All its output goes to stderr, because the stdout of the sandbox consists of one JSON line.
import { spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Node 20.18.1 is the first version that all development dependencies run on. */
const oldestNode = [20, 18, 1];

export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** Resolves with the exit code; the output goes to stderr. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

function npm(args) {
  // npm passes its own script to us, so its location is known on every system.
  const script = process.env.npm_execpath;
  if (script && /\.[cm]?js$/.test(script)) return run(process.execPath, [script, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}

function modified(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function checkNode() {
  const version = process.versions.node.split('.').map(Number);
  const difference = version.map((part, index) => part - oldestNode[index]).find(part => part !== 0) ?? 0;
  if (difference < 0) throw new Error(`Node ${oldestNode.join('.')} or later is needed; this is ${process.version}.`);
}

/** npm writes this file last, so an interrupted installation is repeated. */
const installed = 'node_modules/.package-lock.json';

async function install() {
  if (modified(installed) >= modified('package-lock.json')) return;
  say('Installing the packages.');
  if ((await npm(['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'])) !== 0) {
    rmSync(path.join(root, installed), { force: true });
    throw new Error('The packages could not be installed.');
  }
}

/** Installs missing packages and builds dist/, and out/ as well for tests. */
export async function prepare({ tests = false } = {}) {
  checkNode();
  await install();
  say(tests ? 'Building the extension and its tests.' : 'Building the extension.');
  if ((await run(process.execPath, ['esbuild.mjs', ...(tests ? ['--tests'] : [])])) !== 0) {
    throw new Error('The build failed.');
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await prepare({ tests: process.argv.includes('--tests') }).catch(error => {
    say(error.message);
    process.exitCode = 1;
  });
}
