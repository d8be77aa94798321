import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { runChecks } from '../../src/requests/checks/run';
import { parseDocument } from '../../src/requests/document/parse';
import { executeRequest } from '../../src/requests/sending/executeRequest';
import { root } from '../host/launcher/root';
import { contextFor, target } from '../unit/requests/fixture';
import { clientsFolder } from './installed';

const folder = path.join(root, 'test', 'clients', 'checks');

/** `file title: check` → whether it passed. */
type Verdicts = Map<string, boolean[]>;

/** What the files of the folder are sent to: a response is what it was asked with, in the status of its path. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const status = Number(/^\/echo\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    const isFixed = request.url?.startsWith('/fixed') === true;
    response.writeHead(status, {
      'Content-Type': isFixed ? 'application/json' : request.headers['content-type'],
      'X-One': '1',
      'X-Two': ['a', 'b'],
      'X-Empty': '',
      'Set-Cookie': ['theme=dark; Path=/', 'lang=zh'],
    });
    response.end(isFixed ? '{"ok":true}' : Buffer.concat(chunks));
  });
});

async function ours(names: readonly string[], origin: string): Promise<Verdicts> {
  const files = await Promise.all(
    names.map(async name => ({ name, document: parseDocument(await readFile(path.join(folder, name), 'utf8')) })),
  );
  const here = { ...target, serverDomain: origin, authUrl: origin };
  const results = await runChecks(
    files,
    {
      execute: (file, request, run) =>
        executeRequest(request, { ...contextFor('', { target: here }), document: file.document, ...run }),
      describe: error => ({ code: '', text: String(error) }),
      wait: () => Promise.resolve(),
    },
    { signal: new AbortController().signal },
  );
  return new Map(
    results.map(({ file, label, verdicts, problem }) => {
      assert.equal(problem, undefined, `${file} ${label}`);
      return [`${file} ${label}`, verdicts.map(({ passed }) => passed)];
    }),
  );
}

interface Report {
  requests: { fileName: string; title: string; testResults?: { message: string; status: string }[] }[];
}

async function theirs(origin: string): Promise<Verdicts> {
  const program = path.join(await clientsFolder(), 'node_modules', 'httpyac', 'bin', 'httpyac.js');
  const args = ['send', '*.http', '--all', '--json', '--output', 'none', '--var', `host=${origin}`];
  const made = await mkdtemp(path.join(os.tmpdir(), 'checks-'));
  // Into a file: it ends before a pipe has taken everything.
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
  let origin = '';

  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());

  it('the same verdict for every check', async function () {
    this.timeout(300_000);
    const names = (await readdir(folder)).filter(name => name.endsWith('.http')).sort();
    const [here, there] = [await ours(names, origin), await theirs(origin)];
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
    const passed = all.filter(Boolean).length;
    console.log(
      `      ${names.length} files, ${all.length} checks, ${passed} of which pass, ${different.length} differ`,
    );
    assert.deepEqual(different, []);
  });
});
