import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { root } from '../../host/launcher/root';
import { onPosix } from '../posix';
import { useProgram } from './program';

describe('hydrogen world pull of an environment of the sandbox', () => {
  const program = useProgram();
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ categories: 20, scale: 10 });
    const [shop] = sandbox.applications;
    assert(shop !== undefined);
    const { clientId, authUrl, serverDomain, environments } = shop;
    await program.settings({ clientId, authUrl, serverDomain, environments });
  });
  after(() => sandbox.close());

  it('counts only the tables whose records are read towards the limit', async () => {
    const env = { HYDROGEN_CLIENT_SECRET: sandbox.applications[0]?.clientSecret ?? '' };
    const pull = ['world', 'pull', '--env', 'Staging', '-o', 'w.json', '--records'];
    // Four tables, and two of the service whose records are never read.
    assert.match((await program.callCommand([...pull, '12500'], env)).errors, /Run the command again with --yes/);
    assert.match((await program.callCommand([...pull, '12501'], env)).errors, /at most 50000 records/);
  });

  it('leaves no file, and goes on after a lost connection', async () => {
    const env = { HYDROGEN_CLIENT_SECRET: sandbox.applications[0]?.clientSecret ?? '' };
    const args = ['world', 'pull', '--env', 'Staging', '-o', 'w.json', '--records', '10', '--yes', '--rate', '1000'];
    sandbox.fail({ kind: 'status', status: 500, path: '/oserve/v2.4/table/', times: 3 });
    const failed = await program.callCommand(args, env);
    assert.equal(failed.code, 3, failed.errors);
    await assert.rejects(stat(program.path('w.json')));
    sandbox.fail({ kind: 'reset', path: '/oserve/v2.4/table/', times: 1 });
    // The service rejects the token while reading, so the program obtains a new one.
    sandbox.fail({ kind: 'status', status: 401, path: '/oserve/v2.4/table/', times: 1 });
    sandbox.fail({ kind: 'status', status: 401, path: '/oserve/v2.2/server/time/', times: 1 });
    sandbox.fail({ kind: 'status', status: 429, retryAfter: 1, path: '/oserve/v2.6/schema/', times: 1 });
    const { code, errors } = await program.callCommand(args, env);
    assert.equal(code, 0, errors);
    const wrong = await program.callCommand(args, { HYDROGEN_CLIENT_SECRET: 'wrong' });
    assert.equal(wrong.code, 4, wrong.errors);
  });

  it('ends with 130 after Ctrl+C, and leaves no file', async () => {
    const env = { HYDROGEN_CLIENT_SECRET: sandbox.applications[0]?.clientSecret ?? '' };
    sandbox.fail({ kind: 'never', path: '/oserve/v1.8/table/' });
    const child = program.startCommand(['world', 'pull', '--env', 'Staging', '-o', 'cancelled.json', '--yes'], env);
    sandbox.onRequest(({ path }) => void (path.startsWith('/oserve/v1.8/table/') && child.kill('SIGINT')));
    const { code, errors } = await program.ended(child);
    assert.equal(code, 130, errors);
    await assert.rejects(stat(program.path('cancelled.json')));
  });

  it('gives the same verdicts from the file as from the environment', async () => {
    const env = { HYDROGEN_CLIENT_SECRET: sandbox.applications[0]?.clientSecret ?? '' };
    const paths = [
      ...['/oserve/v1.8/table/', '/oserve/v2.4/table/product/record/?limit=3', '/oserve/v1/user-group/'],
      ...['/oserve/v1.3/cloud-function/', '/oserve/v2.4/table/none/record/', '/hserve/v2.2/content/group/'],
    ];
    const checks = ['status == 200', 'body objects isArray', 'body meta.total_count > 5', 'documented'];
    // The report has one verdict per request, so each request has one check.
    const requests = paths.flatMap(address => checks.map(check => `### ${check}\nGET ${address}\n\n?? ${check}\n`));
    await program.write('same.hydrogen.http', requests.join('\n'));
    const verdicts = async (...place: string[]) => {
      const { code, out, errors } = await program.callCommand(['check', 'same.hydrogen.http', '--tap', ...place], env);
      assert.equal(code, 1, out + errors);
      return out.split('\n').filter(line => /^(not )?ok /.test(line));
    };
    const expected = await verdicts('--env', 'Staging');
    assert.equal(expected.length, requests.length);
    assert.ok(expected.filter(line => line.startsWith('ok')).length > 8, expected.join('\n'));
    assert.deepEqual(await verdicts('--sandbox', 'w.json'), expected);
  });

  it('accepts a file that an editor began with a byte order mark', async () => {
    await program.write('marked.json', `\ufeff${await program.read('w.json')}`);
    await program.write('time.hydrogen.http', 'GET /oserve/v2.2/server/time/');
    const diff = await program.callCommand(['world', 'diff', 'w.json', 'marked.json']);
    assert.deepEqual([diff.code, diff.out], [0, 'The worlds are equal.\n'], diff.errors);
    const { code, errors } = await program.callCommand(['check', 'time.hydrogen.http', '--sandbox', 'marked.json']);
    assert.equal(code, 0, errors);
  });

  onPosix('writes a file that a check also reads from a pipe, which can be read only once', async () => {
    const env = { HYDROGEN_CLIENT_SECRET: sandbox.applications[0]?.clientSecret ?? '' };
    const pull = ['world', 'pull', '--env', 'Staging', '-o', 'piped.json', '--yes', '--rate', '1000'];
    const pulled = await program.callCommand(pull, env);
    assert.equal(pulled.code, 0, pulled.errors);
    await program.write('time.hydrogen.http', 'GET /oserve/v2.2/server/time/');
    const script = 'cat piped.json | "$0" "$1" check time.hydrogen.http --sandbox=/dev/stdin';
    const child = spawn('sh', ['-c', script, process.execPath, path.join(root, 'dist', 'cli.cjs')], {
      cwd: program.path('.'),
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, errors } = await program.ended(child);
    assert.equal(code, 0, errors);
  });
});
