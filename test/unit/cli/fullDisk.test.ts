import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import { onFullDisk, onPosix } from '../posix';
import { newTable } from '../records/transfer/scene';
import { withCaller } from '../sandbox/fixture';
import { useProgram, type Ran } from './program';

const long = 'x'.repeat(2000);

describe('hydrogen table on a disk without room for its file', function () {
  this.timeout(60_000);
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
