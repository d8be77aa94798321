import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'mocha';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { inFolder } from '../folder';
import { accepts, obtainTokens, withSandbox } from './fixture';

const bundle = path.resolve('dist/program/sandbox.js');

function run(...args: string[]) {
  const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => ({
    ...output,
    code: code as number | null,
    signal: signal as string | null,
  }));
  return { child, ended };
}

describe('sandbox: the program', () => {
  before(() => assert.ok(existsSync(bundle), `${bundle} is missing: build first`));

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`prints one line of JSON, works, and ends on ${signal}`, async () => {
      const { child, ended } = run('--port', '0');
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { applications, controlToken, ...first } = JSON.parse(line) as SandboxApplication & {
        applications: SandboxApplication[];
        controlToken: string;
      };
      assert.match(controlToken, /^[0-9a-f]{40}$/);
      assert.equal(applications.length, 2);
      assert.deepEqual(first, applications[0]);
      assert.deepEqual(Object.keys(first), [
        'name',
        'clientId',
        'clientSecret',
        'authUrl',
        'serverDomain',
        'environments',
        'contentGroups',
        'users',
      ]);
      const { access_token } = await obtainTokens(first);
      assert.ok(await accepts(first, access_token));
      child.kill(signal);
      const { code, stdout, stderr } = await ended;
      // Windows has no signals: there the process just ends.
      if (process.platform !== 'win32') assert.equal(code, 0);
      assert.deepEqual([stdout.split('\n').length, stderr], [2, '']);
    });
  }

  it('reports in one line that the port is in use', () =>
    withSandbox(async ({ port }) => {
      const { code, stdout, stderr } = await run('--port', String(port)).ended;
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(stderr, `Port ${port} is in use. Choose another with --port, or leave it out for a free one.\n`);
    }));

  it('refuses a world file of 200 MB, and says why', () =>
    inFolder(async folder => {
      const file = path.join(folder, 'world.json');
      await writeFile(file, '');
      await truncate(file, 200_000_000);
      const { code, stdout, stderr } = await run('--port', '0', '--world', file).ended;
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(stderr, `${file} is larger than 100 MB. Read fewer records into it.\n`);
    }));

  it('shows its usage when the options are wrong', async () => {
    for (const args of [
      ['--host', '0.0.0.0'],
      ['--port'],
      ['--port', 'http'],
      ['--port', '65536'],
      ['--port=-1'],
      ['8080'],
    ]) {
      const { code, stdout, stderr } = await run(...args).ended;
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^.+\n\nUsage: /);
    }
    const { code, stdout } = await run('--help').ended;
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: /);
  });
});
