// Runs every snippet of verdicts.json in a real Node 12, and writes its verdict: `runs` or the name of the error.
// Usage: node test/unit/functions/node12/verdicts.mjs FOLDER. Installs the npm package node@12 in FOLDER if it is
// missing.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const list = path.join(import.meta.dirname, 'verdicts.json');
const atOnce = 2;
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder for Node 12.');

const program = await installedNode(path.resolve(folder));
const node = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
const work = await mkdtemp(path.join(tmpdir(), 'node12-'));
try {
  const { snippets } = JSON.parse(await readFile(list, 'utf8'));
  const found = Object.entries(snippets);
  const waiting = [...found];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next[1] = await verdict(next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await writeFile(list, `${JSON.stringify({ node, snippets: Object.fromEntries(found) }, undefined, 2)}\n`);
} finally {
  await rm(work, { recursive: true });
}

/**
 * Installs Node 12 if it is missing.
 * @returns the path of the program
 */
async function installedNode(folder) {
  const bin = path.join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(bin)) return bin;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  // The package's install script fetches the program of this platform.
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' };
  execFileSync('npm', ['install', '--ignore-scripts=false', 'node@12'], options);
  return bin;
}

/** Runs code as the service does: as a CommonJS file. */
async function verdict(code) {
  const file = path.join(await mkdtemp(path.join(work, 'snippet-')), 'index.js');
  await writeFile(file, code);
  // The working folder contains no file that a snippet could find.
  const options = { cwd: path.dirname(file), timeout: 60_000 };
  const { stderr, code: exitCode } = await promisify(execFile)(
    program,
    ['--unhandled-rejections=strict', file],
    options,
  ).catch(error => error);
  if (exitCode === undefined) return 'runs';
  const [, name] = /^(\w*Error)(?: \[\w+\])?(?::|$)/m.exec(stderr) ?? [];
  if (name === undefined) throw new Error(`No verdict for ${code}: ${stderr}`);
  return name;
}
