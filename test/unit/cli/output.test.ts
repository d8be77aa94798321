import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('the output of hydrogen check', () => {
  const server = useServer();
  const { path: inFolder, settings, write, read, start, run, runCommand } = useProgram();

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.handler = json({ name: 'goods' });
  });

  it('may lose its reader: the teardown still runs, and the report is written', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => `### ${'long '.repeat(200)}${index}\nGET /a/\n`).join('');
    await write('a.hydrogen.http', `${requests}### down\n# @teardown\nDELETE /down/`);
    const child = start(['--env', 'Staging', '--junit', 'piped.xml']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
    assert.equal(server.received.at(-1)?.url, '/down/');
    assert.match(await read('piped.xml'), /tests="41" failures="0"/);
  });

  it('reports an invalid check before anything is sent, with exit code 2', async () => {
    await write('a.hydrogen.http', 'DELETE /a/\n');
    await write('b.hydrogen.http', 'GET /b/\n\n?? status == 200\n?? state == 1');
    const { code, errors } = await run(['a.hydrogen.http', 'b.hydrogen.http', '--env', 'Staging']);
    await rm(inFolder('b.hydrogen.http'));
    assert.equal(code, 2);
    assert.match(errors, /^b\.hydrogen\.http:4: A check cannot begin with state\. Use one of: status, /);
    assert.deepEqual(server.received, []);
  });

  it('contains nothing that controls a terminal or a CI system', async () => {
    server.handler = json({ name: '\x9b31m\u202e::error::' });
    const skipped = ['::set-output name=a::b', '##vso[task.setvariable]b'].map(
      text => `### one\n# @skip ${text}\nGET /a/\n`,
    );
    await write('a.hydrogen.http', `${skipped.join('')}### two\nGET /a/\n\n?? body name == x`);
    const { out } = await run(['--env', 'Staging']);
    assert.doesNotMatch(out, /^\s*::|##\w*\[|[\x7f-\x9f\u202e]/m, out);
    const json1 = (await run(['--env', 'Staging', '--json'])).out;
    assert.doesNotMatch(json1, /^\s*::|[\x7f-\x9f\u202e]/m);
    const { version, results } = JSON.parse(json1) as { version: number; results: { line: number }[] };
    assert.deepEqual([version, results.map(({ line }) => line)], [2, [3, 6, 8]]);
  });

  it('shows the version', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual([(await run(['--version'])).out, (await run(['--version'])).code], [`${version}\n`, 0]);
  });

  it('is the help of each command for -h and the word help, as for --help', async () => {
    for (const command of [[], ['check'], ['world'], ['table'], ['functions']]) {
      const calls = [
        [...command, '-h'],
        [...command, '--help'],
        ['help', ...command],
      ];
      const [short, long, word] = await Promise.all(calls.map(args => runCommand(args)));
      assert.deepEqual([short, word], [long, long]);
      assert.match(short?.out ?? '', /^Usage: hydrogen /);
    }
  });
});
