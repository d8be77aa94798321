import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import type { DataService } from '../src/api/openApi/dataService';
import { execute } from '../src/change/execute';
import { replaceCode } from '../src/functions/deploy';
import { codeHash, listFunctions } from '../src/functions/functionService';
import type { Sandbox, SandboxApplication } from '../src/sandbox/sandbox';
import { withService } from '../test/unit/records/fixture';
import { runLocally } from '../test/unit/sandbox/functions/localProgram';
import { callerOf, withSandbox } from '../test/unit/sandbox/fixture';

const functions = 60;
const rounds = 20;
const base = '/oserve/v1.3/cloud-function/';
/** A function that returns its own duration in milliseconds. */
const code = `exports.main = async () => {
  const start = process.hrtime();
  await new Promise(resolve => setTimeout(resolve, 50));
  const [seconds, nanoseconds] = process.hrtime(start);
  return seconds * 1000 + nanoseconds / 1e6;
}`;

async function main(): Promise<void> {
  const tables: string[] = [];
  await withSandbox(
    async (sandbox, shop) => {
      await createFunctions(shop);
      await withService(shop, async service => void tables.push(await requests(sandbox, service)));
      tables.push(await runs(sandbox, shop));
    },
    { runFunctions: true },
  );
  tables.push(await loaded());
  process.stdout.write(`## Cloud functions\n\n${tables.join('\n\n')}\n`);
}

async function createFunctions(shop: SandboxApplication): Promise<void> {
  const call = await callerOf(shop);
  // Starts at 1, because the sandbox already has one function.
  for (let index = 1; index < functions; index += 1)
    await call.json(`POST ${base}`, { body: { name: `f${index}`, function_code: code } }, 201);
}

async function requests(sandbox: Sandbox, service: DataService): Promise<string> {
  const count = async (work: () => Promise<unknown>) => {
    const before = sandbox.requests.length;
    await work();
    return sandbox.requests.length - before;
  };
  const listed = await count(async () => {
    for (let offset: number | undefined = 0; offset !== undefined;)
      offset = (await listFunctions(service, { offset })).nextOffset;
  });
  const deployed = await count(() =>
    execute(service, [replaceCode('f1', `// 2\n${code}`, codeHash(code), read => read())]),
  );
  return `| | requests | target |
| --- | ---: | ---: |
| list of ${functions} functions | ${listed} | ${functions / 20} |
| deploy of one | ${deployed} | 2 |`;
}

/** Alternates the kinds of runs, so that other load on the machine affects all of them. */
async function runs(sandbox: Sandbox, shop: SandboxApplication): Promise<string> {
  const call = await callerOf(shop);
  const ways = {
    'Run: from a file, in a process of its own': async () => Number((await runLocally(sandbox, shop, code)).run.data),
    'the stored function, in the sandbox': async () =>
      Number((await call.json(`POST ${base}f2/debug/`, { body: { data: {} } })).data),
    'an empty Node process, for comparison': async () => {
      await once(spawn(process.execPath, ['-e', '0']), 'close');
      return 0;
    },
  };
  const taken = Object.fromEntries(Object.keys(ways).map(name => [name, [] as number[]]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const start = performance.now();
      const own = await run();
      if (round >= 0) taken[name]?.push(performance.now() - start - own);
    }
  }
  const rows = Object.entries(taken).map(([name, times]) => {
    const sorted = times.sort((one, other) => one - other).map(time => time.toFixed(0));
    return `| ${name} | ${sorted[Math.floor(sorted.length / 2)]} | ${sorted[0]} | ${sorted.at(-1)} |`;
  });
  return `Time of a run above the function's own time, ${rounds} of each in turn. Target: at most 150 ms.

| | median (ms) | least (ms) | most (ms) |
| --- | ---: | ---: | ---: |
${rows.join('\n')}`;
}

/** Measures the size of the shipped code for cloud functions. */
async function loaded(): Promise<string> {
  const module = pathToFileURL(path.resolve('esbuild.mjs')).href;
  const { product, functionProgram } = (await import(module)) as Record<'product' | 'functionProgram', BuildOptions>;
  const outputsOf = async (options: BuildOptions): Promise<Metafile['outputs']> =>
    (await build({ ...options, metafile: true, minify: true, sourcemap: false, write: false })).metafile?.outputs ?? {};
  const outputs = Object.values(await outputsOf(product));
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const parser = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([name, { bytesInOutput }]) => (name.includes('/acorn/') ? bytesInOutput : [])),
  );
  const parserBytes = parser.reduce((all, bytes) => all + bytes, 0);
  const own = outputs.find(({ inputs }) => 'src/ui/functions/functions.ts' in inputs);
  const ownBytes = Object.entries(own?.inputs ?? {})
    .filter(([name]) => !name.includes('/acorn/'))
    .reduce((all, [, { bytesInOutput }]) => all + bytesInOutput, 0);
  const [program] = Object.values(await outputsOf(functionProgram));
  return `| loaded with the first use | kB | target |
| --- | ---: | ---: |
| commands, deploy, runs | ${kB(ownBytes)} | 60 |
| parser of the Node 12 check | ${kB(parserBytes)} | 120 |
| \`BaaS\` and the program of a run, in its own process | ${kB(program?.bytes ?? NaN)} | 25 |`;
}

await main();
