import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { after, before, beforeEach, describe, it } from 'mocha';
import { runProgram } from '../../../src/cli/program';
import { serverTimePath } from '../../../src/api/openApi/openApi';
import { codeHash } from '../../../src/functions/functionService';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { callerOf, type Caller } from '../sandbox/fixture';
import { useProgram } from './program';

const list = '/oserve/v1.3/cloud-function/';
const [first, second, third] = ['exports.main = 1;\n', 'exports.main = 2;\n', 'exports.main = 3;\n'];
const file = 'functions/f/index.js';

describe('a function that changes while hydrogen works', () => {
  const program = useProgram('functions');
  let sandbox: Sandbox;
  let shop: SandboxApplication;
  let call: Caller;
  let env: Record<string, string>;
  const target = ['--env', 'Production', '--allow-production'];
  const run = (...args: string[]) => program.call([...args, ...target], env);
  const there = async () => (await call.json<{ function_code: string }>(`GET ${list}f/`)).function_code;
  const change = (code: string) => call.json(`PATCH ${list}f/`, { body: { function_code: code } }, 202);
  const base = async () => {
    const lock = JSON.parse(await program.read('functions/functions.lock.json')) as Record<string, unknown>;
    return (lock[shop.clientId] as Record<string, Record<string, string>>)['production']?.['f'];
  };
  /** Deploys on a terminal. @param meanwhile runs while the question waits for its answer */
  const deployAfter = async (meanwhile: () => Promise<unknown>) => {
    let out = '';
    const context = {
      env: { HYDROGEN_ALLOW_HOSTS: '127.0.0.1', ...env },
      input: () => Promise.resolve(''),
      print: (text: string) => void (out += text),
      ask: async () => (await meanwhile(), 'y'),
      color: false,
      signal: new AbortController().signal,
    };
    const settings = ['--settings', program.path('hydrogen.json')];
    const code = await runProgram(['functions', 'deploy', 'f', ...target, ...settings], context, () => undefined);
    return { code, out };
  };

  before(async () => {
    sandbox = await startSandbox({ categories: 1 });
    shop = sandbox.applications[0] ?? assert.fail();
    call = await callerOf(shop);
    const { clientId, authUrl, serverDomain } = shop;
    env = { HYDROGEN_CLIENT_SECRET: shop.clientSecret, XDG_STATE_HOME: program.path('state') };
    await program.settings({ clientId, authUrl, serverDomain }, { functions: { folder: 'functions' } });
  });
  beforeEach(async () => {
    await call(`DELETE ${list}f/`);
    await call.json(`POST ${list}`, { body: { name: 'f', function_code: first } }, 201);
    await run('pull', 'f', '--overwrite');
  });
  after(() => sandbox.close());

  it('can be deployed again after somebody else deployed the same code', async () => {
    await program.write(file, second);
    await change(second);
    assert.equal((await run('deploy', 'f', '--yes')).out, 'f: unchanged\n');
    assert.equal(await base(), codeHash(second));
    await program.write(file, third);
    const { code, out } = await run('deploy', 'f', '--yes');
    assert.deepEqual([code, await there()], [0, third], out);
  });

  it('does not stop the deployment of others if its new base cannot be stored', async () => {
    const lock = program.path('functions/functions.lock.json.lock');
    await call.json(`POST ${list}`, { body: { name: 'g', function_code: first } }, 201);
    await run('pull', 'g');
    for (const name of ['f', 'g']) await program.write(`functions/${name}/index.js`, second);
    await change(second);
    symlinkSync(os.tmpdir(), lock, 'junction');
    const { code, out, errors } = await run('deploy', 'f', 'g', '--yes').finally(() => rmSync(lock));
    assert.match(out, /^f: unchanged\ng: deployed\. [^\n]*\n$/);
    assert.equal(errors, 'functions/functions.lock.json.lock is a link that leads out of the workspace.\n');
    assert.deepEqual([code, (await call.json<{ function_code: string }>(`GET ${list}g/`)).function_code], [2, second]);
    await call(`DELETE ${list}g/`);
  });

  it('is reported as possibly deployed after a lost response', async () => {
    await program.write(file, second);
    sandbox.fail({ kind: 'lostResponse', method: 'PATCH', path: `${list}f/` });
    const stop = sandbox.onRequest(({ method }) => {
      if (method === 'PATCH') sandbox.fail({ kind: 'status', status: 503, method: 'GET', path: list, times: 100 });
    });
    const ran = await run('deploy', 'f', '--yes').finally(stop);
    sandbox.clearFaults();
    assert.deepEqual(ran, {
      code: 3,
      out: 'f: it is not known whether it was deployed. Deploy it again: equal code is not sent twice.\n',
      errors: '',
    });
  });

  it('ends with the most important exit code if several cannot be deployed', async () => {
    await call.json(`POST ${list}`, { body: { name: 'g', function_code: first } }, 201);
    await run('pull', 'g', '--overwrite');
    for (const name of ['f', 'g']) await program.write(`functions/${name}/index.js`, second);
    for (const [name, status] of [
      ['f', 400],
      ['g', 403],
    ] as const)
      sandbox.fail({ kind: 'status', status, method: 'PATCH', path: `${list}${name}/` });
    const { code, out } = await run('deploy', 'f', 'g', '--yes');
    sandbox.clearFaults();
    await call(`DELETE ${list}g/`);
    assert.match(out, /^f: .*400.*\ng: .*403/s);
    assert.equal(code, 2, out);
  });

  it('is not called deployed by somebody else if it was deleted', async () => {
    await program.write(file, second);
    const deleted = await deployAfter(() => call(`DELETE ${list}f/`));
    assert.deepEqual(deleted, { code: 1, out: 'f: the service has no such function any more.\n' });
    await call.json(`POST ${list}`, { body: { name: 'f', function_code: first } }, 201);
    const changed = await deployAfter(() => change(third));
    assert.deepEqual(changed, {
      code: 1,
      out: 'f: the service has other code than expected. Pull it and merge first.\n',
    });
  });

  it('keeps an edit that is saved while pull reads', async () => {
    await change(second);
    // The program gets the response after this function has returned.
    const stop = sandbox.onRequest(({ path }) => path === `${list}f/` && writeFileSync(program.path(file), third));
    const { code } = await run('pull', 'f').finally(stop);
    assert.equal(code, 1);
    assert.equal(await program.read(file), third);
  });

  it('does not stop the pull of others if it was deleted after the list was read or has an unusable file', async () => {
    const names = ['deleted', 'binary', 'linked', 'older'];
    for (const name of names) await call.json(`POST ${list}`, { body: { name, function_code: second } }, 201);
    mkdirSync(program.path('functions/binary'));
    writeFileSync(program.path('functions/binary/index.js'), Buffer.of(0xff));
    symlinkSync(os.tmpdir(), program.path('functions/linked'), 'junction');
    const missing = { kind: 'status', status: 404, path: `${list}deleted/`, times: 2 } as const;
    sandbox.fail(missing);
    const { code, out, errors } = await run('pull');
    for (const line of [
      'There is no cloud function deleted.',
      'functions/binary/index.js is not UTF-8 text.',
      'functions/linked is a link that leads out of the workspace.',
      'older: written',
      'f: unchanged',
    ])
      assert.ok(out.split('\n').includes(line), `${line}\n${out}`);
    assert.deepEqual([code, errors], [1, '']);
    assert.equal((await run('pull', 'deleted')).code, 2);
    for (const name of names) await call(`DELETE ${list}${name}/`);
    rmSync(program.path('functions/linked'));
  });

  it('is reported as not deployed by a comparison of all functions after it was deleted', async () => {
    mkdirSync(program.path('functions/notes'), { recursive: true });
    await run('pull');
    await call(`DELETE ${list}f/`);
    const { code, out } = await run('diff');
    const lines = out.split('\n');
    assert.ok(lines.includes('f: not deployed') && !out.includes('notes'), out);
    assert.equal(code, 1);
  });

  it('does not stop the comparison of others if it has an unusable file', async () => {
    await call.json(`POST ${list}`, { body: { name: 'binary', function_code: second } }, 201);
    mkdirSync(program.path('functions/binary'), { recursive: true });
    writeFileSync(program.path('functions/binary/index.js'), Buffer.of(0xff));
    const { code, out, errors } = await run('diff');
    const lines = out.split('\n');
    assert.ok(lines.includes('functions/binary/index.js is not UTF-8 text.') && lines.includes('f: unchanged'), out);
    assert.deepEqual([code, errors], [1, '']);
    assert.equal((await run('diff', 'binary')).code, 2);
    await call(`DELETE ${list}binary/`);
  });

  it('is compared with the base in a file that begins with a byte order mark', async () => {
    const bases = await program.read('functions/functions.lock.json');
    await program.write('functions/functions.lock.json', `\ufeff${bases}`);
    assert.deepEqual(await run('diff', 'f'), { code: 0, out: 'f: unchanged\n', errors: '' });
  });

  it('is not compared, with the exit code 2, if the file with its base has a merge conflict', async () => {
    const bases = await program.read('functions/functions.lock.json');
    await program.write('functions/functions.lock.json', `<<<<<<< HEAD\n${bases}`);
    const wrong = { code: 2, out: '', errors: 'functions.lock.json is not valid JSON.\n' };
    const compared = await run('diff', 'f');
    await program.write('functions/functions.lock.json', bases);
    assert.deepEqual(compared, wrong);
  });

  it('may have run after a lost response: one message says so, and does not advise to try again', async () => {
    const on = { method: 'POST', path: `${list}f/debug/` };
    sandbox.fail({ kind: 'lostResponse', ...on });
    assert.deepEqual(await run('run', 'f', '--yes'), {
      code: 3,
      out: '',
      errors:
        'It is not known whether f ran (UND_ERR_SOCKET). Look at its runs before you run it again: hydrogen functions logs f\n',
    });
    sandbox.fail({ kind: 'status', status: 502, ...on });
    const { errors } = await run('run', 'f', '--yes');
    assert.match(errors, /^It is not known whether f ran \(502\)\. /);
    sandbox.fail({ kind: 'status', status: 403, ...on });
    assert.doesNotMatch((await run('run', 'f', '--yes')).errors, /not known/);
  });

  it('has not run if its token is rejected and cannot be renewed', async () => {
    for (const path of [`${list}f/debug/`, serverTimePath]) sandbox.fail({ kind: 'status', status: 401, path });
    // The token is obtained for the read before the run, so only its renewal fails.
    const stop = sandbox.onRequest(({ path }) => {
      if (path === serverTimePath) sandbox.fail({ kind: 'status', status: 503, path: '/api/oauth2/' });
    });
    const { code, out, errors } = await run('run', 'f', '--yes').finally(stop);
    sandbox.clearFaults();
    assert.deepEqual([code, out], [3, '']);
    assert.match(errors, /^http:\S+ reports an internal error \(503/);
  });

  it('is not replaced by an empty file', async () => {
    await program.write(file, ' \n');
    const { code, errors } = await run('deploy', 'f', '--yes');
    assert.deepEqual([code, errors], [2, 'functions/f/index.js is empty. Nothing was sent.\n']);
    assert.equal(await there(), first);
  });
});
