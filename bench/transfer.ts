import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../src/sandbox/sandbox';
import { newTable } from '../test/unit/records/transfer/scene';
import { callerOf } from '../test/unit/sandbox/fixture';

// Measures import and export of 100,000 records by the command line program, in a separate process, against a sandbox
// in this one. Prints a table.

const rows = 100_000;

const sandbox = await startSandbox();
const [shop] = sandbox.applications;
if (shop === undefined) throw new Error('The sandbox has applications.');
const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-bench-'));
try {
  const call = await callerOf(shop);
  const file = await open(path.join(folder, 'rows.csv'), 'w');
  await file.write('sku,name,stock\n');
  for (let at = 0; at < rows; at += 1000) {
    const lines = Array.from({ length: 1000 }, (_, more) => `SKU-${at + more},名称 ${at + more},${more % 50}\n`);
    await file.write(lines.join(''));
  }
  await file.close();
  const { name, clientId, serverDomain, authUrl } = shop;
  const settings = await open(path.join(folder, 'hydrogen.json'), 'w');
  await settings.write(JSON.stringify({ application: { name, clientId, serverDomain, authUrl, environments: [] } }));
  await settings.close();

  console.log('## Import and export\n');
  console.log(
    `${rows} records of three columns, by the program, over loopback. In brackets: the requests for the authorization and the table. Memory: the peak of the process, and its peak for \`--help\`.\n`,
  );
  console.log('| | requests | seconds | records a second | peak, MB |\n| --- | ---: | ---: | ---: | ---: |');
  const idle = await run([]);
  console.log(`| \`--help\` | | | | ${idle.megabytes} |`);
  for (const isUnique of [false, true]) {
    const id = await newTable(call, isUnique);
    const target = ['--table', id, '--env', 'Production', '--allow-production'];
    await show(isUnique ? 'import, by a unique index' : 'import, by created_at', [
      'import',
      'rows.csv',
      ...target,
      '--yes',
    ]);
    if (!isUnique) await show('export', ['export', 'out.csv', ...target]);
    const journal = await readFile(path.join(folder, 'out.csv'), 'utf8');
    if (journal.split('\n').length !== rows + 2) throw new Error('The export is not complete.');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await sandbox.close();
}

async function show(label: string, args: string[]): Promise<void> {
  const before = sandbox.requests.at(-1)?.id ?? 0;
  const { seconds, megabytes } = await run(args);
  const sent = sandbox.requests.filter(({ id }) => id > before).map(({ path: address }) => address);
  const ofRecords = sent.filter(address => address.includes('/record/')).length;
  console.log(
    `| ${label} | ${ofRecords} (${sent.length - ofRecords}) | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${megabytes} |`,
  );
}

/** Runs the program and measures its time and peak memory, which the system reports. */
async function run(args: string[]): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const peak = "process.on('exit', () => require('fs').writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS))";
  const preload = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire('/x');${encodeURIComponent(peak)}`;
  const program = path.resolve('dist', 'cli.cjs');
  const child = spawn(
    process.execPath,
    ['--import', preload, program, ...(args.length === 0 ? ['--help'] : ['table', ...args])],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HYDROGEN_ALLOW_HOSTS: '127.0.0.1',
        HYDROGEN_CLIENT_SECRET: shop?.clientSecret ?? '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  let output = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The program failed: ${errors} ${output}`);
  const kilobytes = Number(/peak (\d+)/.exec(errors)?.[1]);
  return { seconds: (performance.now() - started) / 1000, megabytes: Math.round(kilobytes / 1024) };
}
