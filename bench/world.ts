import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../src/sandbox/sandbox';
import { readWorld, worldFormat, worldVersion, type World } from '../src/world/world';

// Measures how the command line program reads an environment with 40 tables of 1,000 records into a world file, and how
// a sandbox starts from it. Prints a table. The source is a sandbox in this process, behind a simulated network.

const [tables, rows, latency] = [40, 1000, 20];

const sandbox = await startSandbox({ worlds: [sourceWorld()], network: { latencyMs: latency } });
const [source] = sandbox.applications;
if (source === undefined) throw new Error('The sandbox has applications.');
const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-bench-'));
try {
  const { name, clientId, serverDomain, authUrl } = source;
  const application = { name, clientId, serverDomain, authUrl, environments: [] };
  await writeFile(path.join(folder, 'hydrogen.json'), JSON.stringify({ application }));
  const idle = await run(['--help']);
  const first = sandbox.requests.at(-1)?.id ?? 0;
  const read = await run([
    ...['world', 'pull', '--env', 'Production', '--allow-production', '--yes', '-o', 'world.json'],
    ...['--records', String(rows), '--rate', '4000'],
  ]);
  const requests = (sandbox.requests.at(-1)?.id ?? 0) - first;
  const file = path.join(folder, 'world.json');
  const { size } = await stat(file);
  const text = await readFile(file, 'utf8');
  const records = [...readWorld(text).records.values()].reduce((sum, each) => sum + each.length, 0);
  if (records !== tables * rows) throw new Error(`The world has ${records} records.`);
  const starts = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    const copy = await startSandbox({ worlds: [readWorld(await readFile(file, 'utf8'))] });
    starts.push(performance.now() - started);
    await copy.close();
  }
  const start = starts.sort((one, other) => one - other)[2] ?? 0;
  console.log('## World files\n');
  console.log(
    `${tables} tables of ${rows} records, read by the program over a link of ${latency} ms at 4000 requests a minute. Memory: the peak of the process beyond that of \`--help\`. The start of a sandbox from the file is the median of 5.\n`,
  );
  console.log('| | | target |\n| --- | ---: | ---: |');
  console.log(`| requests | ${requests} | |`);
  console.log(`| seconds | ${read.seconds.toFixed(1)} | |`);
  console.log(`| memory, MB | ${read.megabytes - idle.megabytes} | 120 |`);
  console.log(`| file, MB | ${(size / 1e6).toFixed(1)} | |`);
  console.log(`| start of a sandbox, ms | ${Math.round(start)} | 1000 |`);
} finally {
  await rm(folder, { recursive: true, force: true });
  await sandbox.close();
}

/** Creates the source's tables, with texts, numbers and a personal column. */
function sourceWorld(): World {
  const types = { sku: 'string', name: 'string', phone: 'string', note: 'string', price: 'number', tags: 'array' };
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
  const ids = Array.from({ length: tables }, (_, index) => 7000 + index);
  const world = {
    ...{ format: worldFormat, version: worldVersion, clientId: 'b'.repeat(20) },
    source: { application: 'Big', environment: 'Production' },
    users: [36_845_069_000_101],
    tables: ids.map(id => ({ id, name: `table_${id}`, schema: { fields } })),
    records: Object.fromEntries(ids.map(id => [id, Array.from({ length: rows }, (_, row) => record(id, row))])),
  };
  return readWorld(JSON.stringify(world));
}

function record(table: number, row: number): object {
  return {
    ...{ id: `${table}${row}`.padStart(24, '0'), created_by: 36_845_069_000_101, created_at: 1_700_000_000 + row },
    ...{ updated_at: 1, read_perm: ['user:*'], write_perm: ['user:*'] },
    ...{ sku: `SKU-${row}`, name: `名称 ${row}`, phone: `139${String(10_000_000 + row * 7919).slice(-8)}` },
    ...{ note: `<p>Ask li.lei${row}@corp.example</p>`.repeat(3), price: row / 7, tags: ['red', 'green'] },
  };
}

/** Runs the program and measures its time and peak memory, which the system reports. */
async function run(args: string[]): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const peak = "process.on('exit', () => require('fs').writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS))";
  const preload = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire('/x');${encodeURIComponent(peak)}`;
  const child = spawn(process.execPath, ['--import', preload, path.resolve('dist', 'cli.cjs'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HYDROGEN_ALLOW_HOSTS: '127.0.0.1',
      HYDROGEN_CLIENT_SECRET: source?.clientSecret ?? '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The program failed: ${errors}`);
  return {
    seconds: (performance.now() - started) / 1000,
    megabytes: Math.round(Number(/peak (\d+)/.exec(errors)?.[1]) / 1024),
  };
}
