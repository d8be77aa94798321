import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { codeHash } from '../../../src/functions/functionService';
import { startSandbox, type Fault, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { onPosix } from '../posix';
import { obtainTokens } from '../sandbox/fixture';
import { useProgram } from './program';

const first = '\uFEFFexports.main = () => 1;\r\n';
const second = 'exports.main = () => 2;\n';
const theirs = 'exports.main = () => "theirs";\n';

describe('hydrogen functions', () => {
  const program = useProgram('functions');
  let sandbox: Sandbox;
  let shop: SandboxApplication;
  let token: string;
  let env: Record<string, string>;

  const run = (...args: string[]) => program.call([...args, '--env', 'Staging'], env);
  const call = async (method: string, address: string, body?: object) => {
    const [{ envId } = { envId: '' }] = shop.environments;
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Hydrogen-Env-ID': envId,
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(new URL(`/oserve/v1.3/cloud-function/${address}`, shop.authUrl), { method, headers, ...content });
  };
  const deployed = async (name: string) =>
    ((await (await call('GET', `${name}/`)).json()) as { function_code: string }).function_code;
  const file = (name: string) => `functions/${name}/index.js`;
  const base = async (name: string) => {
    const lock = JSON.parse(await program.read('functions/functions.lock.json')) as Record<string, unknown>;
    const places = lock[shop.clientId] as Record<string, Record<string, string>>;
    return Object.values(places)[0]?.[name];
  };
  const writes = () => sandbox.requests.filter(({ method, path: at }) => method !== 'GET' && at.includes('function'));

  before(async () => {
    sandbox = await startSandbox({ categories: 1, runFunctions: true });
    shop = sandbox.applications[0] ?? assert.fail();
    token = (await obtainTokens(shop)).access_token;
    const { clientId, authUrl, serverDomain, environments } = shop;
    env = { HYDROGEN_CLIENT_SECRET: shop.clientSecret, XDG_STATE_HOME: program.path('state') };
    await program.settings({ clientId, authUrl, serverDomain, environments }, { functions: { folder: 'functions' } });
    await call('POST', '', { name: 'adder', function_code: first });
  });
  after(() => sandbox.close());

  it('pulls code byte for byte, and stores what it was made from', async () => {
    const { code, errors } = await run('pull', 'adder');
    assert.equal(code, 0, errors);
    assert.equal(await program.read(file('adder')), first);
    assert.equal(await base('adder'), codeHash(first));
  });

  it('lists the functions with their state', async () => {
    const { code, out } = await run('list');
    assert.equal(code, 0);
    assert.match(out, /^adder {2}28 bytes {2}\S+Z {2}unchanged$/m);
    assert.match(out, /^hello {2}/m);
  });

  it('never replaces a changed file without --overwrite', async () => {
    await program.write(file('adder'), second);
    const kept = await run('pull', 'adder');
    assert.deepEqual([kept.code, await program.read(file('adder'))], [1, second]);
    assert.match(kept.out, /--overwrite/);
    const { code } = await run('diff', 'adder');
    assert.equal(code, 1);
  });

  it('asks for --yes, then deploys, keeps the replaced code and stores the new base', async () => {
    const asked = await run('deploy', 'adder');
    assert.deepEqual([asked.code, await deployed('adder')], [2, first]);
    const { code, out, errors } = await run('deploy', 'adder', '--yes');
    assert.equal(code, 0, errors);
    assert.match(out, /adder: deployed\. The service cannot protect the \d+ ms between reading and writing\./);
    assert.equal(await deployed('adder'), second);
    assert.equal(await base('adder'), codeHash(second));
    const folder = program.path('state/hydrogen/functions');
    const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.json'));
    assert.equal(names.length, 1);
    const kept = path.join(folder, names[0] ?? '');
    assert.equal((JSON.parse(await readFile(kept, 'utf8')) as { code: string }).code, first);
    if (process.platform !== 'win32') assert.equal((await stat(kept)).mode & 0o777, 0o600);
  });

  it('keeps the replaced code in the home folder if XDG_STATE_HOME is empty or relative', async () => {
    const HOME = program.path('home');
    const kept = path.join(HOME, '.local/state/hydrogen/functions');
    for (const [index, XDG_STATE_HOME] of ['', 'state'].entries()) {
      await program.write(file('adder'), `exports.main = () => ${index};\n`);
      const { code, errors } = await program.run(['deploy', 'adder', '--yes', '--env', 'Staging'], {
        ...env,
        HOME,
        XDG_STATE_HOME,
      });
      assert.equal(code, 0, errors);
      const names = (await readdir(kept, { recursive: true })).filter(name => name.endsWith('.json'));
      assert.equal(names.length, index + 1);
    }
  });

  onPosix('sends nothing without a home folder, instead of keeping the replaced code in the repository', async () => {
    await program.write(file('adder'), 'exports.main = () => "no home";\n');
    const before = writes().length;
    const nowhere = { ...env, HOME: '', XDG_STATE_HOME: '' };
    const { code, errors } = await program.run(['deploy', 'adder', '--yes', '--env', 'Staging'], nowhere);
    assert.deepEqual(
      [code, errors],
      [2, 'Nothing was sent. There is no folder for the code that is replaced: set HOME or XDG_STATE_HOME.\n'],
    );
    assert.equal(writes().length, before);
    assert.ok(!(await readdir(program.path('.'))).includes('.local'));
  });

  it('says that a function is deployed even if the new base cannot be stored', async () => {
    const lock = program.path('functions/functions.lock.json.lock');
    await symlink(os.tmpdir(), lock);
    await program.write(file('adder'), second);
    const { code, out, errors } = await run('deploy', 'adder', '--yes');
    await rm(lock);
    assert.match(out, /adder: deployed\./);
    assert.equal(errors, 'functions/functions.lock.json.lock is a link that leads out of the workspace.\n');
    assert.equal(code, 2);
    assert.equal(await deployed('adder'), second);
  });

  it('sends nothing when the deployed code is not what a file was made from', async () => {
    await call('PATCH', 'adder/', { function_code: theirs });
    await program.write(file('adder'), first);
    const before = writes().length;
    const { code, out } = await run('deploy', 'adder', '--yes');
    assert.equal(code, 1);
    assert.match(out, /adder: the deployed code is not the code from which the file was made/);
    assert.equal(writes().length, before);
    assert.equal(await deployed('adder'), theirs);
    assert.equal((await run('pull', 'adder', '--overwrite')).code, 0);
    assert.equal(await program.read(file('adder')), theirs);
  });

  it('creates a function only with --create, and never after another error than 404', async () => {
    await program.write(file('测试'), first);
    assert.deepEqual((await run('deploy', '测试', '--yes')).code, 1);
    sandbox.fail({ kind: 'status', status: 500, method: 'GET', path: '/oserve/v1.3/cloud-function/' });
    const before = writes().length;
    assert.equal((await run('deploy', '测试', '--yes', '--create')).code, 3);
    assert.equal(writes().length, before);
    sandbox.clearFaults();
    assert.equal((await run('deploy', '测试', '--yes', '--create')).code, 0);
    assert.equal(await deployed(encodeURIComponent('测试')), first);
  });

  it('pulls and compares all functions but one whose name cannot be a folder', async () => {
    await call('POST', '', { name: 'older', function_code: first });
    await call('POST', '', { name: 'aux', function_code: first });
    const refused = /The function aux has a name that cannot be a folder\./;
    for (const action of ['pull', 'diff']) {
      const { code, out, errors } = await program.call([action, '--env', 'Staging'], env);
      assert.equal(code, 1, errors);
      assert.match(out, refused);
      assert.match(out, /^older: /m);
    }
    await call('DELETE', 'aux/');
  });

  it('pulls all functions but one whose file cannot be written', async () => {
    await call('POST', '', { name: 'blocked', function_code: first });
    await program.write('functions/blocked', 'a file where the folder would be');
    const { code, out, errors } = await program.call(['pull', '--env', 'Staging'], env);
    assert.equal(code, 1, errors);
    assert.match(out, /functions\/blocked\/index\.js/);
    assert.match(out, /^older: /m);
    await call('DELETE', 'blocked/');
  });

  it('refuses code that Node 12 cannot parse, before anything is sent', async () => {
    await program.write(file('adder'), 'exports.main = event =>\n  event.data?.a ??\n  "none";\n');
    const { code, out, errors } = await run('deploy', 'adder', '--yes');
    assert.deepEqual([code, errors], [2, 'Nothing was sent.\n']);
    assert.match(out, /^adder:2: .+\nadder:2: .+\n$/);
  });

  it('runs a deployed function and shows its result, its log and its failure', async () => {
    await call('POST', '', {
      name: 'sum',
      function_code:
        'exports.main = ({ data }) => { console.log("adding"); if (!data.a) throw new RangeError("no a"); return data.a + 1; };',
    });
    const { code, out } = await run('run', 'sum', '--data', '{"a": 41}', '--yes');
    assert.deepEqual([code, /^42$/m.test(out), /adding/.test(out)], [0, true, true], out);
    const failed = await run('run', 'sum', '--yes');
    assert.deepEqual([failed.code, /RangeError: no a/.test(failed.out)], [1, true], failed.out);
    const logs = await run('logs', 'sum');
    assert.equal(logs.code, 0, logs.errors);
    assert.match(logs.out, /adding/);
  });

  it('shows the other runs if the log of one cannot be read', async () => {
    sandbox.fail({ kind: 'reset', path: `/${shop.clientId}/` });
    const { code, out, errors } = await run('logs', 'sum');
    sandbox.clearFaults();
    assert.equal(code, 0, errors);
    assert.match(out, /^\S+Z \w+ fulfilled\n {2}\S.+\n\S+Z \w+ ✗ execution_failed\n {2}\S+ LOG adding$/m);
  });

  it('says that a log goes on if only its beginning was read', async () => {
    const function_code =
      'exports.main = () => { for (let i = 0; i < 150; i++) console.log("x".repeat(9000)); return 1; };';
    await call('POST', '', { name: 'talkative', function_code });
    const ran = await run('run', 'talkative', '--yes');
    assert.equal(ran.code, 0, ran.out.slice(-500) + ran.errors);
    const { code, out, errors } = await run('logs', 'talkative');
    assert.equal(code, 0, errors);
    assert.match(out.slice(-100), /\n {2}… the log goes on\n$/);
  });

  it('ends with 130 after Ctrl+C, while it reads and while a deploy waits', async () => {
    for (const name of ['first', 'second']) await program.write(file(name), first);
    const reading = { method: 'GET', path: '/oserve/v1.3/cloud-function/' };
    /** Runs a command with a fault in one of its reads, and cancels it at this read. */
    const cancelledAt = async (count: number, fault: Fault, ...args: string[]) => {
      const child = program.start([...args, '--env', 'Staging'], env);
      const ran = program.ended(child);
      let seen = 0;
      const add = () => void (++seen === count && sandbox.fail({ ...reading, ...fault }));
      add();
      const stop = sandbox.onRequest(({ method, path: at }) => {
        if (method !== reading.method || !at.startsWith(reading.path)) return;
        if (seen === count) child.kill('SIGINT');
        add();
      });
      return ran.finally(stop);
    };
    const listed = await cancelledAt(1, { kind: 'never' }, 'list');
    assert.equal(listed.code, 130, listed.out + listed.errors);
    // Both functions are compared first, so the third read belongs to the deploy.
    const busy: Fault = { kind: 'status', status: 429, retryAfter: 60 };
    const { code, out } = await cancelledAt(3, busy, 'deploy', 'first', 'second', '--create', '--yes');
    assert.equal(code, 130, out);
    assert.match(out, /^second: not sent$/m);
  });

  it('refuses wrong arguments with a message and exit code 2', async () => {
    type Case = [args: string[], message: RegExp, code: number];
    const cases: Case[] = [
      [[], /hydrogen functions list\|pull/, 2],
      [['deploy', '--env', 'Staging'], /Name the functions/, 2],
      [['run', '--env', 'Staging'], /Name one function/, 2],
      ...['pull', 'run', 'logs'].map((action): Case => [
        [action, 'none', '--env', 'Staging'],
        /There is no cloud function none/,
        2,
      ]),
      [['logs', '..', '--env', 'Staging'], /^The ID “\.\.” would lead to another address, so nothing was sent\.\n$/, 2],
      [['logs', '', '--env', 'Staging'], /^The ID is empty, so nothing was sent\.\n$/, 2],
      [['deploy', 'none', '--env', 'Staging'], /There is no file functions\/none\/index\.js/, 2],
      [['list', '--env', 'Production'], /only with --allow-production/, 2],
    ];
    for (const [args, message, code] of cases) {
      const ran = await program.call(args, env);
      assert.match(ran.errors, message);
      assert.equal(ran.code, code, args.join(' '));
    }
    assert.equal((await program.call(['list', '--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'wrong' })).code, 4);
  });
});
