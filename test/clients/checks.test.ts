import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import type { RequestResult } from '../../src/requests/checks/result';
import { root } from '../host/launcher/root';
import { useHttpServer } from '../httpServer';
import { corpusIn, echo, runCorpus } from './checksCorpus';
import { clientsFolder } from './installed';

const folder = path.join(root, 'test', 'clients', 'checks');

/** Whether each check passed, by `file title`. */
type Verdicts = Map<string, boolean[]>;

function byRequest(results: readonly RequestResult[]): Verdicts {
  return new Map(
    results.map(({ file, label, verdicts, problem }) => {
      assert.equal(problem, undefined, `${file} ${label}`);
      return [`${file} ${label}`, verdicts.map(({ passed }) => passed)];
    }),
  );
}

/** Runs the built command line program, because it is a separate bundle with its own code for sending. */
async function program(names: readonly string[], origin: string): Promise<Verdicts> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'checks-'));
  const settings = path.join(made, 'hydrogen.json');
  const environments = [{ name: 'Staging', envId: 'env-1' }];
  const application = { name: 'Shop', clientId: 'client-1', serverDomain: origin, authUrl: origin, environments };
  await writeFile(settings, JSON.stringify({ application }));
  const report = await open(path.join(made, 'report.json'), 'w+');
  const args = ['check', ...names, '--env', 'Staging', '--settings', settings, '--json'];
  const child = spawn(process.execPath, [path.join(root, 'dist', 'cli.cjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', report.fd, 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 1);
  await report.close();
  const { results } = JSON.parse(await readFile(path.join(made, 'report.json'), 'utf8')) as {
    results: RequestResult[];
  };
  await rm(made, { recursive: true });
  return byRequest(results);
}

interface Report {
  requests: { fileName: string; title: string; testResults?: { message: string; status: string }[] }[];
}

async function theirs(origin: string): Promise<Verdicts> {
  const program = path.join(await clientsFolder(), 'node_modules', 'httpyac', 'bin', 'httpyac.js');
  const args = ['send', '*.http', '--all', '--json', '--output', 'none', '--var', `host=${origin}`];
  const made = await mkdtemp(path.join(os.tmpdir(), 'checks-'));
  // Writes the report into a file, because the process ends before all of its output has passed a pipe.
  const report = await open(path.join(made, 'report.json'), 'w+');
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', report.fd, 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  // A check failed.
  assert.equal(code, 20);
  await report.close();
  const { requests } = JSON.parse(await readFile(path.join(made, 'report.json'), 'utf8')) as Report;
  await rm(made, { recursive: true });
  return new Map(
    requests
      .filter(({ testResults }) => testResults !== undefined)
      .map(({ fileName, title, testResults = [] }) => [
        `${path.basename(fileName)} ${title}`,
        testResults.map(({ status }) => status === 'SUCCESS'),
      ]),
  );
}

describe('checks, here and in httpYac', () => {
  const origin = useHttpServer(echo);
  let corpus = new Map<string, string>();

  before(async () => {
    corpus = await corpusIn(folder);
  });

  it('have the same verdict for every check', async () => {
    const [here, there] = [byRequest(await runCorpus(corpus, origin())), await theirs(origin())];
    assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort());
    const different = [...here].flatMap(([request, verdicts]) => {
      const [file = ''] = request.split(' ', 1);
      const others = there.get(request) ?? [];
      assert.equal(others.length, verdicts.length, request);
      return verdicts.flatMap((passed, index) =>
        passed === others[index] ? [] : [`${file}, check ${index + 1}: ${passed} here, ${others[index]} there`],
      );
    });
    const all = [...here.values()].flat();
    assert.ok(all.length > 2000);
    const passed = all.filter(Boolean).length;
    console.log(
      `      ${corpus.size} files, ${all.length} checks, ${passed} of which pass, ${different.length} differ`,
    );
    assert.deepEqual(different, []);
  });

  it('have the same verdict in the built program', async () => {
    const here = byRequest(await runCorpus(corpus, origin()));
    assert.deepEqual(await program([...corpus.keys()], origin()), here);
  });
});
