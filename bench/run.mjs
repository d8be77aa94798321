// Usage: `npm run bench`. Prepares, then runs every measurement in bench/ and prints its tables as Markdown. `--write`
// writes them to docs/benchmarks.md; `npm run bench -- grid` runs one of them. Uses plain Node without dependencies,
// because a fresh clone has none yet.
import { spawn } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare, root, run, say } from '../test/prepare.mjs';

function measure(file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('close', code => (code === 0 ? resolve(output.trim()) : reject(new Error(`${file} failed.`))));
  });
}

/** Measures the shipped package; `.ci/run` checks it against its target. */
async function measurePackage() {
  say('Measuring the package.');
  if ((await run('npm', ['run', 'package'], { shell: process.platform === 'win32' })) !== 0)
    throw new Error('There is no package.');
  const size = (name, bytes) => `| ${name} | ${Math.round(bytes / 1000)} |`;
  const dist = path.join(root, 'dist');
  const code = readdirSync(dist).filter(name => name.endsWith('.js'));
  const rows = [
    size('`.vsix`, at most 775', statSync(path.join(dist, 'hydrogen-baas.vsix')).size),
    ...code.map(name =>
      size(name === 'gridPage.js' ? '`gridPage.js`, at most 80' : `\`${name}\``, statSync(path.join(dist, name)).size),
    ),
  ];
  return `## Package\n\n| | kB |\n| --- | ---: |\n${rows.join('\n')}`;
}

async function main() {
  const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
  await prepare({ tests: true });
  const folder = path.join(root, 'out', 'bench');
  const tables = [];
  for (const name of readdirSync(folder)
    .filter(name => name.endsWith('.mjs') && (wanted.length === 0 || wanted.includes(path.parse(name).name)))
    .sort()) {
    say(`Measuring ${name}.`);
    tables.push(await measure(path.join(folder, name)));
  }
  if (wanted.length === 0) tables.push(await measurePackage());
  const machine = `${os.cpus().length} cores, ${os.cpus()[0]?.model ?? os.arch()}, Node ${process.version}`;
  const page = `# Benchmarks\n\nMade by \`npm run bench -- --write\` on ${machine}.\n\n${tables.join('\n\n')}\n`;
  process.stdout.write(page);
  if (wanted.length > 0 || !process.argv.includes('--write')) return;
  const { format } = await import('oxfmt');
  const file = path.join(root, 'docs', 'benchmarks.md');
  writeFileSync(file, (await format(file, page, { printWidth: 120 })).code);
}

await main().catch(error => {
  say(error.message);
  process.exitCode = 1;
});
