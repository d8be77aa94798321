import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import { onFullDisk, onPosix } from '../posix';
import { newTable } from '../records/transfer/scene';
import { useServer } from '../requests/server';
import { withCaller } from '../sandbox/fixture';
import { useProgram, type Ran } from './program';

const long = 'x'.repeat(2000);

describe('hydrogen table on a disk without room for its file', () => {
  const program = useProgram('table');
  const start = (command: string, args: readonly string[], env: Record<string, string>): Promise<Ran> => {
    const all = { PATH: process.env.PATH, HYDROGEN_ALLOW_HOSTS: '127.0.0.1', ...env };
    return program.ended(spawn(command, args, { cwd: program.path('.'), env: all }));
  };
  const tableProgram = [path.join(root, 'dist', 'cli.cjs'), 'table'];
  const run = (args: readonly string[], env: Record<string, string>) =>
    start('sh', onFullDisk(64, ...tableProgram, ...args), env);
  const withTarget = (body: (target: string[], env: Record<string, string>) => Promise<void>) =>
    withCaller(async (call, shop) => {
      const id = await newTable(call, false);
      const rows = Array.from({ length: 20 }, (_, at) => ({ sku: String(at), name: long }));
      await call(`POST /oserve/v2.4/table/${id}/record/`, { body: rows });
      await program.settings({ clientId: shop.clientId, serverDomain: shop.serverDomain, authUrl: shop.authUrl });
      const target = ['--table', id, '--env', 'Production', '--allow-production'];
      await body(target, { HYDROGEN_CLIENT_SECRET: shop.clientSecret });
    });

  it('exports the same table if there is room', () =>
    withTarget(async (target, env) => {
      const ran = await start(process.execPath, [...tableProgram, 'export', 'out.csv', ...target], env);
      assert.equal(ran.code, 0, ran.errors);
      assert.equal((await program.read('out.csv')).split(long).length, 21);
    }));

  for (const how of [[], ['--job']])
    onPosix(`leaves no part of an export ${how.join('')}`.trim(), () =>
      withTarget(async (target, env) => {
        await program.write('out.csv', 'old');
        const ran = await run(['export', 'out.csv', ...target, ...how], env);
        assert.match(ran.errors, /EFBIG/);
        assert.notEqual(ran.code, 0);
        assert.equal(await program.read('out.csv'), 'old');
        assert.deepEqual((await readdir(program.path('.'))).sort(), ['hydrogen.json', 'out.csv']);
      }),
    );

  onPosix('leaves no part of the rejected rows, and names their file', () =>
    withTarget(async (target, env) => {
      const lines = Array.from({ length: 20 }, (_, at) => `${at},${long},many`);
      await program.write('in.csv', ['sku,name,stock', '1,a,1', ...lines, ''].join('\n'));
      await program.write('in.rejected.csv', 'of an earlier import');
      const ran = await run(['import', 'in.csv', ...target, '--yes'], env);
      assert.match(ran.out, /could not be written to in\.rejected 2\.csv \(EFBIG\)/);
      assert.equal(await program.read('in.rejected 2.csv'), '');
    }),
  );
});

describe('hydrogen check with its output on a full disk', () => {
  const server = useServer();
  const { path: inFolder, settings, write, read, run, ended } = useProgram();

  const checkProgram = [path.join(root, 'dist', 'cli.cjs'), 'check'];
  const env = { PATH: process.env.PATH };
  const documentOf = (names: readonly string[]) => names.map(name => `### ${name}\nGET /${name[0]}/\n`).join('');
  beforeEach(() => settings({ serverDomain: server.origin, authUrl: server.origin }));
  /** Runs `check` and appends its output to the file `log`. */
  const logged = async (args: readonly string[]) => {
    const log = await open(inFolder('log'), 'a');
    const child = spawn('sh', onFullDisk(64, ...checkProgram, '--env', 'Staging', ...args), {
      cwd: inFolder('.'),
      env,
      stdio: ['ignore', log.fd, 'pipe'],
    });
    const [errors, [code]] = await Promise.all([
      text(child.stderr ?? assert.fail()),
      once(child, 'close') as Promise<[number]>,
    ]);
    await log.close();
    return { code, errors };
  };
  const incomplete = { code: 2, errors: 'The output could not be written completely (EFBIG).\n' };

  onPosix('still sends the teardown and writes the report, and ends with 2', async () => {
    await write('a.hydrogen.http', `${documentOf(['one', 'two'])}### down\n# @teardown\nDELETE /down/`);
    await write('log', 'x'.repeat(64 * 1024));
    assert.deepEqual(await logged(['--junit', 'full.xml']), incomplete);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/o/', '/t/', '/down/'],
    );
    assert.match(await read('full.xml'), /tests="3" failures="0"/);
  });

  onPosix('says that the only write was short', async () => {
    await write('a.hydrogen.http', documentOf(Array.from({ length: 40 }, (_, at) => `${at}${long}`)));
    await write('log', '');
    assert.deepEqual(await logged(['--json']), incomplete);
  });

  onPosix('keeps the snapshots that it has when a further one has no room', async () => {
    const snapshotsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => `### ${at}${long}\nGET /a/\n\n?? snapshot\n`).join('');
    const file = 'a.hydrogen.http.snapshots.json';
    await write('a.hydrogen.http', snapshotsOf(10));
    assert.equal((await run(['--env', 'Staging'])).code, 0);
    const before = Object.keys(JSON.parse(await read(file)) as object);
    await write('a.hydrogen.http', snapshotsOf(40));
    const ran = await ended(
      spawn('sh', onFullDisk(64, ...checkProgram, '--env', 'Staging'), { cwd: inFolder('.'), env }),
    );
    assert.equal(ran.code, 1, ran.errors);
    assert.match(ran.out, /The snapshot file cannot be read or written\./);
    const after = JSON.parse(await read(file)) as object;
    assert.deepEqual(
      before.filter(label => !(label in after)),
      [],
    );
    assert.deepEqual(
      (await readdir(inFolder('.'))).filter(name => name.endsWith('.part')),
      [],
    );
  });
});
